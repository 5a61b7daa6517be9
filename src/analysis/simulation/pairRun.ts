import type { GpuSlice } from './gpuSlice';

/** SM cycles that both launches of a pair may take one after the other. */
const PAIR_SM_CYCLES = 5e5;
/** Where no slice is that cheap, the smallest may take so many times as much. */
const TOO_MUCH = 2;

/** On how much of the GPU a pair's launches run, and how. */
export interface PairRun {
  readonly slice: GpuSlice;
  /** Whether launches are replayed block by block, with the speeds of blocks in windows; else they are simulated. */
  readonly replayed: boolean;
}

/**
 * How two kernels are relaunched together: whole launches on the largest slice that is affordable; launches that
 * are too long for the smallest slice are replayed.
 *
 * @param launchCycles of one launch of each alone on the whole GPU
 * @param slices largest first
 */
export function pairRun(
  launchCycles: readonly [number, number],
  slices: readonly [GpuSlice, ...GpuSlice[]],
): PairRun {
  return affordableRun(launchCycles, slices) ?? { slice: slices.at(-1)!, replayed: true };
}

/**
 * How two kernels are relaunched together that have SMs of their own, half of them each: whole launches on a slice
 * that can be halved.
 *
 * @returns null where that takes too long: a window is looked at
 */
export function dividedRun(
  launchCycles: readonly [number, number],
  slices: readonly GpuSlice[],
): PairRun | null {
  return affordableRun(
    launchCycles,
    slices.filter(({ sms, memoryChannels }) => sms % 2 === 0 && memoryChannels % 2 === 0),
  );
}

function affordableRun([a, b]: readonly [number, number], slices: readonly GpuSlice[]): PairRun | null {
  const affordable = slices.find(({ sms }) => (a + b) * sms <= PAIR_SM_CYCLES);
  const smallest = slices.at(-1);
  const isBearable = smallest && (a + b) * smallest.sms <= TOO_MUCH * PAIR_SM_CYCLES;
  const slice = affordable ?? (isBearable ? smallest : undefined);
  return slice ? { slice, replayed: false } : null;
}
