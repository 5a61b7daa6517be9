import { message, type Words } from '../kernel/message';
import { InputError } from '../kernel/result';
import { decodeText, invalidByteNote } from './decode';
import { fileFault, openRegular, type OpenFile } from './regularFile';

/** Largest source, in bytes: larger ones are generated tables, which would cost more than they tell. */
export const MAX_SOURCE_BYTES = 8_000_000;
/** Largest other text, in bytes: scenarios, models, requests. */
const MAX_TEXT_BYTES = 256_000_000;

/** How a text is read. */
export interface TextOptions {
  /** Larger files are refused. */
  readonly maxBytes?: number;
  /** Is told where a byte is no text; the rest of the file is read. */
  readonly note?: (line: Words) => void;
}

/**
 * The bytes of a regular file.
 * @throws InputError naming the file: as `openRegular` does, or with code `too-large` naming the limit
 */
export async function readBytes(file: string, maxBytes = MAX_TEXT_BYTES): Promise<Uint8Array> {
  const opened = await openRegular(file);
  try {
    return await readAll(file, opened, maxBytes);
  } catch (error) {
    throw fileFault(file, error);
  } finally {
    await opened.handle.close();
  }
}

/**
 * The text of a regular file, UTF-8 or UTF-16.
 * @throws InputError as `readBytes` does, or with code `not-text`
 */
export async function readText(
  file: string,
  { maxBytes = MAX_TEXT_BYTES, note }: TextOptions = {},
): Promise<string> {
  return textOf(file, await readBytes(file, maxBytes), note);
}

/**
 * The text that bytes of a file are.
 * @throws InputError with code `not-text`
 */
export function textOf(file: string, bytes: Uint8Array, note?: (line: Words) => void): string {
  const decoded = decodeText(bytes);
  if (decoded === null) throw new InputError(message('files.notText'), 'not-text', file);
  if (decoded.invalid !== null) note?.(invalidByteNote(file, decoded.invalid));
  return decoded.text;
}

/** @throws InputError with code `too-large` for a size over the limit, both in bytes */
export function requireSize(file: string, size: number, limit: number): void {
  if (size <= limit) return;
  const values = { megabytes: size / 1e6, limit: limit / 1e6 };
  throw new InputError(message('files.tooLarge', values), 'too-large', file);
}

/** What the system says of the size may be 0 (`/proc`) or old: what is read counts. */
async function readAll(file: string, { handle, stats }: OpenFile, maxBytes: number): Promise<Uint8Array> {
  requireSize(file, stats.size, maxBytes);
  let buffer = new Uint8Array(stats.size + 1);
  let filled = 0;
  for (;;) {
    const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled);
    filled += bytesRead;
    requireSize(file, filled, maxBytes);
    if (bytesRead === 0) return buffer.subarray(0, filled);
    if (filled === buffer.length) buffer = grown(buffer);
  }
}

function grown(buffer: Uint8Array): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(2 * buffer.length, 1 << 16));
  larger.set(buffer);
  return larger;
}
