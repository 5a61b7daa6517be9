import { geometricMean } from '../../../src/stats/means';
import { rankCorrelation } from '../../../src/stats/rankCorrelation';

export interface SweptTime {
  readonly threads: number;
  readonly measuredMs: number;
  readonly simulatedMs: number;
}

/** What the simulated curve of one kernel is worth for choosing a block size. */
export interface SweepComparison {
  /** Spearman, over the block sizes; null where one curve is a level line. */
  readonly rank: number | null;
  /** Measured time of the slowest block size over that of the fastest: what there is to win. */
  readonly spread: number;
  /** The block size that is fastest by simulation, and the one that was. */
  readonly chosen: number;
  readonly best: number;
  /** Measured time at the chosen block size over the best measured time. */
  readonly regret: number;
  /** Geometric mean of that ratio over all block sizes: what a blind choice costs. */
  readonly blindRegret: number;
  /** Mean over block sizes of the ratio, by which the simulated curve (scaled to the same mean) is off. */
  readonly shapeError: number;
  /** Simulated over measured time, geometric mean over block sizes. */
  readonly scale: number;
}

const fastest = (times: readonly SweptTime[], time: (of: SweptTime) => number): SweptTime =>
  times.reduce((best, candidate) => (time(candidate) < time(best) ? candidate : best));

export function compareSweep(times: readonly SweptTime[]): SweepComparison {
  const measured = times.map((time) => time.measuredMs);
  const best = fastest(times, (time) => time.measuredMs);
  const chosen = fastest(times, (time) => time.simulatedMs);
  const ratios = times.map((time) => time.simulatedMs / time.measuredMs);
  const scale = geometricMean(ratios);
  return {
    rank: rankCorrelation(
      measured,
      times.map((time) => time.simulatedMs),
    ),
    spread: Math.max(...measured) / best.measuredMs,
    chosen: chosen.threads,
    best: best.threads,
    regret: chosen.measuredMs / best.measuredMs,
    blindRegret: geometricMean(measured.map((ms) => ms / best.measuredMs)),
    shapeError: geometricMean(ratios.map((ratio) => Math.exp(Math.abs(Math.log(ratio / scale))))) - 1,
    scale,
  };
}
