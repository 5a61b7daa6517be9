/** How far a launch comes alone: warp instructions done after so many cycles, from (0, 0) on. */
export interface WorkCurve {
  /** Whether the last point is the end of the launch; else the recording was stopped there. */
  readonly finished: boolean;
  readonly points: readonly (readonly [cycle: number, instructions: number])[];
}

/** Cycles and warp instructions of the whole recording. */
export const endOf = ({ points }: WorkCurve): readonly [cycle: number, instructions: number] => points.at(-1)!;

/**
 * Warp instructions per cycle in the second half of a recording, when all SMs are at work; at least a tenth of
 * that over all of it, should the recording end in a lull.
 */
export function steadyPace(curve: WorkCurve): number {
  const [endCycle, endWork] = endOf(curve);
  const [cycle, work] = curve.points.findLast(([at]) => at <= endCycle / 2)!;
  return Math.max((endWork - work) / (endCycle - cycle), endWork / endCycle / 10);
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
 * beginning, when the SMs fill up, weighs no more than in the whole launch.
 */
export function cyclesOfShare(curve: WorkCurve, instructions: number): number {
  const [cycles, work] = endOf(curve);
  return curve.finished ? (instructions / work) * cycles : instructions / steadyPace(curve);
}

/** `list` with about `count` of its entries, the first and the last among them. */
export function thinned<T>(list: readonly T[], count: number): T[] {
  const every = Math.max(1, Math.ceil(list.length / count));
  return list.filter((_, at) => at % every === 0 || at === list.length - 1);
}
