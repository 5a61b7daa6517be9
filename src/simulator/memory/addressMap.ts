import { exponentOf } from '../core/bits';
import { LINE_BYTES, type SimulatorSpec } from '../spec/simulatorSpec';

/**
 * Where a line of device memory lives: L2 slice, DRAM bank and row.
 *
 * Chunks of `interleaveBytes` go round the slices. The plain map takes the bits as they are. The randomised
 * one follows Liu et al. (ISCA'18): the entropy of the row bits is spread over slice and bank bits, by a
 * rotation of each round of slices and an exclusive or of the bank, so it stays one-to-one.
 */
export class AddressMap {
  private readonly chunkShift: number;
  private readonly chunkMask: number;
  private readonly randomised: boolean;
  private readonly slicesPerChannel: number;
  private readonly rowLines: number;
  private readonly banks: number;
  /** Slices that each application may use, and how many. */
  private readonly lists: Int32Array[];
  private readonly listLengths: Int32Array;
  /** Slices of a partition of the L2 cache; 0 where it is one whole, or divided among applications. */
  private readonly half: number;

  /** @param sliceLists the slices of each application; all slices where it is left out */
  constructor(
    private readonly spec: SimulatorSpec,
    apps: number,
    sliceLists?: readonly (readonly number[])[],
  ) {
    const lines = spec.addressMap.interleaveBytes / LINE_BYTES;
    this.chunkShift = exponentOf(lines);
    this.chunkMask = lines - 1;
    this.randomised = spec.addressMap.kind === 'randomised';
    this.slicesPerChannel = spec.l2.slices / spec.memory.channels;
    this.rowLines = spec.memory.rowBytes / LINE_BYTES;
    this.banks = spec.memory.timing.bankGroups * spec.memory.timing.banksPerGroup;
    const all = Array.from({ length: spec.l2.slices }, (_, slice) => slice);
    this.lists = Array.from({ length: apps }, (_, app) => Int32Array.from(sliceLists?.[app] ?? all));
    this.listLengths = Int32Array.from(this.lists, (list) => list.length);
    const { slices, partitions } = spec.l2;
    this.half = partitions === 2 && sliceLists === undefined && slices % 2 === 0 ? slices / 2 : 0;
  }

  slice(line: number, app: number): number {
    const n = this.listLengths[app]!;
    const chunk = line >> this.chunkShift;
    const round = (chunk / n) | 0;
    const place = chunk - round * n;
    return this.lists[app]![this.randomised ? rotated(place, spread(round), n) : place]!;
  }

  /** True if SMs read through slices on their side of the L2 cache. */
  get isPartitioned(): boolean {
    return this.half > 0;
  }

  /** The slice through which an SM reads a line whose own slice is `home`: on its side, pairs of SMs in turn. */
  near(home: number, sm: number): number {
    const { half } = this;
    if (half === 0 || (home >= half ? 1 : 0) === ((sm >> 1) & 1)) return home;
    return this.across(home);
  }

  /** On which side of the L2 cache a slice is; 0 where it is one whole. */
  side(slice: number): 0 | 1 {
    return this.half > 0 && slice >= this.half ? 1 : 0;
  }

  /** The slice on the other side that keeps copies of the lines of this one. */
  across(slice: number): number {
    return slice < this.half ? slice + this.half : slice - this.half;
  }

  /** Number of the line among those of its slice; consecutive lines of a chunk stay consecutive. */
  local(line: number, app: number): number {
    const n = this.listLengths[app]!;
    const chunk = line >> this.chunkShift;
    return (((chunk / n) | 0) << this.chunkShift) | (line & this.chunkMask);
  }

  channel(slice: number): number {
    return (slice / this.slicesPerChannel) | 0;
  }

  /** Row number of the line in its channel, counted over all banks. */
  private rowIndex(line: number, slice: number, app: number): number {
    const chunk = this.local(line, app) >> this.chunkShift;
    const inChannel = chunk * this.slicesPerChannel + (slice % this.slicesPerChannel);
    return ((inChannel << this.chunkShift) / this.rowLines) | 0;
  }

  /** Bank and row of a line as `row * banks + bank`. */
  bankAndRow(line: number, slice: number, app: number): number {
    const index = this.rowIndex(line, slice, app);
    if (!this.randomised) return index;
    const row = (index / this.banks) | 0;
    const bank = index - row * this.banks;
    return row * this.banks + rotated(bank, spread(row + 1), this.banks);
  }
}

/**
 * The place that lies `by` places after `place` on a circle of `n`. The remainder is of unsigned words, which the
 * engine divides as integers; that of a sum it would take as one of doubles, which costs a hundred cycles.
 */
function rotated(place: number, by: number, n: number): number {
  const turned = (place + ((by >>> 0) % (n >>> 0))) | 0;
  return turned < n ? turned : turned - n;
}

/** A hash of a row or round number, as a non-negative number. */
function spread(value: number): number {
  let h = Math.imul(value, 0x9e3779b1);
  h ^= h >>> 15;
  h = Math.imul(h, 0x85ebca6b);
  return (h ^ (h >>> 13)) >>> 0;
}
