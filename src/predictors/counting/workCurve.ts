/** How far a launch comes alone: warp instructions done after so many cycles, from (0, 0) on. */
export interface WorkCurve {
  /** Whether the last point is the end of the launch; else the recording was stopped there. */
  readonly finished: boolean;
  readonly points: readonly (readonly [cycle: number, instructions: number])[];
}

/** Cycles and warp instructions of the whole recording. */
export const endOf = ({ points }: WorkCurve): readonly [cycle: number, instructions: number] =>
  points.at(-1)!;

/** The SMs and the L2 cache fill up in the first cycles of a launch: paces are taken behind them. */
export const FILLING_CYCLES = 8192;

/**
 * Warp instructions per cycle of a recording behind its first cycles (behind its half where it is short); at
 * least a tenth of that over all of it, should the recording end in a lull.
 *
 * @param untilCycle what comes later is left out
 */
export function steadyPace(curve: WorkCurve, untilCycle = Infinity): number {
  const end = Math.min(untilCycle, endOf(curve)[0]);
  const from = Math.min(FILLING_CYCLES, end / 2);
  const work = workUntil(curve, end);
  return Math.max((work - workUntil(curve, from)) / (end - from), work / end / 10);
}

/** Warp instructions done after some cycles of the recording, between its points on a line. */
function workUntil({ points }: WorkCurve, cycle: number): number {
  const next = points.findIndex(([at]) => at >= cycle);
  if (next <= 0) return 0;
  const [from, to] = [points[next - 1]!, points[next]!];
  return from[1] + ((cycle - from[0]) / (to[0] - from[0])) * (to[1] - from[1]);
}

/** Cycles after which the first `instructions` are done; beyond the recording it goes on at its steady pace. */
export function cyclesUntil(curve: WorkCurve, instructions: number): number {
  const { points } = curve;
  const [endCycle, endWork] = endOf(curve);
  if (instructions > endWork) return endCycle + (instructions - endWork) / steadyPace(curve);
  const next = points.findIndex(([, work]) => work >= instructions);
  if (next <= 0) return 0;
  const [from, to] = [points[next - 1]!, points[next]!];
  return from[0] + ((instructions - from[1]) / (to[1] - from[1])) * (to[0] - from[0]);
}

/**
 * Cycles for `instructions` as a share of the launch: each takes as long as any other of it, so that its
 * beginning, when the SMs fill up, weighs no more than in the whole launch. Of a launch that does not end in
 * `withinCycles` the pace until then is taken.
 */
export function cyclesOfShare(curve: WorkCurve, instructions: number, withinCycles = Infinity): number {
  const [cycles, work] = endOf(curve);
  return curve.finished && cycles <= withinCycles
    ? (instructions / work) * cycles
    : instructions / steadyPace(curve, withinCycles);
}

/** `list` with about `count` of its entries, the first and the last among them. */
export function thinned<T>(list: readonly T[], count: number): T[] {
  const every = Math.max(1, Math.ceil(list.length / count));
  return list.filter((_, at) => at % every === 0 || at === list.length - 1);
}
