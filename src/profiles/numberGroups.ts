/** Not-a-number stands for null: it is no value of any column. */
const orNaN = (value: number | null): number => value ?? Number.NaN;

/**
 * Numbers the distinct tuples of a fixed width among millions, without a string a tuple: rows of a recording
 * share what they have in common but their times.
 */
export class NumberGroups {
  private readonly buckets = new Map<number, number[]>();
  private readonly tuples: Float64Array[] = [];
  private readonly hashed: Int32Array;
  private readonly current: Float64Array;

  constructor(private readonly width: number) {
    this.current = new Float64Array(width);
    this.hashed = new Int32Array(this.current.buffer);
  }

  get count(): number {
    return this.tuples.length;
  }

  /** Sets a place of the tuple that `take` numbers. */
  set(place: number, value: number | null): void {
    this.current[place] = orNaN(value);
  }

  /** Number of the tuple that was set, from 0 in the order in which they first came. */
  take(): number {
    const hash = this.hash();
    let bucket = this.buckets.get(hash);
    if (bucket === undefined) this.buckets.set(hash, (bucket = []));
    for (const index of bucket) if (this.isCurrent(this.tuples[index])) return index;
    const index = this.tuples.push(this.current.slice()) - 1;
    bucket.push(index);
    return index;
  }

  /** A place of a tuple; null where it was null. */
  value(group: number, place: number): number | null {
    const value = this.tuples[group]?.[place] ?? Number.NaN;
    return Number.isNaN(value) ? null : value;
  }

  /** FNV-1a over the halves of the doubles. */
  private hash(): number {
    let hash = 0x811c9dc5;
    for (const half of this.hashed) hash = Math.imul(hash ^ half, 0x01000193);
    return hash;
  }

  private isCurrent(tuple: Float64Array | undefined): boolean {
    for (let i = 0; i < this.width; i++) if (!Object.is(tuple?.[i], this.current[i])) return false;
    return true;
  }
}
