import type { BlockShape } from './blockShape';

/** Shares are sums of fractions such as 1/3: what misses one by rounding still fits. */
const ROUNDING = 1e-9;

/** How much of each SM is taken. */
export class SmState {
  private readonly used: number[][];
  /** SM that gets the next block (blocks are dealt in turn, section 4.2.2). */
  private turn = 0;

  constructor(readonly sms: number) {
    this.used = Array.from({ length: sms }, () => [0, 0, 0, 0]);
  }

  /**
   * Deals up to `blocks` blocks to the SMs in turn, one each round, as long as they fit.
   *
   * @param resident blocks of the same kernel on each SM, which has a limit of its own.
   * @returns blocks on each SM, or null when none fits.
   */
  place(shape: BlockShape, blocks: number, resident: readonly number[]): readonly number[] | null {
    const free = this.used.map((used, sm) =>
      Math.min(shape.blocksPerSm - resident[sm]!, ...shape.need.map((need, at) => room(used[at]!, need))),
    );
    const placed = new Array<number>(this.sms).fill(0);
    let left = blocks;
    while (left > 0) {
      const open = free.filter((count) => count > 0);
      if (open.length === 0) break;
      // Whole rounds at once as long as every open SM takes part; the rest one by one.
      const rounds = Math.min(Math.floor(left / open.length), ...open);
      left -= rounds > 0 ? this.dealRounds(rounds, free, placed) : this.dealSingly(left, free, placed);
    }
    if (left === blocks) return null;
    this.add(shape, placed, 1);
    return placed;
  }

  release(shape: BlockShape, placed: readonly number[]): void {
    this.add(shape, placed, -1);
  }

  private dealRounds(rounds: number, free: number[], placed: number[]): number {
    let dealt = 0;
    for (let sm = 0; sm < this.sms; sm++) {
      if (free[sm]! <= 0) continue;
      free[sm]! -= rounds;
      placed[sm]! += rounds;
      dealt += rounds;
    }
    return dealt;
  }

  private dealSingly(count: number, free: number[], placed: number[]): number {
    let dealt = 0;
    for (let step = 0; step < this.sms && dealt < count; step++) {
      const sm = (this.turn + step) % this.sms;
      if (free[sm]! <= 0) continue;
      free[sm]!--;
      placed[sm]!++;
      dealt++;
      if (dealt === count) this.turn = (sm + 1) % this.sms;
    }
    return dealt;
  }

  private add(shape: BlockShape, placed: readonly number[], sign: 1 | -1): void {
    placed.forEach((count, sm) => {
      if (count === 0) return;
      const used = this.used[sm]!;
      for (let at = 0; at < used.length; at++) used[at]! += sign * count * shape.need[at]!;
    });
  }
}

function room(used: number, need: number): number {
  return need === 0 ? Infinity : Math.floor((1 - used) / need + ROUNDING);
}
