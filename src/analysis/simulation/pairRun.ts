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

/** A launch's share of a slice may be so much of a block at least: it has one there. */
const LEAST_OF_A_BLOCK = 0.75;

/**
 * How two kernels are relaunched together: whole launches on the largest slice that is affordable; launches that
 * are too long for the smallest slice are replayed. A launch of fewer blocks than the GPU has SMs would have too many
 * of a small slice.
 *
 * @param launchCycles of one launch of each alone on the whole GPU
 * @param slices largest first
 * @param fewest blocks of either launch, over the SMs of the GPU
 */
export function pairRun(
  launchCycles: readonly [number, number],
  slices: readonly [GpuSlice, ...GpuSlice[]],
  fewest = Infinity,
): PairRun {
  const [first, ...rest] = slices;
  const faithful = [first, ...rest.filter(({ sms }) => fewest * sms >= LEAST_OF_A_BLOCK)];
  return affordableRun(launchCycles, faithful) ?? { slice: faithful.at(-1)!, replayed: true };
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
