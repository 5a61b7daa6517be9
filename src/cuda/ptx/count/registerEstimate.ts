import { isSpecialRegister, registerBits, type PtxFunction, type PtxInstruction } from '../module';

/** Registers that a kernel takes besides its live values: addresses and predicates on the way into machine code. */
const OVERHEAD = 4;
const [LEAST, MOST] = [8, 255];

/**
 * Registers of a thread as the most values alive at once tell, in words of 32 bits. ptxas orders and folds
 * instructions after that, so that this is an estimate.
 */
export function estimateRegisters(made: PtxFunction): number {
  const { instructions, labels } = made;
  const uses = instructions.map((instruction) => accessOf(instruction, made));
  const live = instructions.map(() => new Set<string>());
  const next = instructions.map((instruction, place) => followers(instruction, place, labels));
  for (let changed = true; changed;) {
    changed = false;
    for (let place = instructions.length - 1; place >= 0; place--) {
      const { read, written } = uses[place]!;
      const own = live[place]!;
      const before = own.size;
      for (const follower of next[place]!)
        for (const name of live[follower] ?? []) if (!written.includes(name)) own.add(name);
      for (const name of read) own.add(name);
      changed ||= own.size !== before;
    }
  }
  const words = (names: ReadonlySet<string>): number =>
    [...names].reduce((sum, name) => sum + wordsOf(registerBits(made, name)), 0);
  const most = live.reduce((highest, names) => Math.max(highest, words(names)), 0);
  return Math.min(Math.max(most + OVERHEAD, LEAST), MOST);
}

/** Predicates are no registers. */
function wordsOf(bits: number | null): number {
  if (bits === null || bits === 1) return 0;
  return bits > 32 ? bits / 32 : 1;
}

function accessOf(
  { guard, opcode, operands }: PtxInstruction,
  made: PtxFunction,
): { readonly read: readonly string[]; readonly written: readonly string[] } {
  const names = operands.map((text) =>
    [...text.matchAll(/(?<![\w$%.#])[A-Za-z_$%][\w$.]*(?:#\d+)?/g)]
      .map(([name]) => name)
      .filter((name) => !isSpecialRegister(name) && registerBits(made, name) !== null),
  );
  const writes = !/^(st|red|bra|brx|bar|barrier|call|ret|exit|cp)$/.test(opcode[0] ?? '');
  const written = writes ? (names[0] ?? []) : [];
  const read = [...(writes ? names.slice(1) : names).flat(), ...(guard === null ? [] : [guard.register])];
  // What a guard may leave as it was lives on.
  return { read, written: guard === null ? written : [] };
}

function followers(
  { guard, opcode, operands }: PtxInstruction,
  place: number,
  labels: ReadonlyMap<string, number>,
): number[] {
  const behind = guard === null ? [] : [place + 1];
  switch (opcode[0]) {
    case 'bra':
      return [...behind, labels.get(operands[0] ?? '') ?? place + 1];
    case 'brx':
      return [...labels.values()];
    case 'ret':
    case 'exit':
    case 'trap':
      return behind;
    default:
      return [place + 1];
  }
}
