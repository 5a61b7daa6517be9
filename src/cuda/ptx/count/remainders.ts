import type { PtxInstruction, PtxKernel } from '../module';
import type { Cost } from './machineCosts';

/** Whole numbers of 32 bits. */
const NARROW = /^[su]32$/;

/**
 * Remainders of what straight code in front has divided by the same number, and quotients of what it has the remainder
 * of, with the instructions that are left of them. PTX divides again where the second one stands behind a branch; ptxas
 * makes one reciprocal for both (counted in machine code of six such kernels, nvcc 13.0, sm_80).
 */
export function sharedDivisions({ instructions, labels }: PtxKernel): ReadonlyMap<PtxInstruction, Cost> {
  const shared = new Map<PtxInstruction, Cost>();
  const targets = new Set(labels.values());
  let known = new Set<string>();
  instructions.forEach((instruction, place) => {
    const { opcode, operands, guard } = instruction;
    // What comes from elsewhere, too, has not divided yet.
    if (targets.has(place)) known = new Set();
    const type = opcode.at(-1) ?? '';
    const isDivision = guard === null && /^(div|rem)$/.test(opcode[0] ?? '') && NARROW.test(type);
    const key = isDivision ? `${type} ${operands.slice(1).join(' ')} ` : null;
    if (key !== null && known.has(key)) shared.set(instruction, { integer: type === 'u32' ? 4 : 7 });
    for (const one of known) if (one.includes(` ${operands[0]} `)) known.delete(one);
    if (key !== null) known.add(key);
  });
  return shared;
}
