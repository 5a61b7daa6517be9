import { parseKernelProgram, type Statement } from '../../src/kernel/program';
import { parseScenario } from '../../src/kernel/scenario';
import { createRun } from '../../src/simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../src/simulator/spec/loadSpec';

/** Threads of a block of gpu-cache, and loads of each of its two streams that are under way together. */
const CACHE_BLOCK = 512;
const UNROLL = 8;

interface Launch {
  readonly grid: number;
  readonly block: number;
  readonly sharedBytes?: number;
}

/** The GPU at the clock at which it was measured; DRAM keeps its own. */
function atClock(gpu: string, clockMHz: number): LoadedSpec {
  const loaded = loadSpec(gpu);
  return { ...loaded, spec: { ...loaded.spec, coreClockMHz: clockMHz } };
}

function cyclesOf(loaded: LoadedSpec, program: object, launch: Launch): number {
  const app = { name: 'benchmark', program: parseKernelProgram(program), launch };
  const run = createRun(parseScenario({ gpu: loaded.spec.id, apps: [app] }), loaded);
  run.run();
  return run.cycles;
}

/**
 * Bandwidth in GB/s of gpu-cache: a block of 512 threads on every SM reads `kib` KiB of floats again and again, all SMs the
 * same. The first two passes are left out, so that the caches are warm.
 */
export function cacheBandwidth(gpu: string, clockMHz: number, kib: number): number {
  const loaded = atClock(gpu, clockMHz);
  const steps = Math.max(1, Math.round((kib * 128) / (CACHE_BLOCK * UNROLL)));
  const n = steps * CACHE_BLOCK * UNROLL;
  const element = (from: string, u: number) => `${from} + (i * ${UNROLL} + ${u}) * threadsPerBlock + thread`;
  const each = Array.from({ length: UNROLL }, (_, u) => u);
  const body: Statement[] = [
    ...each.flatMap((u): Statement[] => [
      { op: 'load', array: 'B', index: element('0', u), into: `a${u}`, distance: 0 },
      { op: 'load', array: 'B', index: element(String(n), u), into: `b${u}`, distance: 0 },
    ]),
    ...each.map((u): Statement => ({ op: 'compute', class: 'fp32', after: [`a${u}`, `b${u}`] })),
    { op: 'compute', class: 'integer' },
    { op: 'compute', class: 'control' },
  ];
  const cycles = (passes: number): number =>
    cyclesOf(
      loaded,
      {
        name: 'cache',
        registersPerThread: 32,
        arrays: { B: { elementBytes: 4, elements: 2 * n } },
        body: [{ op: 'loop', trips: passes, body: [{ op: 'loop', name: 'i', trips: steps, body }] }],
      },
      { grid: loaded.spec.sms, block: CACHE_BLOCK },
    );
  const bytes = 2 * 2 * n * 4 * loaded.spec.sms;
  return ((bytes / (cycles(4) - cycles(2))) * clockMHz) / 1000;
}

/** Bandwidth in GB/s of gpu-stream's read kernel with two blocks of `block` threads on an SM, over 2^21 doubles. */
export function readBandwidth(gpu: string, clockMHz: number, block: number): number {
  const loaded = atClock(gpu, clockMHz);
  const { sharedBytes, sharedBytesPerBlockOptIn } = loaded.gpu.limits;
  const elements = 2 ** 21;
  const cycles = cyclesOf(
    loaded,
    {
      name: 'read',
      registersPerThread: 16,
      arrays: { B: { elementBytes: 8, elements } },
      body: [
        // Places of thread and block, the bounds check and the address: as compiled code has them.
        { op: 'compute', class: 'integer', count: 10, distance: 1 },
        { op: 'load', array: 'B', index: 'globalThread', into: 'x' },
        { op: 'compute', class: 'fp64', after: ['x'] },
        { op: 'compute', class: 'control' },
      ],
    },
    {
      grid: elements / block,
      block,
      sharedBytes: Math.min(sharedBytesPerBlockOptIn, (Math.floor(sharedBytes / 3 / 1024) + 1) * 1024),
    },
  );
  return ((elements * 8) / (cycles - loaded.spec.launch.kernelCycles)) * (clockMHz / 1000);
}
