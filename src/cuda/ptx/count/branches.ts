import type { PtxInstruction, PtxKernel } from '../module';

/** Branches around at most this many instructions become predicates of those. */
const PREDICATED_LIMIT = 7;

/** Forward branches around short straight code. */
export function predicatedBranches(
  { instructions, labels }: PtxKernel,
  counts: (instruction: PtxInstruction) => boolean,
): ReadonlySet<PtxInstruction> {
  const targets = new Set(labels.values());
  const found = new Set<PtxInstruction>();
  instructions.forEach((instruction, place) => {
    const to = instruction.opcode[0] === 'bra' ? labels.get(instruction.operands[0] ?? '') : undefined;
    if (to === undefined || to <= place) return;
    if (to === place + 1) return void found.add(instruction);
    // To the end it is an exit.
    if (instructions[to]?.opcode[0] === 'ret') return;
    const skipped = instructions.slice(place + 1, to);
    const isStraight = skipped.every(
      ({ opcode }, offset) =>
        !/^(bra|ret|exit|bar|barrier)$/.test(opcode[0] ?? '') && !targets.has(place + 1 + offset),
    );
    if (isStraight && skipped.filter(counts).length <= PREDICATED_LIMIT) found.add(instruction);
  });
  return found;
}
