import { ARITHMETIC_CLOCKS, PUBLISHED_CLOCKS, type ArithmeticClass, type ClassClocks } from './clocks';

/** Static instructions of one kernel binary by opcode without modifiers, e.g. `{IADD: 4, IMUL: 2}`. */
export type SassHistogram = Readonly<Record<string, number>>;

const FUNCTION_LINE = /^\s*Function\s*:\s*(\S+)/;
/** `/*0008*\/  @!P0 IADD3.X R1, …;` with the optional predicate skipped. */
const INSTRUCTION_LINE = /^\s*\/\*[0-9a-f]{4,}\*\/\s+(?:@!?U?P(?:\d|T)\s+)?([A-Z][A-Z0-9_]*)/;

/**
 * Opcode histograms of the functions in the output of `cuobjdump -sass`, keyed by mangled name. Lines that
 * are no instruction are skipped; instructions before the first function are not counted.
 */
export function parseSassHistograms(text: string): ReadonlyMap<string, SassHistogram> {
  const histograms = new Map<string, Record<string, number>>();
  let current: Record<string, number> | undefined;
  for (const line of text.split('\n')) {
    const name = FUNCTION_LINE.exec(line)?.[1];
    const opcode = INSTRUCTION_LINE.exec(line)?.[1];
    if (name !== undefined) {
      current = Object.create(null) as Record<string, number>;
      histograms.set(name, current);
    } else if (opcode !== undefined && current) {
      current[opcode] = (current[opcode] ?? 0) + 1;
    }
  }
  return histograms;
}

/**
 * Total clocks of a class when the histogram gives its opcodes, e.g. 4 IADD and 2 IMUL: 4·15 + 2·86 = 232
 * (the dissertation's example in section 4.1.1). Null when no opcode of the class is in table 4.2.
 */
export function histogramClocks(
  histogram: SassHistogram,
  kind: ArithmeticClass,
): { readonly instructions: number; readonly clocks: number } | null {
  const clocksOf: Readonly<Record<string, number>> = ARITHMETIC_CLOCKS[kind];
  let instructions = 0;
  let clocks = 0;
  for (const [opcode, count] of Object.entries(histogram)) {
    const each = Object.hasOwn(clocksOf, opcode) ? clocksOf[opcode]! : null;
    if (each === null) continue;
    instructions += count;
    clocks += count * each;
  }
  return instructions === 0 ? null : { instructions, clocks };
}

/**
 * Clocks per instruction with the arithmetic classes averaged over the histogram, so that executed counts
 * times these clocks follow the binary's share of each opcode.
 */
export function clocksFromHistogram(histogram: SassHistogram): ClassClocks {
  const average = (kind: ArithmeticClass) => {
    const total = histogramClocks(histogram, kind);
    return total === null ? PUBLISHED_CLOCKS[kind] : total.clocks / total.instructions;
  };
  return { ...PUBLISHED_CLOCKS, fp32: average('fp32'), fp64: average('fp64'), integer: average('integer') };
}
