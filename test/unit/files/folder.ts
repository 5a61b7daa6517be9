import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** A folder of its own for one test file, and what is put into it. */
export class TestFolder {
  readonly path = mkdtempSync(path.join(os.tmpdir(), 'corun-files-'));

  at(name: string): string {
    return path.join(this.path, name);
  }

  write(name: string, content: string | Uint8Array): string {
    mkdirSync(path.dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), content);
    return this.at(name);
  }

  /** A pipe: whoever opens it for reading waits for a writer. */
  pipe(name: string): string {
    execFileSync('mkfifo', [this.at(name)]);
    return this.at(name);
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}
