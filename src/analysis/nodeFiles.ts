import path from 'node:path';
import { openByteSource } from '../files/byteSource';
import { readBytes } from '../files/readText';
import { bytesSource, type ByteSource } from '../profiles/source';
import type { ProfileInput } from './workspaceState';

/** The bytes of the CUDA parser: its runtime and its grammar. */
export interface ParserFiles {
  readonly core: Uint8Array;
  readonly cuda: Uint8Array;
}

/** Reads the parser's wasm files from the folder that the build put them into. */
export async function readParserFiles(assets: string): Promise<ParserFiles> {
  const [core, cuda] = await Promise.all(
    ['web-tree-sitter.wasm', 'tree-sitter-cuda.wasm'].map((name) => readBytes(path.join(assets, name))),
  );
  return { core: core!, cuda: cuda! };
}

/** The content of a profile, wherever its bytes are. */
export function openProfile(input: ProfileInput): Promise<ByteSource> {
  return input.kind === 'bytes' ? Promise.resolve(bytesSource(input.bytes)) : openByteSource(input.file);
}
