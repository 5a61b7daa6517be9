import type { YieldedPlaces } from '../../src/predictors/yieldSearchPort';
import { PART, type Programs } from './programs';
import type { Runs } from './runs';
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

/** The programs, and the GPU that runs them. */
export interface Bench {
  readonly programs: Programs;
  readonly runs: Runs;
}

/** Runs figure 6 on the whole GPU, and on the part what divides evenly. */
export function collectWhole(
  whole: Bench,
  part: Bench,
  isOver: () => boolean,
  say: (line: string) => void,
): void {
  for (const [first, second] of FIGURE_6_PAIRS) {
    for (const places of FIGURE_6_PLACES) {
      if (isOver()) return;
      tried(whole, first, second, places);
      if (places.sms % PART === 0) tried(part, first, second, { ...places, sms: places.sms / PART });
    }
    say(`${first} beside ${second} on the whole GPU`);
  }
}

function tried({ programs, runs }: Bench, first: string, second: string, places: YieldedPlaces): void {
  runs.trial(programs.named(first), programs.named(second), places);
}
