import type { YieldedPlaces, YieldEffect, YieldMap } from '../../yieldSearchPort';

/** Where maps were sampled: shares of all SMs and of all blocks of an SM that were given, ascending, up to 1. */
export interface MapAxes {
  readonly sms: readonly number[];
  readonly blocks: readonly number[];
}

/** Effects of one pair at all points of the axes, by SMs and then blocks. */
export interface CoRunMap {
  /** Pace of the latency-critical application over that alone. */
  readonly progress: readonly (readonly number[])[];
  /** Pace of the application that yields while both run, over that alone. */
  readonly throughput: readonly (readonly number[])[];
}

/** Least progress that is told: below, latency is without a bound. */
const LEAST = 1e-3;

/**
 * A map between its points, linear in both shares. Progress is taken rather than latency, for it is 0 where nothing is
 * given, where the other keeps all of its pace.
 */
export function interpolated({ sms, blocks }: MapAxes, map: CoRunMap, most: YieldedPlaces): YieldMap {
  const progress = grid(map.progress, 0, blocks.length);
  const throughput = grid(map.throughput, 1, blocks.length);
  const [x, y] = [
    [0, ...sms],
    [0, ...blocks],
  ];
  return (places): YieldEffect => {
    const across = between(x, places.sms / most.sms);
    const up = between(y, places.blocks / most.blocks);
    return {
      latency: 1 / Math.max(LEAST, at(progress, across, up)),
      throughput: at(throughput, across, up),
    };
  };
}

/** Values with a row and a column in front for what is given of nothing. */
function grid(values: readonly (readonly number[])[], nothing: number, columns: number): number[][] {
  return [Array.from({ length: columns + 1 }, () => nothing), ...values.map((row) => [nothing, ...row])];
}

interface Place {
  readonly from: number;
  /** 0 at `from`, 1 at the next point. */
  readonly share: number;
}

function between(points: readonly number[], value: number): Place {
  const above = points.findIndex((point) => point >= value);
  const from = Math.max(0, (above < 0 ? points.length - 1 : above) - 1);
  const [low, high] = [points[from]!, points[from + 1]!];
  return { from, share: Math.min(1, Math.max(0, (value - low) / (high - low))) };
}

function at(values: readonly (readonly number[])[], across: Place, up: Place): number {
  const column = (row: readonly number[]): number =>
    row[up.from]! * (1 - up.share) + row[up.from + 1]! * up.share;
  return column(values[across.from]!) * (1 - across.share) + column(values[across.from + 1]!) * across.share;
}
