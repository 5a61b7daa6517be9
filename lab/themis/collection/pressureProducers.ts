import { parseKernelProgram, type KernelProgram } from '../../../src/kernel/program';
import type { ScenarioApp } from '../../../src/kernel/scenario';
import { LINE_BYTES } from '../../../src/simulator/core/sizes';
import { type SimulatorSpec } from '../../../src/simulator/spec/simulatorSpec';

/** The resource that a producer stresses (listing 1). */
export const PRODUCERS = ['cache', 'bandwidth'] as const;
export type Producer = (typeof PRODUCERS)[number];

/** Arithmetic instructions between two accesses, from the most to the least pressure: listing 1's C. */
export const PRESSURE_LEVELS = [0, 16, 32, 48, 64, 80, 96, 128, 192, 256, 384, 768] as const;

/** The level that serves as the pressure meter: the smallest C. */
export const METER_LEVEL = 0;

/** Arithmetic is a loop over so many instructions, so that its code fits the smallest instruction cache. */
const UNROLLED = 16;

/**
 * Working set of the cache producer over the size of the L2 cache; listing 1 gives none. Half of it stays
 * resident when the producer runs alone, so that its own speed depends on nothing but the L2 cache.
 */
const CACHE_SHARE = 0.5;
const THREADS = 256;
const BLOCKS_PER_SM = 8;
/** Words of each of the arrays that the bandwidth producer streams through: more than any L2 cache holds. */
const STREAM_WORDS = 2 ** 26;

/** A producer at a level, on as many blocks as fill `sms` SMs; it never ends by itself. */
export function producerApp(
  producer: Producer,
  level: number,
  sms: number,
  spec: SimulatorSpec,
): ScenarioApp {
  const count = PRESSURE_LEVELS[level]!;
  const program = producer === 'cache' ? cacheProgram(count, sms, spec) : bandwidthProgram(count);
  return {
    name: `${producer} producer, C = ${count}`,
    program,
    launch: { grid: BLOCKS_PER_SM * sms, block: THREADS },
    repeat: 'always',
  };
}

function arithmetic(count: number): unknown[] {
  const compute = { op: 'compute', class: 'fp32', count: UNROLLED, distance: 1, after: ['x'] };
  return count === 0 ? [] : [{ op: 'loop', trips: count / UNROLLED, body: [compute] }];
}

/**
 * A chase through half of the L2 cache. Every warp starts elsewhere, and together they touch the whole
 * working set once before the arithmetic begins, so that producers of little pressure have it resident too.
 */
function cacheProgram(count: number, sms: number, spec: SimulatorSpec): KernelProgram {
  const lines = Math.floor((CACHE_SHARE * l2BytesOf(spec)) / LINE_BYTES);
  const warps = (BLOCKS_PER_SM * sms * THREADS) / 32;
  const spacing = Math.max(1, Math.floor(lines / warps));
  const start = `(block * ${THREADS / 32} + warp) * ${spacing}`;
  const step = { op: 'load', array: 'arr', index: { kind: 'chase', lanes: 'consecutive', start }, into: 'x' };
  return parseKernelProgram({
    name: 'cache',
    registersPerThread: 16,
    arrays: { arr: { elementBytes: 4, elements: lines * (LINE_BYTES / 4) } },
    body: [
      { op: 'loop', trips: Math.ceil(lines / warps), body: [step] },
      { op: 'loop', trips: 1e6, body: [step, ...arithmetic(count)] },
    ],
  });
}

function bandwidthProgram(count: number): KernelProgram {
  const index = `(globalThread + i * blocks * threadsPerBlock) % ${STREAM_WORDS}`;
  return parseKernelProgram({
    name: 'bandwidth',
    registersPerThread: 16,
    arrays: {
      a: { elementBytes: 4, elements: STREAM_WORDS },
      b: { elementBytes: 4, elements: STREAM_WORDS },
    },
    body: [
      {
        op: 'loop',
        name: 'i',
        trips: 1e6,
        body: [
          { op: 'load', array: 'b', index, into: 'x' },
          ...arithmetic(count),
          { op: 'compute', class: 'fp32', after: ['x'] },
          { op: 'store', array: 'a', index },
        ],
      },
    ],
  });
}

function l2BytesOf({ l2 }: SimulatorSpec): number {
  return l2.slices * l2.sets * l2.ways * LINE_BYTES;
}
