import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs';
import { writeFault } from './writeFile';

const NEWLINE = 0x0a;
const CHUNK_BYTES = 1 << 16;

/**
 * A file that grows by lines, each of which is there as a whole or not at all: what a writer that was killed has
 * left of a line is cut off when the next one opens the file.
 */
export class AppendFile {
  private readonly handle: number;

  /** @throws InputError naming the file when it cannot be written */
  constructor(private readonly file: string) {
    try {
      this.handle = openSync(file, 'a+');
      cutOpenLine(this.handle);
    } catch (error) {
      throw writeFault(file, error);
    }
  }

  /**
   * Adds one line and waits until it is on the disk.
   * @throws InputError naming the file; what was written of the line is taken away again
   */
  append(line: string): void {
    const before = fstatSync(this.handle).size;
    try {
      const bytes = Buffer.from(`${line}\n`);
      for (let at = 0; at < bytes.length;) at += writeSync(this.handle, bytes, at);
      fdatasyncSync(this.handle);
    } catch (error) {
      ftruncateSync(this.handle, before);
      throw writeFault(this.file, error);
    }
  }

  close(): void {
    closeSync(this.handle);
  }
}

/** Takes away what stands behind the last end of a line. */
function cutOpenLine(handle: number): void {
  const { size } = fstatSync(handle);
  const chunk = Buffer.alloc(CHUNK_BYTES);
  for (let to = size; to > 0; to -= CHUNK_BYTES) {
    const from = Math.max(0, to - CHUNK_BYTES);
    const read = readSync(handle, chunk, 0, to - from, from);
    const at = chunk.subarray(0, read).lastIndexOf(NEWLINE);
    if (at < 0) continue;
    if (from + at + 1 < size) ftruncateSync(handle, from + at + 1);
    return;
  }
  ftruncateSync(handle, 0);
}
