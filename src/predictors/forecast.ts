import type { Phase } from './counting/phaseSeries';

/** The two factors of a slowdown on SMs of its own: SD = scalability · interference. */
export interface SlowdownFactors {
  /** SD_scal = T_n / T_solo: what fewer SMs cost. */
  readonly scalability: number;
  /** SD_inter = T_colo / T_n: what contention in L2 cache and memory costs. */
  readonly interference: number;
}

/** A predictor of what each application of a co-run loses to the others. */
export interface SlowdownEstimator {
  /** Slowdown of every application over some phases of one co-run, at one allocation. */
  estimate(phases: readonly Phase[]): readonly SlowdownFactors[];
}

/** What an application would lose under allocations that need not have been tried. */
export interface SplitForecast {
  /** @param allocation SMs of every application */
  at(allocation: readonly number[]): SlowdownFactors;
  /** SMs that it can use, where its blocks are known; more gain nothing. */
  readonly mostSms?: number;
}

/** What a predictor makes of an epoch for one application. */
export interface EpochForecast {
  /** What the kernel that runs at its end lost in it. */
  readonly lost: SlowdownFactors;
  /** What that kernel would lose elsewhere. */
  readonly forecast: SplitForecast;
}

/** Proactive prediction: sees epoch by epoch how a co-run goes, and tells how it would go elsewhere. */
export interface OnlinePredictor {
  /** @param epoch phases at one allocation, at least one */
  observe(epoch: readonly Phase[]): readonly EpochForecast[];
}

export const slowdownOf = ({ scalability, interference }: SlowdownFactors): number =>
  scalability * interference;

/** Slowdowns under an allocation. */
export function forecastSlowdowns(
  forecasts: readonly SplitForecast[],
  allocation: readonly number[],
): number[] {
  return forecasts.map((forecast) => slowdownOf(forecast.at(allocation)));
}

/** Phases of an epoch in which an application ran the kernel that it runs at the epoch's end. */
export function currentPhases(epoch: readonly Phase[], app: number): Phase[] {
  const { kernel } = epoch.at(-1)!.apps[app]!;
  return epoch.filter(({ apps }) => apps[app]!.active && apps[app]!.kernel === kernel);
}

/** Farthest that one search may go from where it starts (Δ of equation 9, section VII-C). */
export const DEFAULT_MAX_DISTANCE = 5;

/** Largest change of any application's SMs between two allocations. */
export function distance(a: readonly number[], b: readonly number[]): number {
  return Math.max(...a.map((count, app) => Math.abs(count - b[app]!)));
}
