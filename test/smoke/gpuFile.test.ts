import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { corun } from './support';

describe('corun --gpu FILE', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corun-gpu-'));
  const file = (name: string, text: string): string => {
    const at = path.join(folder, name);
    fs.writeFileSync(at, text);
    return at;
  };
  const KERNEL =
    '__global__ void k(float *a) { a[threadIdx.x] = 1; }\nvoid f(float *a) { k<<<4, 256>>>(a); }\n';
  after(() => fs.rmSync(folder, { recursive: true }));

  it('answers for the GPU that the file describes, and says what stands in', async () => {
    const source = file('a.cu', KERNEL);
    const gpu = file('lab.gpu.json', '{ "id": "lab-gpu", "like": "a100-80gb", "sms": 20 }');
    const { code, stdout, stderr } = await corun(
      'analyze',
      source,
      '--gpu',
      gpu,
      '--simulate',
      '1',
      '--json',
    );
    assert.equal(code, 0, stderr);
    const { gpu: answered, files } = JSON.parse(stdout) as {
      gpu: { id: string; sms: number };
      files: { kernels: { time: { origin: string } | null }[] }[];
    };
    assert.deepEqual([answered.id, answered.sms], ['lab-gpu', 20]);
    // Simulated by a worker, which has been told of the GPU, too.
    assert.equal(files[0]!.kernels[0]!.time?.origin, 'simulated');
    assert.match(stderr, /lab-gpu: as a100-80gb has it, .*dram\.peakGBs/);
  });

  it('answers for a GPU that a scenario names by a file beside it', async () => {
    file('beside.gpu.json', '{ "id": "beside", "like": "a100-80gb", "sms": 4 }');
    const program = {
      name: 'adds',
      registersPerThread: 16,
      arrays: {},
      body: [{ op: 'compute', class: 'fp32', count: 100, distance: 1 }],
    };
    const scenario = file(
      'one.scenario.json',
      JSON.stringify({
        gpu: 'beside.gpu.json',
        apps: [{ name: 'a', kernels: [{ program, launch: { grid: 8, block: 64 } }] }],
        limits: { cycles: 100000 },
      }),
    );
    const { code, stdout, stderr } = await corun('simulate', scenario, '--json');
    assert.equal(code, 0, stderr);
    assert.equal((JSON.parse(stdout) as { gpu: string }).gpu, 'beside');
  });

  it("plays a stream to a memory of the user's own, by --dram FILE", async () => {
    const timings = JSON.parse(
      fs.readFileSync(path.join(process.env['CORUN_ROOT']!, 'src/simulator/dram/data/timings.json'), 'utf8'),
    ) as { name: string; nRP: number }[];
    const hbm = timings.find(({ name }) => name === 'hbm2_2000')!;
    const stream = file('s.txt', 'R 0 0 0\nR 0 1 0\nR 0 2 0\n');
    const cycles = async (memory: string): Promise<number> => {
      const { code, stdout, stderr } = await corun(
        'simulate',
        '--dram',
        memory,
        '--stream',
        stream,
        '--json',
      );
      assert.equal(code, 0, stderr);
      return (JSON.parse(stdout) as { cycles: number }).cycles;
    };
    const own = file('mine.json', JSON.stringify({ ...hbm, name: 'mine', nRP: hbm.nRP + 10 }));
    // Two rows are closed for the next one.
    assert.equal((await cycles(own)) - (await cycles('hbm2_2000')), 20);
    const bad = await corun('simulate', '--dram', file('bad.json', '{}'), '--stream', stream);
    assert.match(bad.stderr, /bad\.json: name/);
  });

  it('refuses a file that describes none, by name and place', async () => {
    const cut = await corun('analyze', folder, '--gpu', file('cut.json', '{ "id": "x",'));
    assert.equal(cut.code, 1);
    assert.match(cut.stderr, /cut\.json:1: .*column/);
    const zero = await corun(
      'analyze',
      folder,
      '--gpu',
      file('zero.json', '{ "id": "x", "like": "a40", "sms": 0 }'),
    );
    assert.match(zero.stderr, /zero\.json:1: sms: /);
  });
});
