import assert from 'node:assert/strict';
import type { Statement } from '../../../src/kernel/program';
import { parseScenario } from '../../../src/kernel/scenario';
import {
  namedCounters,
  threadInstructions,
  warpInstructions,
  type Counters,
} from '../../../src/simulator/core/counters';
import { createRun } from '../../../src/simulator/simulate';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';

interface Load {
  readonly body: unknown[];
  readonly arrays?: Record<string, unknown>;
  readonly blocks?: number;
  readonly threads?: number;
}

interface Measured {
  readonly cycles: number;
  readonly counters: Counters;
}

function measure(gpu: string, load: Load, trips: number): Measured {
  const program = {
    name: 'load',
    registersPerThread: 16,
    parameters: { trips },
    arrays: load.arrays ?? {},
    body: [{ op: 'loop', name: 'i', trips: 'trips', body: load.body as Statement[] }],
  };
  const launch = { grid: load.blocks ?? 1, block: load.threads ?? 32 };
  const run = createRun(parseScenario({ gpu, apps: [{ name: 'load', program, launch }] }));
  run.run();
  run.machine.settleCounters();
  return { cycles: run.cycles, counters: namedCounters(run.machine.counters, 0) };
}

/** What further iterations cost, so that launch and cold misses drop out. */
function perIteration(gpu: string, load: Load, few: number, many: number, of: (c: Counters) => number) {
  const short = measure(gpu, load, few);
  const long = measure(gpu, load, many);
  const cycles = long.cycles - short.cycles;
  return { cycles: cycles / (many - few), rate: (of(long.counters) - of(short.counters)) / cycles };
}

const near = (value: number, expected: number, tolerance: number, what: string) =>
  assert.ok(
    Math.abs(value - expected) <= tolerance * expected,
    `${what}: ${value.toFixed(3)} instead of ${expected.toFixed(3)}`,
  );

const V100 = loadSpec('v100-sxm2').spec;
const SMALL = loadSpec('gtx-950').spec;

describe('limits of the simulated GPU', () => {
  const full = { blocks: 2, threads: 1024 };

  it('issues one instruction per scheduler and cycle', () => {
    const body = [{ op: 'compute', class: 'control', count: 200, distance: 0 }];
    const { rate } = perIteration('v100-sxm2', { body, ...full }, 2, 6, warpInstructions);
    // Two blocks lie on two SMs.
    near(rate, 2 * 4, 0.02, 'warp instructions per cycle');
  });

  for (const [name, lanes] of [
    ['fp32', 64],
    ['fp64', 32],
    ['special', 16],
    ['integer', 64],
  ] as const)
    it(`executes ${lanes} ${name} operations per SM and cycle on a V100`, () => {
      const body = [{ op: 'compute', class: name, count: 200, distance: 8 }];
      const { rate } = perIteration('v100-sxm2', { body, ...full }, 1, 4, threadInstructions);
      near(rate, 2 * lanes, 0.02, 'operations per cycle');
    });

  it('runs a dependent chain at the latency of the class', () => {
    const body = [{ op: 'compute', class: 'fp32', count: 100 }];
    const { cycles } = perIteration('v100-sxm2', { body }, 1, 5, warpInstructions);
    near(cycles / 100, V100.sm.classes.fp32.latencyCycles, 0.01, 'cycles per instruction');
  });

  for (const [stride, ways] of [
    [1, 1],
    [2, 2],
    [8, 8],
    [32, 32],
    [33, 1],
  ] as const)
    it(`serialises shared-memory accesses of stride ${stride} into ${ways} passes`, () => {
      const arrays = { s: { elementBytes: 4, elements: 2048, space: 'shared' } };
      const access = { op: 'load', array: 's', index: `lane * ${stride}`, into: 'x', distance: 0 };
      const body = [access, { ...access, into: 'y' }, { ...access, into: 'z' }, { ...access, into: 'w' }];
      const { rate } = perIteration('v100-sxm2', { body, arrays, ...full }, 2, 6, (c) => c.sharedAccesses);
      near(rate, 2 / ways, 0.02, 'accesses per cycle');
    });

  it('loads at the latencies of L1, L2 and DRAM by pointer chase', () => {
    const chase = (gpu: string, bytes: number, few: number, many: number) => {
      const arrays = { a: { elementBytes: 4, elements: bytes / 4 } };
      const body = [{ op: 'load', array: 'a', index: { kind: 'chase', stride: 33 }, into: 'p' }];
      return perIteration(gpu, { body, arrays, threads: 1 }, few, many, warpInstructions).cycles;
    };
    near(chase('v100-sxm2', 4096, 1100, 2200), 28, 0.01, 'L1');
    near(chase('v100-sxm2', 2 ** 18, 2 ** 16, 2 ** 16 + 500), 212, 0.01, 'L2');
    near(chase('v100-sxm2', 2 ** 28, 500, 2500), 425, 0.05, 'DRAM');
  });

  it("obeys Little's law while latency bounds the loads", () => {
    const latency = 212;
    for (const warps of [1, 4, 16]) {
      const arrays = { a: { elementBytes: 4, elements: 2 ** 16 } };
      const body = [
        { op: 'load', array: 'a', index: 'thread + (i % 64) * 1024', into: 'x', cache: 'bypass' },
      ];
      const { rate } = perIteration(
        'v100-sxm2',
        { body, arrays, threads: 32 * warps },
        64,
        256,
        (c) => c.globalLoad,
      );
      // A line takes three more flits than the sector of the chase.
      near(rate, warps / (latency + 3), 0.03, `loads per cycle of ${warps} warps`);
    }
  });

  it('reaches the bandwidth that DRAM timing allows', () => {
    const elements = 2 ** 22;
    const arrays = { a: { elementBytes: 4, elements } };
    const index = 'globalThread + i * blocks * threadsPerBlock';
    const body = [{ op: 'load', array: 'a', index, into: 'x' }];
    const load = { body, arrays, blocks: 12, threads: 1024 };
    const { rate } = perIteration('gtx-950', load, 20, 300, (c) => c.dramReadBytes);
    const { timing, channels, burstBytes } = SMALL.memory;
    const peak = (channels * burstBytes * 1e6) / (timing.nBL * timing.tCKps * SMALL.coreClockMHz);
    near(rate, peak * (1 - timing.nRFC / timing.nREFI), 0.07, 'bytes per cycle');
  });

  it('saturates the port of an SM with L2 hits', () => {
    const arrays = { a: { elementBytes: 4, elements: 2 ** 16 } };
    const loads = ['x', 'y', 'z', 'w'].map((into, k) => ({
      op: 'load',
      array: 'a',
      index: `thread + ${k * 1024} + (i % 16) * 4096`,
      into,
      cache: 'bypass',
      distance: 0,
    }));
    const { rate } = perIteration(
      'v100-sxm2',
      { body: loads, arrays, threads: 1024 },
      32,
      64,
      (c) => c.replyFlits,
    );
    near(rate, 1, 0.03, 'flits per cycle');
  });
});
