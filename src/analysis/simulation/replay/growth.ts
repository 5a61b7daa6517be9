/** What blocks of a kernel take longer beside such a share of the blocks of others, over 1. */
export interface GrowthPoint {
  readonly amount: number;
  readonly share: number;
}

/** The same by what windows show, from few of the others to many. */
export type Growth = readonly GrowthPoint[];

/** Highest power by which that may grow: of flash attention's blocks beside others on an H100 it is four. */
const STEEPEST = 6;

/**
 * What windows show of which each has more of the other blocks: where these come first at a unit that they keep busy, what
 * they leave of it is no line. A window in which they take no more than in one with fewer of them is left out.
 */
export function growthThrough(...points: Growth): Growth {
  return points.reduce<Growth>((kept, point) => {
    const last = kept.at(-1);
    return last && (point.share <= last.share || point.amount <= last.amount) ? kept : [...kept, point];
  }, []);
}

/** What blocks take longer, over 1, beside such a share of the blocks of the others: a power law between windows. */
export function growthAt(growth: Growth, beside: number): number {
  const last = growth.length - 1;
  const next = growth.findIndex(({ share }, at) => at === last || (at > 0 && share >= beside));
  const { amount, share } = growth[next]!;
  return amount * (beside / share) ** powerBetween(growth[next - 1], growth[next]!);
}

function powerBetween(first: GrowthPoint | undefined, second: GrowthPoint): number {
  if (first === undefined || first.amount <= 0) return 1;
  const power = Math.log(second.amount / first.amount) / Math.log(second.share / first.share);
  return Math.min(STEEPEST, Math.max(1, power));
}
