import type { GpuSlice } from './gpuSlice';

/** SM cycles that both launches of a pair may take one after the other. */
const PAIR_SM_CYCLES = 5e5;
/** Where no slice is that cheap, the smallest may take so many times as much. */
const TOO_MUCH = 8;
/** Launches are not cut to fewer waves of the GPU than this. */
const LEAST_WAVES = 2;

/** What decides how a kernel runs in a pair. */
export interface TimedKernel {
  /** Of one launch alone on the whole GPU. */
  readonly launchCycles: number;
  /** Blocks of the launch over those that the whole GPU holds at once. */
  readonly waves: number;
}

/** How much of a pair's launches runs, and on how much of the GPU. */
export interface PairRun {
  readonly slice: GpuSlice;
  /** A power of two: the launches, and their latency, are cut to it. */
  readonly share: number;
}

/**
 * How two kernels are relaunched together: whole launches on the largest slice that is affordable. On the smallest
 * one, launches that are still too long are cut to their first blocks, as long as a kernel that fills the GPU
 * still does. A slice in place of the whole costs less accuracy than a cut (bench/coRunWindow.ts).
 *
 * @param slices largest first
 * @returns null where that is still too much
 */
export function pairRun(a: TimedKernel, b: TimedKernel, slices: readonly GpuSlice[]): PairRun | null {
  const cycles = a.launchCycles + b.launchCycles;
  const affordable = slices.find(({ sms }) => cycles * sms <= PAIR_SM_CYCLES);
  if (affordable) return { slice: affordable, share: 1 };
  const slice = slices.at(-1)!;
  const limit = TOO_MUCH * PAIR_SM_CYCLES;
  const cost = cycles * slice.sms;
  const share = cost <= limit ? 1 : 2 ** -Math.ceil(Math.log2(cost / limit));
  const filling = Math.max(...[a, b].map(({ waves }) => Math.min(1, LEAST_WAVES / waves)));
  return share >= filling ? { slice, share } : null;
}
