import type { ProfileFile } from '../kernel/profile';
import { ProfileBuilder } from './builder';
import { decodeText, gunzip, peek, textEncodingOf, type Peeked } from './decode';
import { recognizeBinary, looksBinary } from './foreign/binary';
import { JsonRecognizer, beginsLikeJson } from './foreign/json';
import { isSqlite, recognizeSqlite } from './foreign/sqlite';
import type { RecognizedFormat } from './foreign/recognizedFormat';
import { LineSplitter } from './lines';
import { bytesSource, watched, type ByteSource, type ReadOptions } from './source';
import { TextReader } from './textReader';

/** Rows of one kind that a `ProfileFile` lists one by one. */
const DEFAULT_MAX_LISTED = 100_000;
const HEAD_BYTES = 4096;
/** A gzip file inside a gzip file happens; deeper nesting is an attack. */
const MAX_GZIP_DEPTH = 3;

const EMPTY: RecognizedFormat = { format: 'empty', status: 'empty', reason: 'the file is empty' };
const DAMAGED: RecognizedFormat = {
  format: 'gzip',
  status: 'refused',
  reason: 'the gzip stream is cut or damaged',
};
const BINARY: RecognizedFormat = {
  format: 'binary',
  status: 'refused',
  reason: 'a binary file of a kind that Corun does not know',
};

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
  try {
    return builder.build(await readInto(builder, await unpacked(watched(path, source, options))));
  } catch (error) {
    if (!isGzipDamage(error)) throw error;
    builder.markPartial('the gzip stream is cut or damaged; what came before the damage was read');
    return builder.build(DAMAGED);
  }
}

/** Reads a profile file from bytes in memory. */
export function readProfileBytes(
  path: string,
  bytes: Uint8Array,
  options: ReadOptions = {},
): Promise<ProfileFile> {
  return readProfile(path, bytesSource(bytes), options);
}

async function unpacked(source: AsyncGenerator<Uint8Array>): Promise<Peeked> {
  let peeked = await peek(source, HEAD_BYTES);
  for (let depth = 0; isGzip(peeked.head) && depth < MAX_GZIP_DEPTH; depth++)
    peeked = await peek(gunzip(peeked.all), HEAD_BYTES);
  return peeked;
}

/** Reads into the builder; returns what the file is in case nothing could be read of it. */
async function readInto(builder: ProfileBuilder, { head, all }: Peeked): Promise<RecognizedFormat | null> {
  const { path } = builder;
  if (head.length === 0) return EMPTY;
  const binary = recognizeBinary(path, head) ?? (isSqlite(head) ? await recognizeSqlite(path, all) : null);
  if (binary !== null) return binary;
  const encoding = textEncodingOf(head);
  if (encoding === 'utf-8' && looksBinary(head)) return BINARY;
  return readText(builder, decodeText(all, encoding));
}

async function readText(
  builder: ProfileBuilder,
  pieces: AsyncIterable<string>,
): Promise<RecognizedFormat | null> {
  const text = new TextReader(builder);
  const lines = new LineSplitter((line, number) => text.line(line, number));
  let json: JsonRecognizer | null | undefined;
  try {
    for await (const piece of pieces) {
      json ??= json === undefined && beginsLikeJson(piece.slice(0, HEAD_BYTES)) ? new JsonRecognizer() : null;
      json?.push(piece);
      lines.push(piece);
    }
  } finally {
    text.end(lines.end());
    if (lines.cutLines > 0)
      builder.warnings.add(
        'cut-line',
        `${lines.cutLines} line(s) are longer than any table row and were cut`,
      );
  }
  return text.recognized ?? json?.recognized ?? null;
}
