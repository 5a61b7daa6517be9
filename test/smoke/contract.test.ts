import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { FailureAnswer } from '../../src/cli/answers';
import { TIMED_BLOCKS } from '../support/timedBlocks';
import {
  answer,
  assertShape,
  corun,
  corunInto,
  corunProcess,
  schemaNamed,
  schemaNames,
  TWO_STREAMS,
} from './support';

const scratch = mkdtempSync(path.join(os.tmpdir(), 'corun-smoke-'));

function file(name: string, text: string): string {
  const target = path.join(scratch, name);
  writeFileSync(target, text);
  return target;
}

describe('the command line', () => {
  it('lists the GPUs with their compute capability', async () => {
    const result = (await answer('gpus')) as { gpus: { id: string; computeCapability: string }[] };
    assertShape('gpus', result);
    assert.ok(result.gpus.length >= 46);
    assert.ok(result.gpus.every((gpu) => /^\d+\.\d$/.test(gpu.computeCapability)));
  });

  it('computes occupancy and names the limiter', async () => {
    const result = await answer(
      'occupancy',
      '--gpu',
      'v100-sxm2',
      '--block',
      '256',
      '--regs',
      '64',
      '--smem',
      '0',
    );
    assertShape('occupancy', result);
    const { blocksPerSm, warpsPerSm, occupancy, limiter } = result as Record<string, unknown>;
    assert.deepEqual(
      { blocksPerSm, warpsPerSm, occupancy, limiter },
      { blocksPerSm: 4, warpsPerSm: 32, occupancy: 0.5, limiter: 'registers' },
    );
  });

  it('finds kernels and launches with what is known and what is not', async () => {
    const source = file(
      'a.cu',
      'template <typename T> __global__ void __launch_bounds__(128)\nscale(T *x, int n) {}\nvoid run(float *x, int n) { scale<float><<<(n + 127) / 128, 128>>>(x, n); }\n',
    );
    const result = (await answer('kernels', source)) as {
      files: { kernels: Record<string, unknown>[]; launches: Record<string, unknown>[] }[];
    };
    assertShape('kernels', result);
    const [kernel] = result.files[0]!.kernels;
    assert.equal(kernel!['name'], 'scale');
    assert.equal(kernel!['line'], 1);
    assert.deepEqual(kernel!['launchBounds'], { maxThreadsPerBlock: 128 });
    const [launch] = result.files[0]!.launches;
    assert.deepEqual(launch!['block'], [128, 1, 1]);
    assert.deepEqual(launch!['unknowns'], ['n']);
    assert.equal(launch!['stream'], 0);
  });

  it('makes a kernel yield SMs, as a diff, or says why not', async () => {
    const source = file(
      'y.cu',
      '__global__ void k(int *a) { a[blockIdx.x] = 1; }\nvoid run(int *a) { k<<<9, 32>>>(a); }\n',
    );
    const result = (await answer('yield', source, '--kernel', 'k', '--with-launch')) as {
      diff: string;
      variant: string;
    };
    assertShape('yield', result);
    assert.match(result.diff, /^-void run\(int \*a\) \{ k<<<9, 32>>>\(a\); \}$/m);
    assert.match(
      result.diff,
      /^\+void run\(int \*a\) \{ k_yield\.launch\(k, k_yielding, 9, 32, 0, 0, a\); \}$/m,
    );
    const waiting = file('w.cu', '__global__ void k(int *a) { while (atomicAdd(a, 0) == 0); }\n');
    const refusal = await corun('yield', waiting, '--kernel', 'k');
    assert.equal(refusal.code, 1);
    assert.match(refusal.stderr, /k waits in a loop/);
  });

  it('searches how much is to be yielded', async () => {
    const program = {
      name: 'p',
      registersPerThread: 16,
      body: [{ op: 'compute', class: 'fp32', count: 200 }],
    };
    const app = (name: string, grid: number) => ({ name, program, launch: { grid, block: 512 } });
    const scenario = { gpu: 'gtx-950', apps: [app('a', 900), app('b', 30)] };
    const source = file('pair.json', JSON.stringify(scenario));
    const result = (await answer('search', source, '--qos', '6', '--poll', '0')) as {
      best: { latency: number } | null;
      trials: unknown[];
      most: unknown;
    };
    assertShape('search', result);
    assert.deepEqual(result.most, { sms: 6, blocks: 4 });
    assert.ok(result.best !== null && result.best.latency <= 6);
    assert.ok(result.trials.length > 3 && result.trials.length < 24);
  });

  it('reads a profile of the samples', async () => {
    const result = (await answer('profile', 'workloads/samples/profiles/vector-add.trace.csv')) as {
      files: { status: string; kernels: unknown[]; transfers: unknown[] }[];
    };
    assertShape('profile', result);
    assert.equal(result.files[0]!.status, 'full');
    assert.ok(result.files[0]!.kernels.length > 0 && result.files[0]!.transfers.length > 0);
  });

  it('says which metrics to collect, and how', async () => {
    const profiles = ['matrix-mul', 'srad', 'streams-vmp'].map(
      (name) => `workloads/samples/profiles/${name}.metrics.csv`,
    );
    const result = (await answer('features', ...profiles, '--program', './mine')) as {
      selected: { metric: string }[];
      commands: { nvprof: string; ncu: string };
    };
    assertShape('features', result);
    const metrics = result.selected.map(({ metric }) => metric).join(',');
    assert.equal(result.commands.nvprof, `nvprof --csv --log-file metrics.csv --metrics ${metrics} ./mine`);
    assert.match(result.commands.ncu, /^ncu .* \.\/mine$/);
  });

  interface Analysed {
    readonly matrix: { cells: ({ slowdown: number; origin: string } | null)[][] };
    readonly files: { kernels: unknown[] }[];
    readonly simulations: { done: number; total: number };
  }

  it('analyses the samples as a whole', async () => {
    const asked = ['workloads/samples', '--gpu', 'gtx-950', '--simulate', '0'];
    const result = (await answer('analyze', ...asked)) as Analysed;
    assertShape('analyze', result);
    assert.ok(result.files.flatMap(({ kernels }) => kernels).length >= 25);
    assert.ok(result.matrix.cells.flat().every((cell) => cell === null || cell.slowdown > 0));
  });

  it('simulates as many kernels of an analysis as it is asked for', async () => {
    const asked = [TWO_STREAMS, '--gpu', 'gtx-950', '--simulate', '2'];
    const { matrix, simulations } = (await answer('analyze', ...asked)) as Analysed;
    assert.ok(simulations.total > 3 && simulations.done === simulations.total);
    assert.ok(matrix.cells.flat().every((cell) => cell === null || cell.slowdown > 0));
    assert.ok(matrix.cells.flat().some((cell) => cell?.origin === 'simulated'));
  });

  it('suggests block sizes with their source edit', async () => {
    const timed = Object.entries(TIMED_BLOCKS).map(([name, text]) => file(name, text));
    const result = (await answer('blocksize', ...timed, '--gpu', 'gtx-950')) as {
      kernels: { block: { advised: number }; edit: { kind: string; edits: { newText: string }[] } }[];
    };
    assertShape('blocksize', result);
    const [kernel] = result.kernels;
    assert.equal(kernel!.block.advised, 128);
    assert.equal(kernel!.edit.kind, 'edit');
    assert.equal(kernel!.edit.edits[0]!.newText, '128');
  });

  it('simulates kernels at other block sizes, and advises none without', async () => {
    const source = file(
      'narrow.cu',
      `__global__ void scale(float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = a * x[i];
}
int main() {
  const int n = 1 << 21;
  float *x;
  cudaMalloc(&x, n * sizeof(float));
  scale<<<(n + 31) / 32, 32>>>(x, 2.0f, n);
}`,
    );
    const of = async (...more: string[]) => {
      const found = (await answer('blocksize', source, '--gpu', 'gtx-950', ...more)) as {
        kernels: { block: { advised: number | null }; edit: { kind: string } | null }[];
      };
      return [found.kernels[0]!.block.advised, found.kernels[0]!.edit?.kind ?? null] as const;
    };
    const [advised, edit] = await of();
    assert.ok(advised !== null && advised > 32, String(advised));
    assert.equal(edit, 'edit');
    assert.deepEqual(await of('--simulate', '0'), [null, null]);
  });

  it('orders the streams of a traced application', async () => {
    const result = (await answer('order', 'workloads/samples/profiles/streams-vmp.trace.csv')) as {
      applications: {
        order: { bestOrder: { makespanNs: number }; writtenOrder: { makespanNs: number }; boundNs: number };
      }[];
    };
    assertShape('order', result);
    const { bestOrder, writtenOrder, boundNs } = result.applications[0]!.order;
    assert.ok(boundNs <= bestOrder.makespanNs && bestOrder.makespanNs < writtenOrder.makespanNs);
  });

  it('simulates a scenario', async () => {
    const scenario = {
      gpu: 'gtx-950',
      apps: [
        {
          name: 'alone',
          program: {
            name: 'alu',
            registersPerThread: 16,
            body: [{ op: 'compute', class: 'fp32', count: 64 }],
          },
          launch: { grid: 12, block: 128 },
        },
      ],
    };
    const result = (await answer('simulate', file('scenario.json', JSON.stringify(scenario)))) as {
      apps: { kernels: { instructions: number }[] }[];
    };
    assertShape('simulate', result);
    assert.equal(result.apps[0]!.kernels[0]!.instructions >= 12 * 4 * 64, true);
  });

  it('says what may share a GPU with a service, and fills a cluster so', async () => {
    const traces = ['srad', 'hotspot'].map((name) => `workloads/samples/profiles/${name}.trace.csv`);
    const told = await corun('colocate', ...traces, '--instances', '2', '--queries', '5', '--json');
    assert.match(told.stderr, /latency beside 2 of hotspot/);
    const found = JSON.parse(told.stdout) as {
      aloneNs: number;
      measuredNs: number;
      beside: { points: { mean: number }[]; fitting: number | null }[];
    };
    assertShape('colocate', found);
    assert.ok(Math.abs(found.aloneNs / found.measuredNs - 1) < 0.05);
    assert.equal(found.beside[0]!.points.length, 3);
    const cluster = 'workloads/samples/clusters/services.cluster.json';
    const filled = (await answer('cluster', cluster, '--queries', '3', '--slowdown', '1.25')) as {
      gpus: number;
      wanted: number;
      placed: number;
    };
    assertShape('cluster', filled);
    assert.deepEqual([filled.gpus, filled.wanted], [700, 11_000]);
    assert.ok(filled.placed > 0 && filled.placed <= 10_500);
  });

  it('splits SMs between applications that were timed on parts of them', async () => {
    const file = 'workloads/samples/splits/kernels.times.json';
    const split = (await answer('split', file, '--mechanism', 'mps')) as {
      apps: { sms: number; slowdown: number }[];
      applied: { settings: string[] };
    };
    assertShape('split', split);
    assert.equal(
      split.apps.reduce((sum, { sms }) => sum + sms, 0),
      132,
    );
    assert.equal(split.applied.settings.length, 3);
  });

  it('splits SMs between programs of a folder and kernels beside them, or says what one lacks', async () => {
    const sources = ['reduction', 'scan', 'softmax-layernorm', 'bfs'].map(
      (name) => `workloads/samples/${name}`,
    );
    const named = ['--kernels', 'layerNorm', '--gpu', 'gtx-950', '--qos', 'layerNorm=0.5'];
    const shared = (await answer('split', ...sources, '--programs', 'reduction,scan', ...named)) as {
      split: { apps: { name: string; sms: number }[] };
    };
    const { split } = shared;
    assertShape('split', shared);
    assert.deepEqual(
      split.apps.map(({ name }) => name),
      ['reduction', 'scan', 'layerNorm'],
    );
    const { code, stderr } = corunProcess('split', ...sources, '--programs', 'bfs,scan');
    assert.equal(code, 1);
    assert.match(stderr, /the program bfs cannot be given SMs of its own here: launch blocks/);
  });

  it('says what traced applications cost each other, with counters where there are some', async () => {
    const file = (name: string, kind: string): string => `workloads/samples/profiles/${name}.${kind}.csv`;
    const traces = ['srad', 'hotspot'].map((name) => file(name, 'trace'));
    const found = (await answer('together', ...traces, '--counters', file('srad', 'metrics'))) as {
      applications: { slowdown: number }[];
      throughput: number;
    };
    assertShape('together', found);
    assert.ok(found.applications.every(({ slowdown }) => slowdown >= 1));
    assert.ok(found.throughput > 0.8 && found.throughput <= 2);
    const joined = (await answer('profile', file('srad', 'trace'), file('srad', 'metrics'), '--join')) as {
      joined: { countedShare: number; unmatched: unknown[] }[];
    };
    assertShape('profile', joined);
    assert.equal(joined.joined.length, 1);
  });

  it('schedules the sample queue', async () => {
    const trace = file('plan.trace.json', '');
    const queue = 'workloads/samples/queues/training.queue.json';
    const result = (await answer('schedule', queue, '--tries', '50', '--trace', trace)) as {
      jobs: number;
      policies: { id: string; makespan?: number; worstSlowdown?: number }[];
      plan: { slowdown: number }[];
    };
    assertShape('schedule', result);
    assert.equal(result.plan.length, result.jobs);
    const ours = result.policies.find(({ id }) => id === 'slowdown')!;
    const shortest = Math.min(...result.policies.map(({ makespan }) => makespan ?? Infinity));
    assert.equal(result.policies.at(-1)!.makespan, shortest);
    assert.ok(ours.worstSlowdown! <= 2);
    const { traceEvents } = JSON.parse(readFileSync(trace, 'utf8')) as { traceEvents: { ph: string }[] };
    assert.equal(traceEvents.filter(({ ph }) => ph === 'X').length, result.jobs);
  });

  it('says where Slurm would run a plan for two GPUs on one', async () => {
    const queue = 'workloads/samples/queues/training.queue.json';
    const plan = (gres: string) =>
      corun(
        'schedule',
        queue,
        '--policy',
        'fcfs',
        '--tries',
        '0',
        '--sbatch',
        file('plan.sh', ''),
        '--gres',
        gres,
      );
    assert.match((await plan('mps')).stderr, /one GPU of a node at a time/);
    assert.doesNotMatch((await plan('shard')).stderr, /one GPU/);
  });

  it('plays a stream of requests to a DRAM channel', async () => {
    const stream = file('stream.txt', 'R 0 1 0\nR 0 1 1\nW 3 7 0\n');
    const result = await answer('simulate', '--dram', 'hbm2_2000', '--stream', stream, '--refresh', 'off');
    assertShape('dram', result);
    assert.equal((result as { rowHitRate: number }).rowHitRate, 1 / 3);
  });

  it('publishes every schema that it names', async () => {
    const { schemas } = (await answer('schema')) as { schemas: string[] };
    assert.deepEqual(schemas, schemaNames());
    for (const name of schemas) assert.equal(typeof schemaNamed(name), 'object', name);
    assert.deepEqual(await answer('schema', 'analyze'), schemaNamed('analyze'));
  });
});

describe('a reader that stops early', () => {
  it('is no failure', () => {
    const { code, stderr } = corunInto('head -c 100', 'gpus', '--json');
    assert.equal(code, 0, stderr);
    assert.equal(stderr, '');
  });
});

describe('wrong use and bad input', () => {
  const oneLine = /^[^\n]+\n$/;

  it('says what a command takes where a source or a folder is named instead', async () => {
    const [vectorAdd, folder] = ['workloads/samples/vector-add/vector_add.cu', 'workloads/samples'];
    for (const [args, takes] of [
      [['colocate', vectorAdd, vectorAdd], /^Traces are recordings .* nsys export --type sqlite/m],
      [['schedule', folder], /folder|not a file[^]*corun schema queue/],
      [['predict', vectorAdd], /not JSON[^]*corun compare PATH… --kernels A,B/],
    ] as const) {
      const { code, stderr } = await corun(...args);
      assert.equal(code, 1, args[0]);
      assert.match(stderr, takes);
    }
    const missing = await corun('schedule', 'none.json');
    assert.doesNotMatch(missing.stderr, /corun schema/);
  });

  it('exits with 2 and the usage for wrong arguments', () => {
    for (const args of [
      ['nothing'],
      ['occupancy'],
      ['occupancy', '--gpu', 'gtx-950', '--block', 'x', '--regs', '1'],
      ['kernels'],
      ['gpus', '--no-such-option'],
    ]) {
      const { code, stdout, stderr } = corunProcess(...args);
      assert.equal(code, 2, args.join(' '));
      assert.equal(stdout, '');
      assert.doesNotMatch(stderr, /\n\s+at /);
    }
  });

  it('exits with 1 and one line that names the file', () => {
    const { code, stderr } = corunProcess('kernels', path.join(scratch, 'missing.cu'));
    assert.equal(code, 1);
    assert.match(stderr, oneLine);
    assert.match(stderr, /missing\.cu/);
  });

  it('names the field of a bad scenario, and the file that is no JSON', async () => {
    const bad = await corun(
      'simulate',
      file('bad.json', '{"gpu": "gtx-950", "apps": [{"name": "a", "colour": 1}]}'),
    );
    assert.equal(bad.code, 1);
    assert.match(bad.stderr, /colour/);
    const broken = await corun('simulate', file('broken.json', '{"gpu": '));
    assert.equal(broken.code, 1);
    assert.match(broken.stderr, /broken\.json/);
    assert.doesNotMatch(broken.stderr, /\n\s+at /);
  });

  it('names the line of a malformed stream, and the memories there are', async () => {
    const stream = file('cut.txt', 'R 0 1 0\nR 0 1\n');
    const malformed = await corun('simulate', '--dram', 'hbm2_2000', '--stream', stream);
    assert.equal(malformed.code, 1);
    assert.match(malformed.stderr, oneLine);
    assert.match(malformed.stderr, /cut\.txt:2: expected/);
    const unknown = await corun('simulate', '--dram', 'sram', '--stream', stream);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /sram.*gddr6_14000/);
    for (const args of [
      ['--dram', 'hbm2_2000'],
      ['--stream', stream, '--scheduler', 'fifo', '--dram', 'x'],
    ])
      assert.equal((await corun('simulate', ...args)).code, 2);
  });

  it('reads what it can of a damaged profile and says what is wrong', async () => {
    const text =
      '==1== NVPROF is profiling process 1, command: ./x\n==1== Profiling result:\n"Start","Duration","Grid X","Grid Y","Grid Z","Block X","Block Y","Block Z","Registers Per Thread","Static SMem","Dynamic SMem","Size","Throughput","Device","Context","Stream","Name"\nms,us,,,,,,,,B,B,KB,GB/s,,,,\n1.5,10.5,4,1,1,32,1,1,16,0,0,,,"GeForce GTX 950 (0)","1","7","k(int) [1]"\n2.5,10.5,4,1,1,3';
    const result = (await answer('profile', file('cut.csv', text))) as {
      files: { kernels: { durationNs: number }[]; warnings: unknown[] }[];
    };
    assert.equal(result.files[0]!.kernels[0]!.durationNs, 10_500);
    assert.ok(result.files[0]!.warnings.length > 0);
  });

  it('says why there is no answer in JSON as well, with a code', async () => {
    const failed = async (...args: string[]) => {
      const { code, stdout, stderr } = await corun(...args, '--json');
      const said = JSON.parse(stdout) as FailureAnswer;
      assertShape('failure', said);
      assert.equal(code, said.error.exitCode);
      assert.ok(stderr.includes(said.error.message), 'people read it as before');
      return said.error;
    };
    const missing = await failed('analyze', 'nowhere/at-all');
    assert.deepEqual([missing.code, missing.path, missing.exitCode], ['no-such-file', 'nowhere/at-all', 1]);
    const gpu = await failed('occupancy', '--gpu', 'nope', '--block', '32', '--regs', '16');
    assert.equal(gpu.code, 'unknown-gpu');
    const usage = await failed('check', 'workloads/samples', '--max-slowdown', '0');
    assert.deepEqual([usage.code, usage.exitCode, usage.path], ['usage', 2, null]);
    const json = await failed('simulate', file('broken.scenario.json', '{'));
    assert.equal(json.code, 'invalid-json');
    assert.match(json.path!, /broken\.scenario\.json$/);
  });

  it('refuses a file that is no profile, with the reason', async () => {
    const { code, stdout, stderr } = await corun('profile', file('notes.txt', 'hello\n'), '--json');
    assert.equal(code, 1);
    assert.match(stderr, /notes\.txt/);
    assert.equal((JSON.parse(stdout) as { files: { status: string }[] }).files[0]!.status, 'refused');
  });
});
