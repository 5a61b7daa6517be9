import type { ByteSource, RandomAccess } from '../profiles/source';
import { openRegular, statRegular } from './regularFile';

const CHUNK_BYTES = 1 << 20;

/**
 * A file as a stream of chunks; it is never read as a whole, and opened only while it is read.
 * @throws InputError naming the file when there is none, or it is a folder, a pipe or a device
 */
export async function openByteSource(file: string): Promise<ByteSource> {
  const { size } = await statRegular(file);
  return {
    size,
    openRandom: () => openRandom(file, size),
    [Symbol.asyncIterator]: () => chunks(file),
  };
}

async function* chunks(file: string): AsyncGenerator<Uint8Array> {
  const { handle } = await openRegular(file);
  try {
    for (;;) {
      const buffer = new Uint8Array(CHUNK_BYTES);
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** A file whose bytes are read in any order. */
async function openRandom(file: string, size: number): Promise<RandomAccess> {
  const { handle } = await openRegular(file);
  return {
    size,
    read: async (offset, length, spare) => {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const buffer = spare?.subarray(0, wanted) ?? new Uint8Array(wanted);
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
