/** What blocks of a kernel take longer beside others, over 1: so much beside such a share of these, by a power of it. */
export interface Growth {
  readonly amount: number;
  readonly share: number;
  readonly power: number;
}

/** Highest power by which that may grow: of flash attention's blocks beside others on an H100 it is four. */
const STEEPEST = 6;

/**
 * A power law through what two windows show, of which the second has more of the other blocks: where these come first at
 * a unit that they keep busy, what they leave of it is no line.
 */
export function growthThrough(first: Growth, second: Growth): Growth {
  if (second.share <= first.share || second.amount <= first.amount) return first;
  const power = Math.log(second.amount / first.amount) / Math.log(second.share / first.share);
  return { ...second, power: Math.min(STEEPEST, Math.max(1, power)) };
}

/** What blocks take longer, over 1, beside such a share of the blocks of the others. */
export function growthAt({ amount, share, power }: Growth, beside: number): number {
  return amount * (beside / share) ** power;
}
