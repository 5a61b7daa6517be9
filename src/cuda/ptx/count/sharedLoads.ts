import type { PtxInstruction, PtxKernel } from '../module';
import type { Registers } from './registers';

/** Shared arrays lie where the compiler likes: as aligned as the widest access needs. */
const SYMBOL_ALIGNMENT = 16;
/** Elements that one load takes, the widest first, by their bytes. */
const RUNS: Readonly<Record<number, readonly number[]>> = { 2: [4], 4: [4, 2], 8: [2] };

/**
 * Shared loads that another load of the same block takes along: neighbours, aligned to 8 or 16 bytes, of words, pairs of
 * them, and halves into registers of 16 bits; what is widened on the way stays apart (counted in machine code, nvcc 13.0).
 * Each with the load that takes it.
 */
export function mergedLoads(
  { instructions, labels }: PtxKernel,
  registers: Registers,
): ReadonlyMap<PtxInstruction, PtxInstruction> {
  const merged = new Map<PtxInstruction, PtxInstruction>();
  const targets = new Set(labels.values());
  let loads = new Map<string, Map<number, PtxInstruction>>();
  const close = (): void => {
    for (const [key, places] of loads) {
      const [base, bytes] = key.split(' ') as [string, string];
      mergeRuns(places, Number(bytes), alignmentOf(base, registers), merged);
    }
    loads = new Map();
  };
  instructions.forEach((instruction, place) => {
    const { opcode, operands } = instruction;
    const name = opcode[0] ?? '';
    if (targets.has(place) || /^(bra|bar|ret|st|atom|red)$/.test(name)) close();
    const bits = /^ld\.shared\.[fubs](16|32|64)$/.exec(opcode.join('.'))?.[1];
    if (bits === undefined || (bits === '16' && !/^%(rs|h)\d/.test(operands[0] ?? ''))) return;
    const [, base = '', offset = '0'] = /^\[(%?\w+)(?:\+(-?\d+))?\]$/.exec(operands[1] ?? '') ?? [];
    const key = `${base} ${Number(bits) / 8}`;
    const places = loads.get(key) ?? new Map<number, PtxInstruction>();
    loads.set(key, places.set(Number(offset), instruction));
  });
  close();
  return merged;
}

function mergeRuns(
  places: ReadonlyMap<number, PtxInstruction>,
  element: number,
  alignment: number,
  merged: Map<PtxInstruction, PtxInstruction>,
): void {
  for (const elements of RUNS[element] ?? [])
    for (const [offset] of places) {
      const bytes = elements * element;
      if (alignment % bytes !== 0 || offset % bytes !== 0) continue;
      const run = Array.from({ length: elements }, (_, place) => places.get(offset + place * element));
      if (run.some((load) => load === undefined || merged.has(load))) continue;
      for (const load of run.slice(1)) merged.set(load!, run[0]!);
    }
}

/** Power of two by which a register can always be divided, up to the widest access. */
function alignmentOf(operand: string, registers: Registers, seen: ReadonlySet<string> = new Set()): number {
  if (/^-?\d+$/.test(operand)) return powerIn(Number(operand));
  if (!operand.startsWith('%')) return SYMBOL_ALIGNMENT;
  if (seen.has(operand)) return SYMBOL_ALIGNMENT;
  const inner = new Set(seen).add(operand);
  const of = (text = ''): number => alignmentOf(text, registers, inner);
  const makers = registers.makersOf(operand);
  if (makers.length === 0) return 1;
  return Math.min(
    ...makers.map(({ opcode, operands: [, a, b, c] }) => {
      switch (opcode[0]) {
        case 'mov':
        case 'cvt':
          return of(a);
        case 'add':
        case 'sub':
        case 'or':
        case 'xor':
          return Math.min(of(a), of(b));
        case 'mul':
          return Math.min(SYMBOL_ALIGNMENT, of(a) * of(b));
        case 'mad':
          return Math.min(SYMBOL_ALIGNMENT, of(a) * of(b), of(c));
        case 'shl':
          return /^\d+$/.test(b ?? '') ? Math.min(SYMBOL_ALIGNMENT, of(a) * 2 ** Number(b)) : of(a);
        case 'and':
          return Math.max(of(a), of(b));
        default:
          return 1;
      }
    }),
  );
}

function powerIn(value: number): number {
  let power = 1;
  while (power < SYMBOL_ALIGNMENT && value % (2 * power) === 0) power *= 2;
  return power;
}
