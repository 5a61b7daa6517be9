/**
 * Measures of a co-run as a whole, from the normalised progress of its applications (performance shared over alone:
 * 1 as alone, 0 at a stand). Definitions of Eyerman and Eeckhout, "System-Level Performance Metrics for Multiprogram
 * Workloads", IEEE Micro 2008, and of Gabor et al., MICRO 2006; HSM and its rivals are compared by them.
 */
export interface CoRunMetrics {
  /** System throughput (STP): work of so many GPUs with one application each; larger is better. */
  readonly throughput: number;
  /** Average normalised turnaround time (ANTT): mean slowdown; smaller is better. */
  readonly turnaround: number;
  /** Least over largest progress: 1 is fair. */
  readonly fairness: number;
}

/** @param progress of every application, at least one, each above 0 */
export function coRunMetrics(progress: readonly number[]): CoRunMetrics {
  return {
    throughput: throughputOf(progress),
    turnaround: turnaroundOf(progress),
    fairness: fairnessOf(progress),
  };
}

/** STP: the sum of progress. */
export const throughputOf = (progress: readonly number[]): number =>
  progress.reduce((sum, one) => sum + one, 0);

/** ANTT: the mean of 1 / NP. HSM's text calls it the harmonic mean of NP, which is the reciprocal of this. */
const turnaroundOf = (progress: readonly number[]): number =>
  progress.reduce((sum, one) => sum + 1 / one, 0) / progress.length;

/** min NP / max NP. */
export const fairnessOf = (progress: readonly number[]): number =>
  progress.reduce((a, b) => Math.min(a, b)) / progress.reduce((a, b) => Math.max(a, b));

/** QoS: whether an application reaches the progress that it is to keep; without a target it has nothing to miss. */
export const meetsTarget = (progress: number, target: number | null): boolean =>
  target === null || progress >= target;
