import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** What the program of `corun calibrate` prints on a card of the lab. */
const PRINTED = [
  'corun-calibration 1',
  'name = NVIDIA Lab GPU',
  'compute_capability = 8.0',
  'sms = 100',
  'running_clock_mhz = 1500',
  'turnover_cycles = 250',
  'end',
];

/** A compiler that makes one program of whatever it is given, and that program prints what a card would. */
export class StandInCompiler {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'corun-measure-'));
  /** Absolute path of the compiler. */
  readonly path = path.join(this.folder, 'nvcc');

  constructor() {
    const program = path.join(this.folder, 'program');
    writeFileSync(program, ['#!/bin/sh', "cat <<'EOF'", ...PRINTED, 'EOF', ''].join('\n'));
    writeFileSync(this.path, `#!/bin/sh\nfor last; do :; done\ncp "${program}" "$last"\nchmod +x "$last"\n`);
    chmodSync(this.path, 0o755);
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
