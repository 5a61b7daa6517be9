/** Keys of one page: 32, which costs little where numbers are far apart and finds most of a run at hand. */
const PAGE_BITS = 5;
const PAGE = 1 << PAGE_BITS;
/** Values of one block of pages. */
const BLOCK = 1 << 15;

/**
 * Whole numbers by whole numbers, for millions of them. Numbers of calls and operators follow each other with gaps, so
 * values stand in pages of neighbouring keys, which an ordinary map finds: 4 bytes for each key of a run, some 170 for one
 * that is alone.
 */
export class NumberMap {
  /** Where the values of a page begin. */
  private readonly pages = new Map<number, number>();
  /** Values plus one; 0 for none. */
  private readonly blocks: Uint32Array[] = [];
  private lastPage = Number.NaN;
  private lastStart = -1;
  private count = 0;

  get size(): number {
    return this.count;
  }

  /** The value of a key; -1 when it is not there. */
  get(key: number): number {
    const page = Math.floor(key / PAGE);
    const start = this.startOf(page);
    if (start < 0) return -1;
    const at = start + (key - page * PAGE);
    return (this.blocks[Math.floor(at / BLOCK)]?.[at % BLOCK] ?? 0) - 1;
  }

  /** Sets the value of a whole number, from 0 to 2^32 - 2. */
  set(key: number, value: number): void {
    if (!Number.isSafeInteger(key)) return;
    const page = Math.floor(key / PAGE);
    let start = this.startOf(page);
    if (start < 0) start = this.newPage(page);
    const at = start + (key - page * PAGE);
    const block = this.blocks[Math.floor(at / BLOCK)]!;
    if (block[at % BLOCK] === 0) this.count++;
    block[at % BLOCK] = value + 1;
  }

  private startOf(page: number): number {
    if (page !== this.lastPage) {
      this.lastPage = page;
      this.lastStart = this.pages.get(page) ?? -1;
    }
    return this.lastStart;
  }

  private newPage(page: number): number {
    const start = this.pages.size * PAGE;
    if (start % BLOCK === 0) this.blocks.push(new Uint32Array(BLOCK));
    this.pages.set(page, start);
    this.lastStart = start;
    return start;
  }
}
