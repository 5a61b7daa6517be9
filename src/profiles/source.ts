import { InputError } from '../kernel/result';

/** The bytes of a file in any order, for formats whose parts refer to each other. */
export interface RandomAccess {
  readonly size: number;
  /**
   * `length` bytes from `offset` on; fewer only where the file ends. They may be put into `spare`, of at least that
   * length, whose bytes nobody needs any more.
   */
  read(offset: number, length: number, spare?: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** The bytes of a profile file in order; `size` is the total, when known, for progress. */
export interface ByteSource extends AsyncIterable<Uint8Array> {
  readonly size?: number;
  /** Opens the same bytes for reading in any order; absent where they only come in order. */
  readonly openRandom?: () => Promise<RandomAccess>;
}

/** Progress of reading one file. */
export interface ReadProgress {
  /** Bytes of the file as stored (compressed bytes for a gzip file). */
  readonly bytesRead: number;
  readonly totalBytes: number | null;
}

/** Options of reading one file. */
export interface ReadOptions {
  readonly onProgress?: (progress: ReadProgress) => void;
  /** Looked at between chunks; an `AbortSignal` fits. */
  readonly signal?: { readonly aborted: boolean };
  /** Resolves after other tasks of the thread have run, so that a cancel message can arrive; default: none run. */
  readonly yieldToTasks?: () => Promise<void>;
  /** Rows of one kind that are listed one by one; of more, groups are. Default 100,000. */
  readonly maxListed?: number;
  /** The same of events of traces alone, whose columns stay; default `maxListed`. */
  readonly maxEvents?: number;
}

/** Largest piece handed on at once: bounds the work between two looks at the signal. */
const PIECE_BYTES = 1 << 18;
/** Bytes between two calls of `yieldToTasks`. */
export const YIELD_BYTES = 1 << 22;

/** A source of bytes that are already in memory. */
export function bytesSource(bytes: Uint8Array): ByteSource {
  return {
    size: bytes.length,
    openRandom: () => Promise.resolve(bytesAccess(bytes)),
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
}

/** Random access to bytes that are already in memory. */
export function bytesAccess(bytes: Uint8Array): RandomAccess {
  return {
    size: bytes.length,
    read: (offset, length) => Promise.resolve(bytes.subarray(offset, offset + length)),
    close: () => Promise.resolve(),
  };
}

/**
 * The source in pieces of bounded size, reporting progress.
 * @throws InputError with code `cancelled` once the signal is aborted.
 */
export async function* watched(
  path: string,
  source: ByteSource,
  options: ReadOptions,
): AsyncGenerator<Uint8Array> {
  let bytesRead = 0;
  let nextYield = YIELD_BYTES;
  for await (const chunk of source)
    for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
      if (bytesRead >= nextYield) {
        nextYield = bytesRead + YIELD_BYTES;
        await options.yieldToTasks?.();
      }
      if (options.signal?.aborted === true) throw new InputError('reading was cancelled', 'cancelled', path);
      const piece = chunk.subarray(at, at + PIECE_BYTES);
      yield piece;
      bytesRead += piece.length;
      options.onProgress?.({ bytesRead, totalBytes: source.size ?? null });
    }
}
