import { exponentOf, quotient } from '../core/bits';
import { LINE_BYTES } from '../core/sizes';
import type { ChipSpec } from '../chip/chipSpec';

/**
 * Where a line of device memory lives: L2 slice, DRAM bank and row.
 *
 * Chunks of `interleaveBytes` go round the slices. The plain map takes the bits as they are. The randomised
 * one follows Liu et al. (ISCA'18): the entropy of the row bits is spread over slice and bank bits, by a
 * rotation of each round of slices and an exclusive or of the bank, so it stays one-to-one.
 */
export class AddressMap {
  private readonly chunkShift: i32;
  private readonly chunkMask: i32;
  private readonly randomised: boolean;
  private readonly slicesPerChannel: i32;
  private readonly rowLines: i32;
  private readonly banks: i32;
  /** Slices that each application may use, one application after the other, and where those of each begin. */
  private readonly lists: Int32Array;
  private readonly listStarts: Int32Array;
  /** Slices of a partition of the L2 cache; 0 where it is one whole, or divided among applications. */
  private readonly half: i32;

  /**
   * @param lists the slices of each application, one application after the other
   * @param starts where those of each begin, and the end
   */
  constructor(spec: ChipSpec, lists: Int32Array, starts: Int32Array) {
    const lines = quotient(spec.interleaveBytes, LINE_BYTES);
    this.chunkShift = exponentOf(lines);
    this.chunkMask = lines - 1;
    this.randomised = spec.randomisedAddresses;
    this.slicesPerChannel = quotient(spec.l2.slices, spec.memory.channels);
    this.rowLines = quotient(spec.memory.rowBytes, LINE_BYTES);
    this.banks = spec.memory.banks;
    this.lists = lists;
    this.listStarts = starts;
    this.half = spec.l2.slicesOfSide;
  }

  slice(line: i32, app: i32): i32 {
    const first = this.listStarts[app]!;
    const n = this.listStarts[app + 1]! - first;
    const chunk = line >> this.chunkShift;
    const round = quotient(chunk, n);
    const place = chunk - round * n;
    return this.lists[first + (this.randomised ? rotated(place, spread(round), n) : place)]!;
  }

  /** True if SMs read through slices on their side of the L2 cache. */
  get isPartitioned(): boolean {
    return this.half > 0;
  }

  /** The slice through which an SM reads a line whose own slice is `home`: on its side, pairs of SMs in turn. */
  near(home: i32, sm: i32): i32 {
    const half = this.half;
    if (half === 0 || (home >= half ? 1 : 0) === ((sm >> 1) & 1)) return home;
    return this.across(home);
  }

  /** On which side of the L2 cache a slice is; 0 where it is one whole. */
  side(slice: i32): i32 {
    return this.half > 0 && slice >= this.half ? 1 : 0;
  }

  /** The slice on the other side that keeps copies of the lines of this one. */
  across(slice: i32): i32 {
    return slice < this.half ? slice + this.half : slice - this.half;
  }

  /** Number of the line among those of its slice; consecutive lines of a chunk stay consecutive. */
  local(line: i32, app: i32): i32 {
    const n = this.listStarts[app + 1]! - this.listStarts[app]!;
    const chunk = line >> this.chunkShift;
    return (quotient(chunk, n) << this.chunkShift) | (line & this.chunkMask);
  }

  channel(slice: i32): i32 {
    return quotient(slice, this.slicesPerChannel);
  }

  /** Row number of the line in its channel, counted over all banks. */
  private rowIndex(line: i32, slice: i32, app: i32): i32 {
    const chunk = this.local(line, app) >> this.chunkShift;
    const inChannel = chunk * this.slicesPerChannel + (slice % this.slicesPerChannel);
    return quotient(inChannel << this.chunkShift, this.rowLines);
  }

  /** Bank and row of a line as `row * banks + bank`. */
  bankAndRow(line: i32, slice: i32, app: i32): i32 {
    const index = this.rowIndex(line, slice, app);
    if (!this.randomised) return index;
    const row = quotient(index, this.banks);
    const bank = index - row * this.banks;
    return row * this.banks + rotated(bank, spread(row + 1), this.banks);
  }
}

/**
 * The place that lies `by` places after `place` on a circle of `n`. The remainder is of unsigned words, which the
 * engine divides as integers; that of a sum it would take as one of doubles, which costs a hundred cycles.
 */
function rotated(place: i32, by: u32, n: i32): i32 {
  const turned = place + i32(by % u32(n));
  return turned < n ? turned : turned - n;
}

/** A hash of a row or round number, as a non-negative number. */
function spread(value: i32): u32 {
  let h = imul(value, -0x61c8864f);
  h ^= h >>> 15;
  h = imul(h, -0x7a143595);
  return u32(h ^ (h >>> 13));
}
