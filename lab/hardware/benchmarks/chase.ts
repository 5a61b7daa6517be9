import type { Statement } from '../../../src/kernel/program';
import { atClock, cyclesOf } from './runner';

const LINE_BYTES = 128;
/** Steps that count, and steps of a round of the loop, as in the source. */
const STEPS = 4096;
const UNROLL = 32;
/** A prime, far from a power of two: rings of any length are gone round in leaps. */
const LEAP = 40507;

/**
 * Core cycles of a dependent load of gpu-latency: one thread follows a ring through `kib` KiB of lines. What is smaller than the caches has been gone round before.
 */
export function chaseCycles(gpu: string, clockMHz: number, kib: number): number {
  const loaded = atClock(gpu, clockMHz);
  const lines = Math.round((kib * 1024) / LINE_BYTES);
  const isCached = lines * LINE_BYTES <= (loaded.gpu.l2Bytes ?? 0);
  const before = isCached ? lines : 0;
  const index = (u: number) => `(((i * ${UNROLL} + ${u}) * ${LEAP}) % ${lines}) * 16`;
  const first = { op: 'load', array: 'ring', index: '0', into: 'next' } as const;
  // The address of a load is what the one before brought.
  const body = Array.from({ length: UNROLL }, (_, u): Statement => ({
    ...first,
    index: index(u),
    after: ['next'],
    distance: 0,
  }));
  const cycles = (steps: number): number =>
    cyclesOf(loaded, {
      registersPerThread: 16,
      arrays: { ring: { elementBytes: 8, elements: lines * 16 } },
      body: [first, { op: 'loop', name: 'i', trips: Math.ceil(steps / UNROLL), body }],
      grid: 1,
      block: 1,
    });
  return (cycles(before + 2 * STEPS) - cycles(before + STEPS)) / STEPS;
}
