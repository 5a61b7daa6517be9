export { lines, METRICS_HEADER, PREAMBLE, TRACE_HEADER } from '../../../lab/profiles/profileText';
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
