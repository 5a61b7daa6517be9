import type { GpuSpec } from '../../../../src/kernel/gpuSpec';
import { groupBy } from '../../../../src/stats/grouping';
import { median, quantile } from '../../../../src/stats/quantile';
import { createRandom } from '../../../../src/stats/random';
import { overlapOf } from '../../../../src/timeline/overlap';
import { replay } from '../../../../src/timeline/replay';
import type { MokaModels } from '../../../../src/predictors/moka/mokaModels';
import { fitVariant, VARIANTS, type Variant } from './twoStreamFit';
import type { TwoStreamRun } from './twoStreamRuns';

/** Measured and predicted figures of one test run. */
export interface RunError {
  readonly program: string;
  readonly size: number;
  readonly measuredNs: number;
  readonly predictedNs: number;
  /** Time in which at least two operations run. */
  readonly measuredOverlapNs: number;
  readonly predictedOverlapNs: number;
}

/** Absolute relative errors over test runs. */
export interface ErrorSummary {
  readonly runs: number;
  readonly makespan: { readonly median: number; readonly p90: number; readonly worst: number };
  readonly overlap: { readonly median: number; readonly p90: number };
  /** Error of the overlap as a share of the makespan, where a small overlap does not blow it up. */
  readonly overlapOfMakespan: { readonly median: number; readonly p90: number };
  /** Median signed error of the makespan. */
  readonly bias: number;
}

/** Halves of the sizes of each program: every second one, at random, or the small ones for the large ones. */
export type Split =
  | { readonly kind: 'alternate' }
  | { readonly kind: 'random'; readonly seed: number }
  | { readonly kind: 'small to large' };

export interface Halves {
  readonly training: readonly TwoStreamRun[];
  readonly test: readonly TwoStreamRun[];
}

/** Half of the sizes to fit, the other half to test, in each program. */
export function splitRuns(runs: readonly TwoStreamRun[], split: Split): Halves {
  const training: TwoStreamRun[] = [];
  const test: TwoStreamRun[] = [];
  for (const own of groupBy(runs, ({ program }) => program).values()) {
    const isTest = testFlags(own.length, split);
    own.forEach((run, index) => (isTest[index]! ? test : training).push(run));
  }
  return { training, test };
}

function testFlags(count: number, split: Split): readonly boolean[] {
  const indices = Array.from({ length: count }, (_, index) => index);
  if (split.kind === 'alternate') return indices.map((index) => index % 2 === 1);
  if (split.kind === 'small to large') return indices.map((index) => index >= count / 2);
  const random = createRandom(split.seed);
  const keys = indices.map(() => random.next());
  const middle = median(keys);
  return keys.map((key) => key > middle);
}

function predictRun(run: TwoStreamRun, models: MokaModels): RunError {
  const { program, size, measured, calls } = run;
  const predicted = replay([{ name: program, operations: calls, footprintBytes: null }], models.gpu, models);
  return {
    program,
    size,
    measuredNs: measured.makespanNs,
    predictedNs: predicted.makespanNs,
    measuredOverlapNs: overlapOf(measured).overlapNs,
    predictedOverlapNs: overlapOf(predicted).overlapNs,
  };
}

export interface VariantErrors {
  readonly variant: Variant;
  /** Summaries by program, and over all runs under `all`. */
  readonly summaries: Readonly<Record<string, ErrorSummary>>;
}

/** Errors of every way to model the runs, fitted to one half and tested on the other. */
export function variantErrors(halves: Halves, gpu: GpuSpec): readonly VariantErrors[] {
  return (Object.keys(VARIANTS) as Variant[]).map((variant) => ({
    variant,
    summaries: summarizeByProgram(testRuns(halves, variant, gpu)),
  }));
}

export function testRuns(halves: Halves, variant: Variant, gpu: GpuSpec): readonly RunError[] {
  return predictedRuns(halves.test, fitVariant(halves.training, variant, gpu));
}

/** Runs as models predict them, beside what was measured. */
export const predictedRuns = (runs: readonly TwoStreamRun[], models: MokaModels): readonly RunError[] =>
  runs.map((run) => predictRun(run, models));

/** Summaries by program, and over all runs under `all`. */
export function summarizeByProgram(errors: readonly RunError[]): Readonly<Record<string, ErrorSummary>> {
  const programs = [...groupBy(errors, ({ program }) => program)];
  return Object.fromEntries(
    [...programs, ['all', errors] as const].map(([name, own]) => [name, summarize(own)]),
  );
}

function summarize(errors: readonly RunError[]): ErrorSummary {
  const signed = errors.map(({ measuredNs, predictedNs }) => predictedNs / measuredNs - 1);
  const makespan = signed.map(Math.abs);
  const missed = errors.map((run) => Math.abs(run.predictedOverlapNs - run.measuredOverlapNs));
  // A run without any overlap has no relative error of it.
  const overlap = missed.flatMap((ns, index) => {
    const { measuredOverlapNs } = errors[index]!;
    return measuredOverlapNs > 0 ? [ns / measuredOverlapNs] : [];
  });
  const ofMakespan = missed.map((ns, index) => ns / errors[index]!.measuredNs);
  return {
    runs: errors.length,
    makespan: { median: median(makespan), p90: quantile(makespan, 0.9), worst: quantile(makespan, 1) },
    overlap: { median: median(overlap), p90: quantile(overlap, 0.9) },
    overlapOfMakespan: { median: median(ofMakespan), p90: quantile(ofMakespan, 0.9) },
    bias: median(signed),
  };
}
