import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { corun } from './support';

describe('corun measure', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-measure-'));
  const at = (name: string): string => path.join(folder, name);
  after(() => fs.rmSync(folder, { recursive: true }));

  /** Made up, on a launch that is short enough to be simulated here. */
  const PRINTED = [
    'corun-measure 1',
    'name = NVIDIA GeForce GTX 950',
    'compute_capability = 5.2',
    'stand_in = yes',
    'kernel vectorAdd workloads/samples/vector-add/vector_add.cuh grid=480,1,1 block=256,1,1 us=18.1 count=122880',
    'corun streams vectorAdd+vectorAdd slowdown=1.9,1.8',
    'end',
  ].join('\n');

  it('writes all that a machine without Corun needs', async () => {
    const { code, stdout } = await corun('measure', '--emit', at('out'));
    assert.equal(code, 0);
    assert.match(stdout, /corun measure --import measured\.txt/);
    const source = fs.readFileSync(at('out/measure.cu'), 'utf8');
    for (const [, name] of source.matchAll(/#include "(workloads[^"]+)"/g))
      assert.ok(fs.existsSync(at(`out/${name}`)));
    assert.ok(fs.statSync(at('out/measure.sh')).mode & 0o100);
  });

  it('compiles and runs nothing unless asked, and then by the script', async function () {
    if (process.platform === 'win32') return this.skip();
    assert.equal((await corun('measure')).code, 2);
    const compiler = at('nvcc');
    fs.writeFileSync(at('program'), `#!/bin/sh\ncat <<'EOF'\n${PRINTED}\nEOF\n`, { mode: 0o755 });
    fs.writeFileSync(compiler, `#!/bin/sh\nfor last; do :; done\ncp "${at('program')}" "$last"\n`, {
      mode: 0o755,
    });
    const { code, stdout, stderr } = await corun(
      'measure',
      '--run',
      '--nvcc',
      compiler,
      '--out',
      at('data.json'),
    );
    assert.equal(code, 0, stderr);
    assert.match(stdout, /printed by a stand-in for a card, not measured/);
    assert.equal(
      (JSON.parse(fs.readFileSync(at('data.json'), 'utf8')) as { standIn: boolean }).standIn,
      true,
    );
  });

  it('compares what was measured with simulated co-runs of the same sources', async () => {
    fs.writeFileSync(at('printed.txt'), PRINTED);
    const { code, stdout, stderr } = await corun(
      'measure',
      '--import',
      at('printed.txt'),
      '--compare',
      '--cycles',
      '150000',
      '--json',
    );
    assert.equal(code, 0, stderr);
    const answer = JSON.parse(stdout) as {
      gpu: string;
      compared: { simulated: number[] | null }[];
      scores: { simulated: number; baselines: { turns: number } }[];
    };
    assert.equal(answer.gpu, 'gtx-950');
    const [a, b] = answer.compared[0]!.simulated!;
    assert.ok(a! > 1.2 && b! > 1.2 && a! < 3 && b! < 3, `${a} ${b}`);
    assert.equal(answer.scores[0]!.simulated, (Math.abs(a! / 1.9 - 1) + Math.abs(b! / 1.8 - 1)) / 2);
  });
});
