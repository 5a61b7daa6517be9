import type { YieldedPlaces } from '../../src/predictors/yieldSearchPort';
import { make, type Collection } from './collect';
import type { GspaceJob } from './jobs';
import { PART } from './programs';
import type { Pair } from './sample';

/** Pairs of figures 5 and 6. */
export const FIGURE_6_PAIRS: readonly Pair[] = [
  ['nn', 'lbm'],
  ['matrix-mul-tiles', 'lbm'],
  ['nn', 'pathfinder'],
  ['matrix-mul-tiles', 'pathfinder'],
];

/** 280 blocks, divided as figures 5 and 6 do: out of 80 SMs with 8 blocks each. */
export const FIGURE_6_PLACES: readonly YieldedPlaces[] = [
  { sms: 35, blocks: 8 },
  { sms: 40, blocks: 7 },
  { sms: 56, blocks: 5 },
  { sms: 70, blocks: 4 },
];

/** Runs figure 6 on the whole GPU, and on the part what divides evenly. */
export async function collectWhole(whole: Collection, part: Collection): Promise<void> {
  await make(
    whole,
    FIGURE_6_PAIRS.flatMap((pair) => jobsOf(whole, pair, FIGURE_6_PLACES)),
  );
  const even = FIGURE_6_PLACES.filter(({ sms }) => sms % PART === 0);
  const smaller = even.map(({ sms, blocks }) => ({ sms: sms / PART, blocks }));
  await make(
    part,
    FIGURE_6_PAIRS.flatMap((pair) => jobsOf(part, pair, smaller)),
  );
}

function jobsOf(
  { programs, runs }: Collection,
  [yielding, critical]: Pair,
  places: readonly YieldedPlaces[],
): GspaceJob[] {
  return runs.trialJobs(programs.named(yielding), programs.named(critical), places);
}
