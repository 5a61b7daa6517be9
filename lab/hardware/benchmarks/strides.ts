import type { Statement } from '../../../src/kernel/program';
import { atClock, cyclesOf } from './runner';

const BLOCK = 1024;
/** Elements beside that of a thread that a step of gpu-strides reads, in its order. */
const BESIDE = [0, 4, 8, 12, 20, 16, 24, 28];
/** Steps that count; the first ones bring the lines into the L1 cache. */
const WARM = 4;
const STEPS = 32;

/**
 * Core cycles of a load of a warp of gpu-strides: one block of 1024 threads, of which every 64 read the same elements
 * `stride` apart, and seven beside each, all of them in the L1 cache.
 */
export function strideCycles(gpu: string, clockMHz: number, elementBytes: 4 | 8, stride: number): number {
  const loaded = atClock(gpu, clockMHz);
  const product = elementBytes === 4 ? 'fp32' : 'fp64';
  const body: Statement[] = [
    ...BESIDE.map((beside, u): Statement => ({
      op: 'load',
      array: 'A',
      index: `(thread % 64) * ${stride} + ${beside}`,
      into: `a${u}`,
      distance: 0,
    })),
    ...[0, 2, 4, 6].map((u): Statement => ({
      op: 'compute',
      class: product,
      after: [`a${u}`, `a${u + 1}`],
    })),
    { op: 'compute', class: 'integer' },
    { op: 'compute', class: 'control' },
  ];
  const cycles = (trips: number): number =>
    cyclesOf(loaded, {
      registersPerThread: 32,
      arrays: { A: { elementBytes, elements: 64 * (stride + 1) + 32 } },
      body: [{ op: 'loop', trips, body }],
      grid: 1,
      block: BLOCK,
    });
  const loads = (STEPS * BESIDE.length * BLOCK) / 32;
  return (cycles(WARM + STEPS) - cycles(WARM)) / loads;
}
