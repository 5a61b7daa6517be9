import { createReadStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../kernel/result';
import { bytesSource, type ByteSource, type RandomAccess } from '../profiles/source';
import type { ProfileInput } from './workspaceState';
import { message } from '../kernel/message';

/** The bytes of the CUDA parser: its runtime and its grammar. */
export interface ParserFiles {
  readonly core: Uint8Array;
  readonly cuda: Uint8Array;
}

/** Reads the parser's wasm files from the folder that the build put them into. */
export async function readParserFiles(assets: string): Promise<ParserFiles> {
  const [core, cuda] = await Promise.all(
    ['web-tree-sitter.wasm', 'tree-sitter-cuda.wasm'].map((name) => readFile(path.join(assets, name))),
  );
  return { core: core!, cuda: cuda! };
}

/**
 * A file as a stream of chunks; it is never read as a whole.
 * @throws InputError when there is no such file, or it is a folder.
 */
export async function openFile(file: string): Promise<ByteSource> {
  const found = await stat(file).catch(() => null);
  if (!found) throw new InputError(message('analysis.noFile'), 'no-such-file', file);
  if (!found.isFile()) throw new InputError(message('analysis.notAFile'), 'not-a-file', file);
  return Object.assign(createReadStream(file, { highWaterMark: 1 << 20 }), {
    size: found.size,
    openRandom: () => openRandom(file, found.size),
  });
}

/** A file whose bytes are read in any order. */
async function openRandom(file: string, size: number): Promise<RandomAccess> {
  const handle = await open(file);
  return {
    size,
    read: async (offset, length) => {
      const buffer = new Uint8Array(Math.max(0, Math.min(length, size - offset)));
      let filled = 0;
      while (filled < buffer.length) {
        const { bytesRead } = await handle.read(buffer, filled, buffer.length - filled, offset + filled);
        if (bytesRead === 0) break;
        filled += bytesRead;
      }
      return buffer.subarray(0, filled);
    },
    close: () => handle.close(),
  };
}

/** The content of a profile, wherever its bytes are. */
export function openProfile(input: ProfileInput): Promise<ByteSource> {
  return input.kind === 'bytes' ? Promise.resolve(bytesSource(input.bytes)) : openFile(input.file);
}
