import type { LoweredKernel } from '../../../src/analysis/lowering/lowerRequest';
import { threadCounts } from '../../../src/kernel/totals/threadCounts';
import type { ClassCounts } from '../../../src/kernel/instructionClasses';

/** Instructions of a thread by class, as programs name the classes. */
export type Counts = Readonly<Record<string, number>>;

/** What a program and the compiler make of one kernel. */
export interface CountPair {
  readonly name: string;
  readonly lowered: Counts;
  readonly compiled: Counts;
}

/** Classes that ptxas still changes after PTX: it unrolls once more, forms addresses and removes jumps. */
export const SOFT_CLASSES: ReadonlySet<string> = new Set(['integer', 'control']);

/** Rows of `classErrors` for sums of classes. */
export const [FIRM, ALL] = ['all but integer and control', 'all'];

/** Fewer instructions than this on both sides say nothing about accuracy. */
const SMALLEST_COUNT = 1;
const CLOSE = 0.15;

/** Expected instructions of one thread of a program, as its mix has them but for exchanges between lanes. */
export function loweredCounts({ program, launch }: Pick<LoweredKernel, 'program' | 'launch'>): Counts {
  return asProgramClasses(threadCounts(program, launch));
}

/** Classes as programs time them, and as counts are recorded: exchanges between lanes are special instructions. */
export function asProgramClasses({ shuffle, special, ...others }: ClassCounts): Counts {
  return { ...others, special: special + shuffle };
}

export interface ClassError {
  readonly kernels: number;
  /** Median of the relative errors. */
  readonly median: number;
  /** Share of the kernels with an error of at most 15 %. */
  readonly close: number;
}

/** Relative errors by class, over the kernels in which the class occurs, and of the sums. */
export function classErrors(pairs: readonly CountPair[]): ReadonlyMap<string, ClassError> {
  const errors = new Map<string, number[]>();
  const note = (name: string, ours: number, theirs: number): void => {
    if (Math.max(ours, theirs) < SMALLEST_COUNT) return;
    errors.set(name, [...(errors.get(name) ?? []), relativeError(ours, theirs)]);
  };
  for (const { lowered, compiled } of pairs) {
    const classes = classesOf({ lowered, compiled });
    for (const name of classes) note(name, lowered[name] ?? 0, compiled[name] ?? 0);
    const firm = classes.filter((name) => !SOFT_CLASSES.has(name));
    note(FIRM, sum(lowered, firm), sum(compiled, firm));
    note(ALL, sum(lowered, classes), sum(compiled, classes));
  }
  return new Map([...errors].map(([name, list]) => [name, summary(list)]));
}

/** Classes that occur in a kernel, and are off by more than 15 % in it; integer and control apart. */
export function farClasses(pair: CountPair): string[] {
  return classesOf(pair).filter((name) => {
    const [ours, theirs] = [pair.lowered[name] ?? 0, pair.compiled[name] ?? 0];
    const counts = !SOFT_CLASSES.has(name) && Math.max(ours, theirs) >= SMALLEST_COUNT;
    return counts && relativeError(ours, theirs) > CLOSE;
  });
}

function classesOf({ lowered, compiled }: Omit<CountPair, 'name'>): string[] {
  return [...new Set([...Object.keys(lowered), ...Object.keys(compiled)])].sort();
}

function relativeError(ours: number, theirs: number): number {
  return Math.abs(ours - theirs) / Math.max(theirs, SMALLEST_COUNT);
}

function sum(counts: Counts, names: readonly string[]): number {
  return names.reduce((all, name) => all + (counts[name] ?? 0), 0);
}

function summary(errors: readonly number[]): ClassError {
  const sorted = errors.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return {
    kernels: sorted.length,
    median,
    close: sorted.filter((error) => error <= CLOSE).length / sorted.length,
  };
}
