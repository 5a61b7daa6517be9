import type { ProfileFile } from '../kernel/profile';
import { message } from '../kernel/message';
import { InputError } from '../kernel/result';
import { ProfileBuilder } from './builder';
import { readDatabase } from './databaseReader';
import {
  PackedTooTightError,
  decodeText,
  encodeUtf8,
  gunzip,
  peek,
  textEncodingOf,
  type Peeked,
  type TextEncodingName,
} from './decode';
import { recognizeBinary, looksBinary } from './foreign/binary';
import { isJsonDocument, recognizeJson } from './foreign/json';
import { isSqlite } from './foreign/sqlite';
import type { RecognizedFormat } from './foreign/recognizedFormat';
import { KinetoTrace } from './kineto/trace';
import { LineSplitter } from './lines';
import {
  bytesAccess,
  bytesSource,
  watched,
  type ByteSource,
  type RandomAccess,
  type ReadOptions,
} from './source';
import { TextReader } from './textReader';

/** Rows of one kind that a `ProfileFile` lists one by one. */
const DEFAULT_MAX_LISTED = 100_000;
const HEAD_BYTES = 4096;
/** A gzip file inside a gzip file happens; deeper nesting is an attack. */
const MAX_GZIP_DEPTH = 3;
/** Largest database that is held in memory, where its bytes come in order only. */
const MAX_HELD_BYTES = 1 << 27;

const EMPTY: RecognizedFormat = { format: 'empty', status: 'empty', reason: message('profiles.empty') };
const DAMAGED: RecognizedFormat = {
  format: 'gzip',
  status: 'refused',
  reason: message('profiles.gzip'),
};
const BINARY: RecognizedFormat = {
  format: 'binary',
  status: 'refused',
  reason: message('profiles.unknownBinary'),
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
  const { maxListed = DEFAULT_MAX_LISTED, maxEvents } = options;
  const builder = new ProfileBuilder(path, maxListed, maxEvents);
  try {
    return builder.build(await readInto(builder, source, options));
  } catch (error) {
    if (error instanceof PackedTooTightError) {
      builder.markPartial(error.said);
      return builder.build({ format: 'gzip', status: 'refused', reason: error.said });
    }
    if (!isGzipDamage(error)) throw error;
    builder.markPartial(message('profiles.gzipCut'));
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

/** What a file holds, unpacked. */
interface Unpacked extends Peeked {
  readonly packed: boolean;
}

async function unpacked(
  path: string,
  source: AsyncGenerator<Uint8Array>,
  options: ReadOptions,
): Promise<Unpacked> {
  let peeked = await peek(source, HEAD_BYTES);
  let depth = 0;
  // Progress is told of the bytes as stored; what comes out of them is watched for a cancel only.
  const quiet: ReadOptions = withoutProgress(options);
  for (; isGzip(peeked.head) && depth < MAX_GZIP_DEPTH; depth++)
    peeked = await peek(watched(path, gunzip(peeked.all), quiet), HEAD_BYTES);
  return { ...peeked, packed: depth > 0 };
}

/** Reads into the builder; returns what the file is in case nothing could be read of it. */
async function readInto(
  builder: ProfileBuilder,
  source: ByteSource,
  options: ReadOptions,
): Promise<RecognizedFormat | null> {
  const { path } = builder;
  const content = await unpacked(path, watched(path, source, options), options);
  try {
    return await readContent(builder, content, source, options);
  } finally {
    await content.close();
  }
}

async function readContent(
  builder: ProfileBuilder,
  { head, all, packed }: Unpacked,
  source: ByteSource,
  options: ReadOptions,
): Promise<RecognizedFormat | null> {
  const { path } = builder;
  if (head.length === 0) return EMPTY;
  const binary = recognizeBinary(path, head);
  if (binary !== null) return binary;
  if (isSqlite(head)) {
    const open = packed ? undefined : source.openRandom;
    return open === undefined
      ? readStreamedDatabase(builder, all, options)
      : readOpened(builder, open, options);
  }
  const encoding = textEncodingOf(head);
  if (encoding === 'utf-8' && looksBinary(head)) return BINARY;
  if (isJsonDocument(new TextDecoder(encoding).decode(head)))
    return readJson(builder, head, all, encoding, options);
  return readText(builder, decodeText(all, encoding));
}

async function readJson(
  builder: ProfileBuilder,
  head: Uint8Array,
  all: AsyncGenerator<Uint8Array>,
  encoding: TextEncodingName,
  options: ReadOptions,
): Promise<RecognizedFormat | null> {
  const trace = new KinetoTrace(builder);
  try {
    for await (const piece of encoding === 'utf-8' ? all : encodeUtf8(decodeText(all, encoding)))
      trace.push(piece);
  } catch (error) {
    // What stands before damage of the packing is handed over, too.
    if (!(error instanceof InputError)) await trace.finish(options);
    throw error;
  }
  const found = await trace.finish(options);
  return builder.isEmpty ? (recognizeJson(new TextDecoder(encoding).decode(head)) ?? found) : found;
}

function withoutProgress({ signal, yieldToTasks }: ReadOptions): ReadOptions {
  return { ...(signal && { signal }), ...(yieldToTasks && { yieldToTasks }) };
}

async function readOpened(
  builder: ProfileBuilder,
  open: () => Promise<RandomAccess>,
  options: ReadOptions,
): Promise<RecognizedFormat | null> {
  const file = await open();
  try {
    return await readDatabase(builder, file, options);
  } finally {
    await file.close();
  }
}

/** A database whose bytes come in order only is held in memory while it is small. */
async function readStreamedDatabase(
  builder: ProfileBuilder,
  stream: AsyncGenerator<Uint8Array>,
  options: ReadOptions,
): Promise<RecognizedFormat | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_HELD_BYTES) {
      const mib = MAX_HELD_BYTES >> 20;
      return {
        format: 'sqlite',
        status: 'refused',
        reason: message('profiles.sqlitePacked', { mib, path: builder.path }),
      };
    }
  }
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  // Progress was told while the bytes came.
  return readDatabase(builder, bytesAccess(bytes), withoutProgress(options));
}

async function readText(
  builder: ProfileBuilder,
  pieces: AsyncIterable<string>,
): Promise<RecognizedFormat | null> {
  const text = new TextReader(builder);
  const lines = new LineSplitter((line, number) => text.line(line, number));
  try {
    for await (const piece of pieces) lines.push(piece);
  } finally {
    text.end(lines.end());
    if (lines.cutLines > 0)
      builder.warnings.add('cut-line', message('profiles.longLines', { lines: lines.cutLines }));
  }
  return text.recognized;
}
