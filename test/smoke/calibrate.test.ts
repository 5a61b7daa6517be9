import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { corun } from './support';

describe('corun calibrate', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-calibrate-'));
  const at = (name: string): string => path.join(folder, name);
  after(() => fs.rmSync(folder, { recursive: true }));

  /** A compiler of our own, which makes a "program" that prints what a card might. */
  const compiler = (printed: string): string => {
    const file = at('nvcc');
    const program = `#!/bin/sh\ncat <<'EOF'\n${printed}\nEOF\n`;
    fs.writeFileSync(at('program'), program);
    fs.writeFileSync(
      file,
      `#!/bin/sh\nfor last; do :; done\ncp "${at('program')}" "$last"\nchmod +x "$last"\n`,
    );
    fs.chmodSync(file, 0o755);
    return file;
  };
  const PRINTED =
    'corun-calibration 1\nname = NVIDIA Lab GPU\ncompute_capability = 8.0\nsms = 100\nturnover_cycles = 250\nend';

  it('does nothing unless it is told which way', async () => {
    assert.equal((await corun('calibrate')).code, 2);
    assert.equal((await corun('calibrate', '--run', '--emit', folder)).code, 2);
  });

  it('writes source and script for a machine without Corun', async () => {
    const { code, stdout } = await corun('calibrate', '--emit', at('out'));
    assert.equal(code, 0);
    assert.match(stdout, /corun calibrate --import calibration\.txt/);
    assert.match(fs.readFileSync(at('out/calibrate.cu'), 'utf8'), /corun-calibration 1/);
    assert.ok(fs.statSync(at('out/calibrate.sh')).mode & 0o100);
  });

  it('makes a GPU file of what was printed, which other commands take', async () => {
    fs.writeFileSync(at('printed.txt'), PRINTED);
    const out = at('lab.gpu.json');
    const { code, stdout, stderr } = await corun(
      'calibrate',
      '--import',
      at('printed.txt'),
      '--out',
      out,
      '--id',
      'lab',
    );
    assert.equal(code, 0, stderr);
    assert.match(stdout, /from block to block +250 cycles/);
    const occupancy = await corun('occupancy', '--gpu', out, '--block', '256', '--regs', '32', '--json');
    assert.equal(occupancy.code, 0, occupancy.stderr);
    assert.equal((JSON.parse(occupancy.stdout) as { gpu: string }).gpu, 'lab');
  });

  it('compiles, runs and reads on this machine when asked', async function () {
    if (process.platform === 'win32') return this.skip();
    const out = at('run.gpu.json');
    const { code, stderr } = await corun('calibrate', '--run', '--nvcc', compiler(PRINTED), '--out', out);
    assert.equal(code, 0, stderr);
    const file = JSON.parse(fs.readFileSync(out, 'utf8')) as {
      id: string;
      measured: { turnoverCycles: number };
    };
    assert.deepEqual([file.id, file.measured.turnoverCycles], ['measured-lab-gpu', 250]);
  });

  it('says what went wrong', async () => {
    const none = await corun('calibrate', '--run', '--nvcc', at('nowhere'));
    assert.equal(none.code, 1);
    assert.match(none.stderr, /nowhere/);
    fs.writeFileSync(at('other.txt'), 'no such thing');
    assert.match(
      (await corun('calibrate', '--import', at('other.txt'))).stderr,
      /other\.txt: nothing that calibrate\.cu/,
    );
  });
});
