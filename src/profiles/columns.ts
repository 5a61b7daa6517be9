const FIRST_ROWS = 1 << 10;

/** Rows of numbers of one width that grow to millions. */
export class NumberRows {
  private data: Float64Array;
  private rows = 0;

  constructor(private readonly width: number) {
    this.data = new Float64Array(FIRST_ROWS * width);
  }

  get length(): number {
    return this.rows;
  }

  /** Adds a row; returns its index. */
  push(...values: readonly number[]): number {
    const at = this.rows * this.width;
    if (at === this.data.length) {
      const larger = new Float64Array(this.data.length * 2);
      larger.set(this.data);
      this.data = larger;
    }
    for (let i = 0; i < this.width; i++) this.data[at + i] = values[i] ?? Number.NaN;
    return this.rows++;
  }

  /** A value; not-a-number where there is none. */
  at(row: number, column: number): number {
    return this.data[row * this.width + column] ?? Number.NaN;
  }
}
