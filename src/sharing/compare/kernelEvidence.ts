import type { Prediction, SharingMode } from '../../kernel/prediction';
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

/** What is known of kernels in sharing modes; null while nothing is. */
export interface KernelAnswers {
  /** Slowdown of the contender `of` while the one at `beside` runs. */
  answer(mode: SharingMode, of: number, beside: number): Prediction | null;
  /** Of two kernels: both launches, started together; what is known best. */
  started(mode: SharingMode): StartedTogether | null;
}

/** Kernels of which each is launched once. */
export function kernelEvidence(
  contenders: readonly Contender[],
  { answer, started }: KernelAnswers,
): WayEvidence {
  const solo = soloTimes(contenders);
  /** From both launches started together where that is known, else reckoned from slowdowns. */
  const timesIn = (mode: SharingMode, reckoned: typeof togetherTimes): WayTimes | null => {
    if (solo === null) return null;
    const run = solo.length === 2 ? started(mode) : null;
    if (run !== null) return startedTimes([solo[0]!, solo[1]!], run);
    const answers = answersOf(contenders, (of, beside) => answer(mode, of, beside));
    return answers && reckoned(solo, answers);
  };
  return {
    times: (way) => {
      if (way === 'serial') return solo && serialTimes(solo);
      if (way === 'time-slice') return solo && slicedTimes(solo);
      if (isOfHalves(way, contenders.length)) return null;
      const mode = modeOf(way);
      return timesIn(mode, isDivided(mode) ? dividedTimes : togetherTimes);
    },
    serial: { apply: streamsText(contenders, false), isolation: 'one-process' },
    streams: streamsText(contenders, true),
    turnsShare: [],
  };
}

/** Answers for all beside all others; null while one is not known. */
function answersOf(
  contenders: readonly Contender[],
  answer: (of: number, beside: number) => Prediction | null,
): PairAnswers | null {
  const rows = contenders.map((_, of) =>
    contenders.map((__, beside) => (of === beside ? null : answer(of, beside))),
  );
  const isKnown = rows.every((row, of) => row.every((one, beside) => one !== null || of === beside));
  return isKnown ? rows : null;
}

/** Whether answers, which are of half a GPU each, do not tell of this way: instances of thirds have slices of their own. */
export const isOfHalves = (way: Way, contenders: number): boolean => way === 'mig' && contenders > 2;

/** In which mode slowdowns are asked for; caps are taken as SMs of one's own. */
export function modeOf(way: Exclude<Way, 'serial' | 'time-slice'>): 'streams' | 'mps' | 'spatial' | 'mig' {
  return way === 'mps-caps' || way === 'green-contexts' ? 'spatial' : way;
}

/** Whether each has a part of the GPU that stays its own. */
export const isDivided = (mode: SharingMode): boolean => mode === 'spatial' || mode === 'mig';
