import type { ProfileFile } from '../../../src/kernel/profile';
import { readProfile } from '../../../src/profiles/readProfile';
import type { ReadOptions } from '../../../src/profiles/source';

/** Reads a profile from text, handed over in pieces of `pieceBytes`. */
export function read(text: string, options: ReadOptions = {}, pieceBytes = 1 << 16): Promise<ProfileFile> {
  return readBytes(new TextEncoder().encode(text), options, pieceBytes);
}

export function readBytes(
  bytes: Uint8Array,
  options: ReadOptions = {},
  pieceBytes = 1 << 16,
): Promise<ProfileFile> {
  return readProfile('test.prof', pieces(bytes, pieceBytes), options);
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** The values of an array that has exactly one. */
export function only<T>(items: readonly T[] | undefined): T {
  if (items?.length !== 1 || items[0] === undefined)
    throw new Error(`expected one item, got ${items?.length}`);
  return items[0];
}

export const codes = (file: ProfileFile): string[] => file.warnings.map((warning) => warning.code);

export const PREAMBLE = [
  '==4242== NVPROF is profiling process 4242, command: ./app -n 7',
  '==4242== Profiling application: ./app -n 7',
];

export const TRACE_HEADER =
  '"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"';
export const METRICS_HEADER =
  '"Device","Kernel","Invocations","Metric Name","Metric Description","Min","Max","Avg"';

/** A file of lines. */
export const lines = (...all: readonly (string | readonly string[])[]): string =>
  `${all.flat().join('\n')}\n`;
