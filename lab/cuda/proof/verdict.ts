import type { KernelCounts } from './compiledCounts';
import type { LoweredCounts } from './loweredCounts';

/** Differences up to these are the compiler's: of accesses and arithmetic, and of integer and control instructions. */
const [CLOSE, SOFT] = [0.05, 0.15];
const SOFT_CLASSES = new Set(['integer', 'control']);
/** Less than this much of an instruction a thread is no difference. */
const LEAST = 0.02;

/** A class or an access that differs. */
export interface Difference {
  /** `fp32`, or `a load`. */
  readonly what: string;
  readonly lowered: number;
  readonly compiled: number;
  readonly isSoft: boolean;
}

export interface Verdict {
  /** `marked` differs and says at which line something was assumed; `silent` differs without. */
  readonly kind: 'holds' | 'marked' | 'silent' | 'refused';
  /** Whether integer and control instructions hold too. */
  readonly holdsSoft: boolean;
  readonly assumptions: number;
  readonly differences: readonly Difference[];
}

/** Compares what the lowered program of a kernel executes with what the compiler's does. */
export function verdictOf(lowered: LoweredCounts, compiled: KernelCounts): Verdict {
  if (lowered.kind === 'refused')
    return { kind: 'refused', holdsSoft: false, assumptions: 0, differences: [] };
  const differences = [
    ...classDifferences(lowered.counts, compiled),
    ...accessDifferences(lowered.counts, compiled),
  ];
  const firm = differences.filter(({ isSoft }) => !isSoft);
  // An assumption about no line could stand on any kernel: it excuses nothing.
  const isMarked = lowered.assumptions.some(({ line }) => line !== null);
  return {
    kind: firm.length === 0 ? 'holds' : isMarked ? 'marked' : 'silent',
    holdsSoft: differences.length === 0,
    assumptions: lowered.assumptions.length,
    differences,
  };
}

function classDifferences(lowered: KernelCounts, compiled: KernelCounts): Difference[] {
  const names = new Set([...Object.keys(lowered.classes), ...Object.keys(compiled.classes)]);
  return [...names].flatMap((name) =>
    difference(name, lowered.classes[name] ?? 0, compiled.classes[name] ?? 0, SOFT_CLASSES.has(name)),
  );
}

function accessDifferences(lowered: KernelCounts, compiled: KernelCounts): Difference[] {
  const none = { load: 0, store: 0, atomic: 0 };
  return Object.keys(compiled.arrays).flatMap((array) => {
    const [ours, theirs] = [lowered.arrays[array] ?? none, compiled.arrays[array]!];
    return (['load', 'store', 'atomic'] as const).flatMap((kind) =>
      difference(`${array} ${kind}`, ours[kind], theirs[kind], false),
    );
  });
}

function difference(what: string, lowered: number, compiled: number, isSoft: boolean): Difference[] {
  const gap = Math.abs(lowered - compiled);
  const isClose = gap <= LEAST || gap <= (isSoft ? SOFT : CLOSE) * compiled;
  return isClose ? [] : [{ what, lowered, compiled, isSoft }];
}
