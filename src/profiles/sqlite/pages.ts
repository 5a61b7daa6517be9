import { InputError } from '../../kernel/result';
import { YIELD_BYTES, type RandomAccess, type ReadOptions } from '../source';

/** Bytes fetched at once: table pages mostly follow each other, and a fetch is a turn of the event loop. */
const WINDOW_BYTES = 1 << 20;
/** Windows kept: interior pages are met again while their leaves are read. */
const MAX_WINDOWS = 16;

/** Bytes of pages visited between two looks at the signal. */
const LOOK_BYTES = 1 << 18;

/** Pages of a database file, fetched in windows of bounded number, with progress and cancel. */
export class PageFile {
  readonly pageCount: number;
  private readonly windows = new Map<number, Uint8Array>();
  private bytesRead = 0;
  private visited = 0;
  private nextLook = LOOK_BYTES;
  private nextYield = YIELD_BYTES;

  constructor(
    private readonly path: string,
    private readonly file: RandomAccess,
    readonly pageSize: number,
    private readonly options: ReadOptions,
  ) {
    this.pageCount = Math.floor(file.size / pageSize);
  }

  /** The bytes of a page (1-based) that is at hand, good until another page is fetched, undefined for one that has to be fetched. */
  cached(page: number): Uint8Array | undefined {
    const at = (page - 1) * this.pageSize;
    const window = this.windows.get(Math.floor(at / WINDOW_BYTES));
    return window === undefined ? undefined : this.cut(window, at);
  }

  /** The bytes of a page, null for one that the file does not have whole. */
  async load(page: number): Promise<Uint8Array | null> {
    if (!(page >= 1 && page <= this.pageCount)) return null;
    const at = (page - 1) * this.pageSize;
    const window = await this.fetch(Math.floor(at / WINDOW_BYTES));
    const bytes = this.cut(window, at);
    return bytes.length === this.pageSize ? bytes : null;
  }

  private cut(window: Uint8Array, at: number): Uint8Array {
    const from = at % WINDOW_BYTES;
    return window.subarray(from, from + this.pageSize);
  }

  private async fetch(index: number): Promise<Uint8Array> {
    const held = this.windows.get(index);
    if (held !== undefined) return held;
    const window = await this.file.read(index * WINDOW_BYTES, WINDOW_BYTES, this.spareWindow());
    this.windows.set(index, window);
    this.bytesRead += window.length;
    this.options.onProgress?.({
      bytesRead: Math.min(this.bytesRead, this.file.size),
      totalBytes: this.file.size,
    });
    return window;
  }

  /** The memory of the oldest window once there are enough: pages of memory that was never used cost more than reading. */
  private spareWindow(): Uint8Array | undefined {
    if (this.windows.size < MAX_WINDOWS) return undefined;
    const [oldest] = this.windows.keys();
    const window = this.windows.get(oldest!);
    this.windows.delete(oldest!);
    return window?.length === WINDOW_BYTES ? window : undefined;
  }

  /**
   * Counts a page as visited; a promise where other tasks have their turn before it is read.
   * @throws InputError with code `cancelled` once the signal is aborted.
   */
  visit(): Promise<void> | undefined {
    this.visited += this.pageSize;
    if (this.visited < this.nextLook) return undefined;
    this.nextLook = this.visited + LOOK_BYTES;
    if (this.options.signal?.aborted === true)
      throw new InputError('reading was cancelled', 'cancelled', this.path);
    if (this.visited < this.nextYield) return undefined;
    this.nextYield = this.visited + YIELD_BYTES;
    return this.options.yieldToTasks?.();
  }
}
