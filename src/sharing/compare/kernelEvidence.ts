import type { SharingMode } from '../../kernel/prediction';
import type { StartedTogether } from '../overlapVerdict';
import type { WayEvidence } from './compareWays';
import type { Contender, Way, WayTimes } from './way';
import { streamsText } from './wayTexts';
import {
  dividedTimes,
  serialTimes,
  slicedTimes,
  soloTimes,
  startedTimes,
  togetherTimes,
  type PairAnswers,
} from './wayTimes';

/** What is known of two kernels in sharing modes; null while nothing is. */
export interface PairEvidence {
  /** Slowdown of each while the other runs. */
  answers(mode: SharingMode): PairAnswers | null;
  /** Both launches, started together: what is known best. */
  started(mode: SharingMode): StartedTogether | null;
}

/** Two kernels of which each is launched once. */
export function kernelEvidence(
  pair: readonly [Contender, Contender],
  { answers, started }: PairEvidence,
): WayEvidence {
  const solo = soloTimes(pair);
  /** From both launches started together where that is known, else reckoned from slowdowns. */
  const timesIn = (mode: SharingMode, reckoned: typeof togetherTimes): WayTimes | null => {
    if (solo === null) return null;
    const run = started(mode);
    if (run !== null) return startedTimes(solo, run);
    const both = answers(mode);
    return both && reckoned(solo, both);
  };
  return {
    times: (way) => {
      if (way === 'serial') return solo && serialTimes(solo);
      if (way === 'time-slice') return solo && slicedTimes(solo);
      const mode = modeOf(way);
      return timesIn(mode, isDivided(mode) ? dividedTimes : togetherTimes);
    },
    serial: { apply: streamsText(pair, false), isolation: 'one-process' },
    streams: streamsText(pair, true),
    turnsShare: [],
  };
}

/** In which mode slowdowns are asked for; caps are taken as SMs of one's own. */
export function modeOf(way: Exclude<Way, 'serial' | 'time-slice'>): 'streams' | 'mps' | 'spatial' | 'mig' {
  return way === 'mps-caps' || way === 'green-contexts' ? 'spatial' : way;
}

/** Whether each has a part of the GPU that stays its own. */
export const isDivided = (mode: SharingMode): boolean => mode === 'spatial' || mode === 'mig';
