/** Tuples that there is room for at the start. */
const FIRST_TUPLES = 64;

/**
 * Numbers the distinct tuples of a fixed width among millions, without a string a tuple: rows of a recording
 * share what they have in common but their times.
 */
export class NumberGroups {
  /** Of each hash its last tuple, and of each tuple the one before it with the same hash; -1 for none. */
  private readonly newest = new Map<number, number>();
  private readonly older: number[] = [];
  private tuples: Float64Array;
  /** The same memory, by halves of the doubles: two doubles are one where both halves are. */
  private halves: Int32Array;
  /** The tuple that `take` numbers; not-a-number for none, which is no value of any column. */
  readonly current: Float64Array;
  private readonly currentHalves: Int32Array;
  private _count = 0;
  private last = -1;

  constructor(private readonly width: number) {
    this.current = new Float64Array(width);
    this.currentHalves = new Int32Array(this.current.buffer);
    this.tuples = new Float64Array(width * FIRST_TUPLES);
    this.halves = new Int32Array(this.tuples.buffer);
  }

  get count(): number {
    return this._count;
  }

  /** Sets a place of the current tuple. */
  set(place: number, value: number): void {
    this.current[place] = value;
  }

  /** Number of the current tuple, from 0 in the order in which they first came. */
  take(): number {
    if (this.last >= 0 && this.isCurrent(this.last)) return this.last;
    const hash = this.hash();
    const newest = this.newest.get(hash) ?? -1;
    for (let group = newest; group >= 0; group = this.older[group]!)
      if (this.isCurrent(group)) return (this.last = group);
    this.last = this.add();
    this.older.push(newest);
    this.newest.set(hash, this.last);
    return this.last;
  }

  /** A place of a tuple; null where it was null. */
  value(group: number, place: number): number | null {
    const value = group < this._count ? (this.tuples[group * this.width + place] ?? Number.NaN) : Number.NaN;
    return place < 0 || Number.isNaN(value) ? null : value;
  }

  private add(): number {
    const at = this._count * this.width;
    if (at === this.tuples.length) {
      const more = new Float64Array(2 * this.tuples.length);
      more.set(this.tuples);
      this.tuples = more;
      this.halves = new Int32Array(more.buffer);
    }
    this.tuples.set(this.current, at);
    return this._count++;
  }

  /** FNV-1a over the doubles, their halves folded: of a small whole number one half is 0. */
  private hash(): number {
    const { currentHalves: halves } = this;
    let hash = 0x811c9dc5;
    for (let i = 0; i < halves.length; i += 2)
      hash = Math.imul(hash ^ (halves[i]! * 31) ^ halves[i + 1]!, 0x01000193);
    return hash;
  }

  private isCurrent(group: number): boolean {
    const { halves, currentHalves } = this;
    const from = group * currentHalves.length;
    for (let i = 0; i < currentHalves.length; i++) if (halves[from + i] !== currentHalves[i]) return false;
    return true;
  }
}
