import { isAscii } from 'node:buffer';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { message, type Words } from '../kernel/message';

/** Unpacked bytes below which a gzip file may be as tight as it likes. */
const HARMLESS_BYTES = 1 << 28;
/** How many times its size a longer one may unpack to: traces and tables reach 50, runs of one byte 1000. */
const MAX_RATIO = 200;

/** A gzip file that unpacks to so many times its size that no profiler can have written it. */
export class PackedTooTightError extends Error {
  readonly said: Words;

  constructor(unpackedBytes: number, packedBytes: number) {
    super('packed too tight');
    const times = Math.round(unpackedBytes / Math.max(1, packedBytes));
    this.said = message('profiles.gzipTight', { mib: unpackedBytes >> 20, times });
  }
}

/** The first bytes of a stream, and the whole stream again. */
export interface Peeked {
  readonly head: Uint8Array;
  readonly all: AsyncGenerator<Uint8Array>;
  /** Gives the source up, whether `all` was read or not: a generator that has not begun cleans nothing up. */
  readonly close: () => Promise<void>;
}

/** Reads until `count` bytes are known (or the end), without losing them for the reader after. */
export async function peek(source: AsyncGenerator<Uint8Array>, count: number): Promise<Peeked> {
  const held: Uint8Array[] = [];
  let length = 0;
  while (length < count) {
    const next = await source.next();
    if (next.done === true) break;
    held.push(next.value);
    length += next.value.length;
  }
  const head = new Uint8Array(Math.min(length, count));
  let at = 0;
  for (const chunk of held) {
    const part = chunk.subarray(0, head.length - at);
    head.set(part, at);
    at += part.length;
  }
  return {
    head,
    all: rejoin(held, source),
    close: async () => void (await source.return(undefined)),
  };
}

async function* rejoin(held: Uint8Array[], rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* held;
    held.length = 0;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/**
 * Unpacks gzip. A damaged or cut stream throws zlib's error after everything before the damage.
 * @throws PackedTooTightError after what no profiler can have written.
 */
export async function* gunzip(
  source: AsyncGenerator<Uint8Array>,
  harmlessBytes = HARMLESS_BYTES,
): AsyncGenerator<Uint8Array> {
  const unpack = createGunzip();
  // The error reaches the reader below; the callback only keeps it from being raised twice.
  pipeline(Readable.from(source, { objectMode: false }), unpack, () => undefined);
  let unpackedBytes = 0;
  for await (const chunk of unpack as AsyncIterable<Uint8Array>) {
    unpackedBytes += chunk.length;
    if (unpackedBytes > harmlessBytes && unpackedBytes > MAX_RATIO * unpack.bytesWritten)
      throw new PackedTooTightError(unpackedBytes, unpack.bytesWritten);
    yield chunk;
  }
}

/** Text encoding of a profile file. */
export type TextEncodingName = 'utf-8' | 'utf-16le' | 'utf-16be';

/**
 * The text encoding by byte order mark, or, without one, by where the zero bytes of Latin text
 * stand: `>` in PowerShell writes UTF-16 with a mark, editors also without.
 */
export function textEncodingOf(head: Uint8Array): TextEncodingName {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const pairs = Math.min(head.length, 256) >> 1;
  let zeroFirst = 0;
  let zeroSecond = 0;
  for (let i = 0; i < pairs; i++) {
    if (head[2 * i] === 0) zeroFirst++;
    if (head[2 * i + 1] === 0) zeroSecond++;
  }
  if (pairs > 0 && zeroSecond >= 0.9 * pairs && zeroFirst === 0) return 'utf-16le';
  if (pairs > 0 && zeroFirst >= 0.9 * pairs && zeroSecond === 0) return 'utf-16be';
  return 'utf-8';
}

/** Larger strings have memory of their own from the system each, which costs more than the copy. */
const TEXT_BYTES = 1 << 15;

/** Text pieces of a byte stream; bytes that the encoding does not have become U+FFFD. */
export async function* decodeText(
  source: AsyncGenerator<Uint8Array>,
  encoding: TextEncodingName,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  // What profilers write is ASCII but for a few names, and copying ASCII is several times as fast as decoding it.
  let isPlain = encoding === 'utf-8';
  for await (const chunk of source)
    for (let at = 0; at < chunk.length; at += TEXT_BYTES) {
      const piece = chunk.subarray(at, at + TEXT_BYTES);
      const isAsciiToo = encoding === 'utf-8' && isAscii(piece);
      yield isPlain && isAsciiToo ? asciiText(piece) : decoder.decode(piece, { stream: true });
      // The decoder may hold the beginning of a character that the next piece ends.
      isPlain = isAsciiToo;
    }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

const asciiText = ({ buffer, byteOffset, length }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, length).toString('latin1');

/** Text as the bytes of UTF-8. */
export async function* encodeUtf8(pieces: AsyncGenerator<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield encoder.encode(piece);
}
