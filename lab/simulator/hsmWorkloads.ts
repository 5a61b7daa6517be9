import { parseKernelProgram, type KernelProgram } from '../../src/kernel/program';
import { parseScenario, type Scenario, type ScenarioApp } from '../../src/kernel/scenario';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';

const ELEMENTS = 2 ** 26;

/** A memory-bound kernel: how much of its traffic is random lines, how much is written, how much it computes. */
export interface MemoryWorkload {
  readonly name: string;
  /** Share of the loads that go to a random line; the others stream. */
  readonly random: number;
  /** Share of the iterations that also store a line. */
  readonly writes: number;
  /** Arithmetic between two loads. */
  readonly compute: number;
  /** Warps that an SM holds. */
  readonly warpsPerSm: number;
  /** Loads that a warp has under way; one where nothing is said. */
  readonly loads?: number;
  /** A random element for each lane instead of a random line for the warp, for caches that fetch sectors. */
  readonly scattered?: boolean;
}

/**
 * Each warp has one line under way, so 20 warps on each of 80 SMs keep 50 requests at each of 32 channels. The
 * number decides how the curve of utilisation over row-hit rate bends, see docs/simulator-validation.md.
 */
const WARPS_PER_SM = 20;

/** From all random to all streaming, with and without stores. */
export const MEMORY_WORKLOADS: readonly MemoryWorkload[] = [
  { name: 'random', random: 1, writes: 0, compute: 10, warpsPerSm: WARPS_PER_SM },
  { name: 'mostly random', random: 0.8, writes: 0, compute: 10, warpsPerSm: WARPS_PER_SM },
  { name: 'random, some streams', random: 0.6, writes: 0, compute: 10, warpsPerSm: WARPS_PER_SM },
  { name: 'half, stores', random: 0.5, writes: 0.3, compute: 10, warpsPerSm: WARPS_PER_SM },
  { name: 'streams, some random', random: 0.4, writes: 0, compute: 10, warpsPerSm: WARPS_PER_SM },
  { name: 'mostly streams', random: 0.2, writes: 0, compute: 10, warpsPerSm: WARPS_PER_SM },
  { name: 'mostly streams, stores', random: 0.1, writes: 0.3, compute: 10, warpsPerSm: WARPS_PER_SM },
  { name: 'streams, stores', random: 0, writes: 0.3, compute: 10, warpsPerSm: WARPS_PER_SM },
  { name: 'streams', random: 0, writes: 0, compute: 10, warpsPerSm: WARPS_PER_SM },
];

function memoryProgram(workload: MemoryWorkload): KernelProgram {
  const { loads = 1 } = workload;
  const values = Array.from({ length: loads }, (_, load) => `x${load}`);
  const store = {
    op: 'if',
    condition: { probability: workload.writes, scope: 'warp' },
    then: [{ op: 'store', array: 'b', index: streamIndex(loads, 0) }],
  };
  return parseKernelProgram({
    name: workload.name,
    registersPerThread: 32,
    arrays: { a: { elementBytes: 4, elements: ELEMENTS }, b: { elementBytes: 4, elements: ELEMENTS } },
    body: [
      {
        op: 'loop',
        name: 'i',
        trips: 1000000,
        body: [
          { op: 'compute', class: 'integer', count: 4 },
          ...values.map((into, load) => loadOf(workload, streamIndex(loads, load), into)),
          { op: 'compute', class: 'fp32', count: workload.compute, after: values },
          ...(workload.writes > 0 ? [store] : []),
        ],
      },
    ],
  });
}

const streamIndex = (loads: number, load: number): string =>
  `(globalThread + (i * ${loads} + ${load}) * blocks * threadsPerBlock) % ${ELEMENTS}`;

function loadOf({ random, scattered = false }: MemoryWorkload, stream: string, into: string) {
  const lanes = scattered ? 'independent' : 'consecutive';
  return {
    op: 'if',
    condition: { probability: random, scope: 'warp' },
    then: [{ op: 'load', array: 'a', index: { kind: 'random', lanes }, into }],
    else: [{ op: 'load', array: 'a', index: stream, into }],
  };
}

/** The workload with enough blocks for `sms` SMs; it never ends by itself. */
export function memoryApp(workload: MemoryWorkload, sms: number): unknown {
  const threads = (workload.warpsPerSm * 32) / 4;
  return { name: workload.name, program: memoryProgram(workload), launch: { grid: 4 * sms, block: threads } };
}

/** A kernel that computes out of registers and shared memory, and loads a line now and then. */
export function computeApp(sms: number): unknown {
  return {
    name: 'compute',
    program: {
      name: 'compute',
      registersPerThread: 32,
      arrays: {
        a: { elementBytes: 4, elements: ELEMENTS },
        s: { elementBytes: 4, elements: 1024, space: 'shared' },
      },
      body: [
        {
          op: 'loop',
          name: 'i',
          trips: 1000000,
          body: [
            { op: 'load', array: 'a', index: `(globalThread + i * 4096) % ${ELEMENTS}`, into: 'x' },
            { op: 'compute', class: 'fp32', count: 200, distance: 2, after: ['x'] },
            { op: 'load', array: 's', index: 'thread', into: 'y' },
            { op: 'compute', class: 'integer', count: 40, distance: 2, after: ['y'] },
          ],
        },
      ],
    },
    launch: { grid: 8 * sms, block: 256 },
  };
}

/** Applications on so many SMs each, measured after a warm-up. */
export function windowOn(apps: readonly unknown[], sms: readonly number[], cycles: number): Scenario {
  return parseScenario({
    gpu: 'hsm-80sm-hbm',
    mode: { kind: 'spatial', sms },
    apps: apps as ScenarioApp[],
    warmupCycles: 6000,
    limits: { cycles },
  });
}

/** HSM's GPU divided by `divisor`: SMs, slices and channels alike, so that every ratio stays. */
export function scaledDown(loaded: LoadedSpec, divisor: number): LoadedSpec {
  const { spec } = loaded;
  return {
    ...loaded,
    spec: {
      ...spec,
      sms: spec.sms / divisor,
      l2: { ...spec.l2, slices: spec.l2.slices / divisor },
      memory: { ...spec.memory, channels: spec.memory.channels / divisor },
    },
  };
}
