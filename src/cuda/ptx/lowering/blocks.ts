import type { PtxFunction, PtxInstruction } from '../module';

/** Where a function ends, among the followers of blocks. */
export const END = -1;

/** Instructions that run one after the other. */
export interface Block {
  /** Places of the first instruction and of the one behind the last. */
  readonly from: number;
  readonly to: number;
  /** Numbers of the blocks that may come next: of a branch first the one that it leads to. */
  readonly next: readonly number[];
}

/** The blocks of a function in the order of its text; the first one is where it begins. */
export function blocksOf(made: PtxFunction): readonly Block[] {
  const { instructions, labels } = made;
  const starts = [...leaders(made)].sort((a, b) => a - b).filter((place) => place < instructions.length);
  const numberAt = new Map(starts.map((place, number) => [place, number]));
  const at = (place: number): number => numberAt.get(place) ?? END;
  return starts.map((from, number) => {
    const to = starts[number + 1] ?? instructions.length;
    return {
      from,
      to,
      next: followers(instructions[to - 1]!, at(to), (label) => at(labels.get(label) ?? NaN), made),
    };
  });
}

/** Whether an instruction may lead somewhere else than to the next one. */
export function isJump({ opcode }: PtxInstruction): boolean {
  return /^(bra|brx|ret|exit|trap)$/.test(opcode[0] ?? '');
}

function leaders({ instructions, labels }: PtxFunction): Set<number> {
  const found = new Set([0, ...labels.values()]);
  instructions.forEach((instruction, place) => {
    if (isJump(instruction)) found.add(place + 1);
  });
  return found;
}

function followers(
  last: PtxInstruction,
  behind: number,
  blockAt: (label: string) => number,
  made: PtxFunction,
): number[] {
  const falls = last.guard === null ? [] : [behind];
  switch (last.opcode[0]) {
    case 'bra':
      return [blockAt(last.operands[0] ?? ''), ...falls];
    case 'brx':
      return (made.targets.get(last.operands[1] ?? '') ?? []).map(blockAt);
    case 'ret':
    case 'exit':
    case 'trap':
      return [END, ...falls];
    default:
      return [behind];
  }
}
