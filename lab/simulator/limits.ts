import type { Statement } from '../../src/kernel/program';
import { parseScenario } from '../../src/kernel/scenario';
import {
  namedCounters,
  threadInstructions,
  warpInstructions,
  type Counters,
} from '../../src/simulator/core/counters';
import { createRun } from '../../src/simulator/simulate';
import { loadSpec } from '../../src/simulator/spec/loadSpec';

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

/** Something that a simulated GPU cannot exceed, or takes when nothing is in the way. */
export interface Limit {
  readonly name: string;
  readonly unit: string;
  readonly expected: number;
  /** Relative. */
  readonly tolerance: number;
  readonly measure: () => number;
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

const GPU = 'v100-sxm2';
const V100 = loadSpec(GPU).spec;
const SMALL = loadSpec('gtx-950').spec;
/** Two blocks that fill two SMs. */
const FULL = { blocks: 2, threads: 1024 };

const throughput = (name: string, lanes: number): Limit => ({
  name: `${name} throughput of an SM`,
  unit: 'operations/cycle',
  expected: lanes,
  tolerance: 0.02,
  measure: () => {
    const body = [{ op: 'compute', class: name, count: 200, distance: 8 }];
    return perIteration(GPU, { body, ...FULL }, 1, 4, threadInstructions).rate / 2;
  },
});

const sharedMemory = (stride: number, ways: number): Limit => ({
  name: `shared-memory accesses of an SM, stride ${stride}`,
  unit: 'accesses/cycle',
  expected: 1 / ways,
  tolerance: 0.02,
  measure: () => {
    const arrays = { s: { elementBytes: 4, elements: 2048, space: 'shared' } };
    const access = { op: 'load', array: 's', index: `lane * ${stride}`, into: 'x', distance: 0 };
    const body = [access, { ...access, into: 'y' }, { ...access, into: 'z' }, { ...access, into: 'w' }];
    return perIteration(GPU, { body, arrays, ...FULL }, 2, 6, (c) => c.sharedAccesses).rate / 2;
  },
});

const chase = (
  name: string,
  bytes: number,
  trips: [number, number],
  expected: number,
  tolerance: number,
): Limit => ({
  name: `${name} latency by pointer chase`,
  unit: 'cycles',
  expected,
  tolerance,
  measure: () => {
    const arrays = { a: { elementBytes: 4, elements: bytes / 4 } };
    const body = [{ op: 'load', array: 'a', index: { kind: 'chase', stride: 33 }, into: 'p' }];
    return perIteration(GPU, { body, arrays, threads: 1 }, ...trips, warpInstructions).cycles;
  },
});

/** A line takes three more flits than the sector of the chase. */
const little = (warps: number): Limit => ({
  name: `Little's law: L2 loads of ${warps} warps`,
  unit: 'loads/cycle',
  expected: warps / (212 + 3),
  tolerance: 0.03,
  measure: () => {
    const arrays = { a: { elementBytes: 4, elements: 2 ** 16 } };
    const index = 'thread + (i % 64) * 1024';
    const body = [{ op: 'load', array: 'a', index, into: 'x', cache: 'bypass' }];
    return perIteration(GPU, { body, arrays, threads: 32 * warps }, 64, 256, (c) => c.globalLoad).rate;
  },
});

function dramBytesPerCycle(): number {
  const arrays = { a: { elementBytes: 4, elements: 2 ** 22 } };
  const index = 'globalThread + i * blocks * threadsPerBlock';
  const body = [{ op: 'load', array: 'a', index, into: 'x' }];
  return perIteration('gtx-950', { body, arrays, blocks: 12, threads: 1024 }, 20, 300, (c) => c.dramReadBytes)
    .rate;
}

function replyFlitsPerCycle(): number {
  const arrays = { a: { elementBytes: 4, elements: 2 ** 16 } };
  const body = ['x', 'y', 'z', 'w'].map((into, k) => ({
    op: 'load',
    array: 'a',
    index: `thread + ${k * 1024} + (i % 16) * 4096`,
    into,
    cache: 'bypass',
    distance: 0,
  }));
  return perIteration(GPU, { body, arrays, threads: 1024 }, 32, 64, (c) => c.replyFlits).rate;
}

function dramBound(): number {
  const { timing, channels, burstBytes } = SMALL.memory;
  const peak = (channels * burstBytes * 1e6) / (timing.nBL * timing.tCKps * SMALL.coreClockMHz);
  return peak * (1 - timing.nRFC / timing.nREFI);
}

/** On a V100, DRAM bandwidth on a GTX 950. */
export const LIMITS: readonly Limit[] = [
  {
    name: 'issue rate of an SM with four schedulers',
    unit: 'warp instructions/cycle',
    expected: 4,
    tolerance: 0.02,
    measure: () => {
      const body = [{ op: 'compute', class: 'control', count: 200, distance: 0 }];
      return perIteration(GPU, { body, ...FULL }, 2, 6, warpInstructions).rate / 2;
    },
  },
  throughput('fp32', 64),
  throughput('fp64', 32),
  throughput('special', 16),
  throughput('integer', 64),
  {
    name: 'dependent fp32 chain',
    unit: 'cycles/instruction',
    expected: V100.sm.classes.fp32.latencyCycles,
    tolerance: 0.01,
    measure: () => {
      const body = [{ op: 'compute', class: 'fp32', count: 5000 }];
      return perIteration(GPU, { body }, 1, 5, warpInstructions).cycles / 5000;
    },
  },
  sharedMemory(1, 1),
  sharedMemory(2, 2),
  sharedMemory(8, 8),
  sharedMemory(32, 32),
  sharedMemory(33, 1),
  chase('L1', 4096, [1100, 2200], 28, 0.01),
  chase('L2', 2 ** 20, [2 ** 18, 2 ** 18 + 500], 212, 0.01),
  chase('DRAM', 2 ** 28, [500, 2500], 425, 0.05),
  little(1),
  little(4),
  little(16),
  {
    name: 'DRAM bandwidth of a GTX 950, peak less refresh',
    unit: 'bytes/cycle',
    expected: dramBound(),
    tolerance: 0.07,
    measure: dramBytesPerCycle,
  },
  {
    name: 'reply port of an SM under L2 hits',
    unit: 'flits/cycle',
    expected: 1,
    tolerance: 0.03,
    measure: replyFlitsPerCycle,
  },
];
