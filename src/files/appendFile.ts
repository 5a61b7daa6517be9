import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { writeFault } from './writeFile';

/** A file that grows by lines, each of which is there as a whole or not at all. */
export class AppendFile {
  private readonly handle: number;

  /** @throws InputError naming the file when it cannot be written */
  constructor(private readonly file: string) {
    try {
      this.handle = openSync(file, 'a');
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
