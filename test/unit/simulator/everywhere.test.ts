import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { InputError } from '../../../src/kernel/result';
import { parseScenario } from '../../../src/kernel/scenario';
import { resultOf } from '../../../src/simulator/run/result';
import { bytesOf } from '../../../src/simulator/core/snapshot';
import { createRun, simulate } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { CONFIGURATIONS } from './configurations';
import { alu, launchOf, vecadd } from './programs';
import { told } from '../../support/told';

const N = 2048;
const small = { name: 'vecadd', program: vecadd, arguments: { n: N }, launch: launchOf(N) };
const chain = { name: 'alu', program: alu, arguments: { iterations: 8 }, launch: { grid: 8, block: 256 } };

describe('every simulated GPU', () => {
  for (const gpu of CONFIGURATIONS)
    it(`runs kernels to their end and counts all of their work: ${gpu}`, () => {
      const run = createRun(parseScenario({ gpu, apps: [small, chain] }));
      assert.equal(run.run(), 'finished');
      const result = resultOf(run, 'finished', []);
      const [memory, compute] = result.apps;
      assert.equal(memory!.instructions, (22 * N) / 32);
      assert.equal(memory!.counters.globalStoreThreads, N);
      assert.equal(compute!.kernels[0]!.blocks, 8);
      assert.equal(compute!.counters.fp32Threads, 8 * 8 * 2048);
      // Two loads from memory in a row, and the launch before them.
      const cycles = result.cycles - loadSpec(gpu).spec.launch.kernelCycles;
      assert.ok(cycles > 300 && cycles < 7000, String(cycles));
      assert.ok(bytesOf(run.machine.state) < 300e6, `${bytesOf(run.machine.state)} bytes`);
    });
});

/** In a process of its own: a worker that does not answer would keep the whole test run alive. */
const RUN_IN_WORKER = `
  const { Worker } = require('node:worker_threads');
  const { code, workerData } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
  new Worker(code, { eval: true, workerData }).once('message', (result) =>
    process.stdout.write(JSON.stringify(result)));`;

describe('a simulation in a worker', () => {
  it('gives the same as in Node', async () => {
    const input = {
      gpu: 'rtx-2060',
      mode: { kind: 'spatial' },
      apps: [{ ...small, copies: [{ direction: 'HtoD', bytes: 100000 }] }, chain],
      seed: 5,
    };
    const scripts = pathToFileURL(`${process.env['CORUN_ROOT']!}/scripts/chip.mjs`).href;
    const { bundledChip } = (await import(scripts)) as { readonly bundledChip: esbuild.Plugin };
    const { outputFiles } = await esbuild.build({
      stdin: {
        contents: `
          import { parentPort, workerData } from 'node:worker_threads';
          import { parseScenario } from './src/kernel/scenario';
          import { simulate } from './src/simulator/simulate';
          parentPort.postMessage(simulate(parseScenario(workerData)));`,
        resolveDir: process.env['CORUN_ROOT']!,
        loader: 'ts',
      },
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      write: false,
      plugins: [bundledChip],
    });
    const printed = execFileSync(process.execPath, ['-e', RUN_IN_WORKER], {
      input: JSON.stringify({ code: outputFiles![0]!.text, workerData: input }),
      encoding: 'utf8',
    });
    assert.equal(printed, JSON.stringify(simulate(parseScenario(input))));
  });
});

describe('the bottleneck of an application', () => {
  it('tells what its warps waited for, in shares that add up', () => {
    const stream = { ...small, arguments: { n: 65536 }, launch: launchOf(65536) };
    const busy = { ...chain, launch: { grid: 120, block: 256 }, arguments: { iterations: 64 } };
    const of = (app: unknown) => simulate(parseScenario({ gpu: 'gtx-950', apps: [app] })).apps[0]!.bottleneck;
    const [memory, compute] = [of(stream), of(busy)];
    for (const { warpCycles } of [memory, compute]) {
      const sum = Object.values(warpCycles).reduce((a, b) => a + b, 0);
      assert.ok(Math.abs(sum - 1) < 1e-9);
    }
    assert.ok(memory.warpCycles.stallMemory + memory.warpCycles.stallThrottle > 0.5);
    assert.ok(compute.warpCycles.stallMemory < 0.05);
    assert.ok(memory.dramUtilisation > 10 * compute.dramUtilisation);
    assert.ok(compute.issueUtilisation > 2 * memory.issueUtilisation);
    assert.ok(memory.l2HitRate >= 0 && memory.l2HitRate < 0.6, String(memory.l2HitRate));
  });
});

describe('a bad scenario', () => {
  const base = { gpu: 'rtx-2060', apps: [small] };
  const app = (change: object) => ({ ...base, apps: [{ ...small, ...change }] });
  const program = (change: object) => app({ program: { ...vecadd, ...change } });
  const loop = (trips: number | string) => [{ op: 'loop', trips, body: [{ op: 'compute', class: 'fp32' }] }];
  const cases: readonly (readonly [string, unknown, RegExp])[] = [
    ['an unknown GPU', { ...base, gpu: 'gtx-1' }, /gtx-1/],
    ['an unknown key', { ...base, sharing: 1 }, /sharing/],
    ['an unknown key of an application', app({ launhc: 1 }), /apps\[0\]\.launhc|launhc/],
    ['no application', { ...base, apps: [] }, /apps/],
    ['a block of 1025 threads', app({ launch: { grid: 1, block: 1025 } }), /apps\[0\]\.launch\.block/],
    ['an empty grid', app({ launch: { grid: 0, block: 32 } }), /apps\[0\]\.launch\.grid/],
    ['too much shared memory', app({ launch: { grid: 1, block: 32, sharedBytes: 200000 } }), /apps\[0\]/],
    ['too many registers', program({ registersPerThread: 256 }), /registers/i],
    ['a trip count of 0', program({ body: loop(0) }), /trips/],
    ['an unknown name in a trip count', program({ body: loop('nobody') }), /nobody/],
    ['an unknown class', program({ body: [{ op: 'compute', class: 'quantum' }] }), /class/],
    ['an unknown argument', app({ arguments: { m: 1 } }), /arguments.*m\b|\bm\b.*argument/],
    [
      'an index out of range',
      app({
        arguments: { n: N },
        program: { ...vecadd, arrays: { ...vecadd.arrays, c: { elementBytes: 4, elements: 8 } } },
      }),
      /body\[1\]\.then\[5\]\.index \(array "c"\)/,
    ],
    ['no limit for ever', app({ repeat: 'always' }), /limits/],
    ['a limit of nothing', { ...base, limits: {} }, /limits/],
    [
      'caps for another number of applications',
      { ...base, mode: { kind: 'mps', percentages: [50, 50] } },
      /mode\.percentages/,
    ],
    ['a cap of 0 %', { ...base, mode: { kind: 'mps', percentages: [0] } }, /mode\.percentages/],
  ];
  for (const [name, scenario, message] of cases)
    it(`is refused by the name of its field: ${name}`, () => {
      assert.throws(
        () => createRun(parseScenario(scenario)).run(),
        (error) => error instanceof InputError && told(message)(error),
      );
    });
});
