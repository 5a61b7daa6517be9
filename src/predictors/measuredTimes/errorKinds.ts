import { message } from '../../kernel/message';
import type { TimedApplication } from '../../kernel/measuredTimes';
import type { ErrorBound } from '../../kernel/prediction';
import type { ProgressRatios } from '../port';
import { FITTED_LAW, MEASURED_ON, MEASURED_PROGRESS } from './fitted';
import { ratesIn } from './forecasts';
import { memoryLoads } from './memoryLoad';
import { timeCurve } from './timeCurve';

/**
 * What decides how well the law tells a slowdown:
 * - `beyondL2`: a run moves several times what L2 holds from and to DRAM, as those of networks do, so that little stays in
 *   L2 from run to run that a neighbour could push out
 * - `quiet`: neighbours that load memory little
 * - `contended`: all others, among them those that live in L2 until a neighbour comes
 */
export type TimedKind = 'beyondL2' | 'quiet' | 'contended';

/** A run moves so many times what L2 holds. */
const BEYOND_L2 = 3;
/** Neighbours together load memory less, of the load from which on it counts as loaded once. */
const QUIET = 0.2;

/** The part of a GPU's description that a kind follows from. */
export interface TimedGpu {
  readonly peakGBs: number;
  readonly l2Bytes: number | null;
}

/** Whether a run moves several times what L2 holds; where that is not known, it is not taken to. */
function isBeyondL2(
  { dramMB }: Pick<TimedApplication, 'dramMB'>,
  { l2Bytes }: Pick<TimedGpu, 'l2Bytes'>,
): boolean {
  return l2Bytes !== null && dramMB * 1e6 >= BEYOND_L2 * l2Bytes;
}

/** The kinds of applications on SMs of their own. */
export function timedKinds(
  applications: readonly TimedApplication[],
  allocation: readonly number[],
  gpu: TimedGpu,
): readonly TimedKind[] {
  const rates = applications.map((one, at) => ratesIn(one, timeCurve(one).at(allocation[at]!)));
  const loads = memoryLoads(rates, gpu.peakGBs * 1e9, FITTED_LAW);
  const all = loads.reduce((sum, load) => sum + load, 0);
  return applications.map((one, at) => {
    if (isBeyondL2(one, gpu)) return 'beyondL2';
    return all - loads[at]! < QUIET ? 'quiet' : 'contended';
  });
}

const evidence = (code: string, slowdowns: number) =>
  message(code, { slowdowns, gpu: MEASURED_ON, study: 'measured-times' });

/** How far off slowdowns of each kind are, on pairs of programs and of networks that nothing was fitted to. */
export const KIND_ERRORS: Readonly<Record<TimedKind, ErrorBound>> = {
  beyondL2: { metric: 'errSD', mean: 0.04, worst: 0.19, evidence: evidence('predictors.timed.beyondL2', 72) },
  quiet: { metric: 'errSD', mean: 0.04, worst: 0.69, evidence: evidence('predictors.timed.quiet', 77) },
  contended: {
    metric: 'errSD',
    mean: 0.18,
    worst: 0.63,
    evidence: evidence('predictors.timed.contended', 133),
  },
};

const BEYOND_PROGRESS: ProgressRatios = {
  quarter: 0.96,
  tenth: 0.93,
  evidence: evidence('predictors.timed.beyondL2', 72),
};

/**
 * Measured progress over predicted, for targets of these applications: which kind one is else depends on the split that is
 * looked for.
 */
export function timedProgress(
  targeted: readonly TimedApplication[],
  gpu: Pick<TimedGpu, 'l2Bytes'>,
): ProgressRatios {
  return targeted.every((one) => isBeyondL2(one, gpu)) ? BEYOND_PROGRESS : MEASURED_PROGRESS;
}
