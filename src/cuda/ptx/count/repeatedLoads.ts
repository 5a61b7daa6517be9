import type { PtxInstruction, PtxKernel } from '../module';

/**
 * Loads of memory that nothing writes (`ld.global.nc`) from a place that the same straight code has loaded already, each
 * with the first. nvcc writes them again behind a store; ptxas makes them once (counted in machine code of stencils).
 */
export function repeatedLoads({
  instructions,
  labels,
}: PtxKernel): ReadonlyMap<PtxInstruction, PtxInstruction> {
  const repeated = new Map<PtxInstruction, PtxInstruction>();
  const targets = new Set(labels.values());
  let known = new Map<string, PtxInstruction>();
  instructions.forEach((instruction, place) => {
    const { opcode, operands, guard } = instruction;
    if (targets.has(place) || /^(bra|ret|bar)$/.test(opcode[0] ?? '')) known = new Map();
    const isReadOnly = guard === null && opcode[0] === 'ld' && opcode.includes('nc');
    const key = isReadOnly ? `${opcode.join('.')} ${operands[1]}` : null;
    const first = key === null ? undefined : known.get(key);
    if (first !== undefined) repeated.set(instruction, first);
    forgetRegisters(known, operands[0] ?? '');
    if (key !== null && first === undefined) known.set(key, instruction);
  });
  return repeated;
}

/** Forgets loads from places that registers name which are written. */
function forgetRegisters(known: Map<string, PtxInstruction>, written: string): void {
  for (const [register] of written.matchAll(/%[a-z]+\d+/g))
    for (const key of known.keys()) if (new RegExp(`${register}\\b`).test(key)) known.delete(key);
}
