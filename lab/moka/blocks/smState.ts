import { SM_RESOURCES, type BlockShape } from '../../../src/predictors/moka/blocks/blockShape';

/** Shares are sums of fractions such as 1/3: what misses one by rounding still fits. */
const ROUNDING = 1e-9;

const RESOURCES = SM_RESOURCES.length;

/** How much of each SM is taken. */
export class SmState {
  /** Taken shares, SM by SM in the order of `SM_RESOURCES`. */
  private readonly used: Float64Array;
  private readonly free: Int32Array;
  /** SM that gets the next block (blocks are dealt in turn, section 4.2.2). */
  private turn = 0;

  constructor(readonly sms: number) {
    this.used = new Float64Array(sms * RESOURCES);
    this.free = new Int32Array(sms);
  }

  /**
   * Deals up to `blocks` blocks to the SMs in turn, one each round, as long as they fit.
   *
   * @param resident blocks of the same kernel on each SM, which has a limit of its own.
   * @returns blocks on each SM, or null when none fits.
   */
  place(shape: BlockShape, blocks: number, resident: Int32Array): Int32Array | null {
    if (this.findFree(shape, resident) === 0) return null;
    const placed = new Int32Array(this.sms);
    let left = blocks;
    while (left > 0) {
      const rounds = this.wholeRounds(left);
      if (rounds === null) break;
      left -= rounds > 0 ? this.dealRounds(rounds, placed) : this.dealSingly(left, placed);
    }
    this.add(shape, placed, 1);
    return placed;
  }

  release(shape: BlockShape, placed: Int32Array): void {
    this.add(shape, placed, -1);
  }

  /** Counts for each SM the blocks that still fit; returns how many SMs take at least one. */
  private findFree(shape: BlockShape, resident: Int32Array): number {
    let open = 0;
    for (let sm = 0; sm < this.sms; sm++) {
      let free = shape.blocksPerSm - resident[sm]!;
      for (let at = 0; at < RESOURCES && free > 0; at++) {
        const need = shape.need[at]!;
        if (need > 0)
          free = Math.min(free, Math.floor((1 - this.used[sm * RESOURCES + at]!) / need + ROUNDING));
      }
      this.free[sm] = free;
      if (free > 0) open++;
    }
    return open;
  }

  /** Rounds in which every open SM takes a block: dealt at once. Null when no SM is open. */
  private wholeRounds(left: number): number | null {
    let open = 0;
    let least = Infinity;
    for (const free of this.free)
      if (free > 0) {
        open++;
        least = Math.min(least, free);
      }
    return open === 0 ? null : Math.min(Math.floor(left / open), least);
  }

  private dealRounds(rounds: number, placed: Int32Array): number {
    let dealt = 0;
    for (let sm = 0; sm < this.sms; sm++) {
      if (this.free[sm]! <= 0) continue;
      this.free[sm]! -= rounds;
      placed[sm]! += rounds;
      dealt += rounds;
    }
    return dealt;
  }

  /** Fewer blocks than open SMs: one each, from the SM whose turn it is. */
  private dealSingly(count: number, placed: Int32Array): number {
    let dealt = 0;
    for (let step = 0; step < this.sms && dealt < count; step++) {
      const sm = (this.turn + step) % this.sms;
      if (this.free[sm]! <= 0) continue;
      this.free[sm]!--;
      placed[sm]!++;
      dealt++;
      if (dealt === count) this.turn = (sm + 1) % this.sms;
    }
    return dealt;
  }

  private add(shape: BlockShape, placed: Int32Array, sign: 1 | -1): void {
    for (let sm = 0; sm < this.sms; sm++) {
      const count = placed[sm]!;
      if (count === 0) continue;
      for (let at = 0; at < RESOURCES; at++)
        this.used[sm * RESOURCES + at]! += sign * count * shape.need[at]!;
    }
  }
}
