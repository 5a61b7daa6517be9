/**
 * DASE (Hu et al., "Run-Time Performance Estimation and Fairness-Oriented Scheduling Policy for Concurrent GPGPU
 * Applications", ICPP 2016), reconstructed as HSM compares with it. A kernel that is not bound by bandwidth is slower by
 * the SMs that it lacks and by what others cost it in cache, banks and row buffers; where DRAM is saturated, a kernel
 * would have had all the requests alone that all together are served. HSM caps both at S_max / S_k, which cuts off what
 * interference adds to a lack of SMs, so that this part is not rebuilt.
 */
export interface DaseCounts {
  /** Requests served by DRAM, per cycle. */
  readonly requests: number;
  /** Share of the DRAM data bus, 0 to 1. */
  readonly busShare: number;
}

/** Share of the data bus from which on DRAM counts as saturated; the original's threshold is not known here. */
const SATURATED = 0.6;

/**
 * Slowdown of each application.
 *
 * @param sms of each, and of the GPU
 */
export function daseSlowdowns(
  counts: readonly DaseCounts[],
  sms: readonly number[],
  total: number,
): number[] {
  const requests = counts.reduce((sum, one) => sum + one.requests, 0);
  const isSaturated = counts.reduce((sum, one) => sum + one.busShare, 0) >= SATURATED;
  return counts.map((own, app) => {
    const cap = total / sms[app]!;
    return isSaturated && own.requests > 0 ? Math.min(cap, requests / own.requests) : cap;
  });
}
