import type { ProfileFile } from '../kernel/profile';
import { ProfileBuilder } from './builder';
import { decodeText, gunzip, peek, textEncodingOf } from './decode';
import { LineSplitter } from './lines';
import { bytesSource, watched, type ByteSource, type ReadOptions } from './source';
import { TextReader } from './textReader';

/** Rows of one kind that a `ProfileFile` lists one by one. */
const DEFAULT_MAX_LISTED = 100_000;
const HEAD_BYTES = 4096;
/** A gzip file inside a gzip file happens; deeper nesting is an attack. */
const MAX_GZIP_DEPTH = 3;

const isGzip = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

/** zlib's errors carry codes such as `Z_BUF_ERROR` (cut) and `Z_DATA_ERROR` (damaged). */
const isGzipDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

/**
 * Reads a profile file, whatever profiler wrote it: the format is found by content, not by name.
 * What cannot be read is said in `status`, `reason` and `warnings`; a damaged file is no failure.
 * @param path how messages name the file; the file itself is not opened.
 * @throws InputError with code `cancelled` when the signal is aborted.
 */
export async function readProfile(
  path: string,
  source: ByteSource,
  options: ReadOptions = {},
): Promise<ProfileFile> {
  const builder = new ProfileBuilder(path, options.maxListed ?? DEFAULT_MAX_LISTED);
  const text = new TextReader(builder);
  const lines = new LineSplitter((line, number) => text.line(line, number));
  let { head, all } = await peek(watched(path, source, options), HEAD_BYTES);
  for (let depth = 0; isGzip(head) && depth < MAX_GZIP_DEPTH; depth++)
    ({ head, all } = await peek(gunzip(all), HEAD_BYTES));
  try {
    for await (const piece of decodeText(all, textEncodingOf(head))) lines.push(piece);
  } catch (error) {
    if (!isGzipDamage(error)) throw error;
    builder.markPartial('the gzip stream is cut or damaged; what came before the damage was read');
  }
  text.end(lines.end());
  const empty = text.whyEmpty;
  return builder.build(
    empty === null
      ? { format: 'unknown', status: 'refused', reason: 'not a profile file that Corun knows' }
      : { ...empty, status: 'empty' },
  );
}

/** Reads a profile file from bytes in memory. */
export function readProfileBytes(
  path: string,
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<ProfileFile> {
  return readProfile(path, bytesSource(bytes), options);
}
