import type { Statement } from '../../../src/kernel/program';
import { atClock, cyclesOf } from './runner';

const LINE_BYTES = 128;
/** Steps that count. */
const STEPS = 4096;
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
  const step: Statement[] = [
    { op: 'load', array: 'ring', index: `((i * ${LEAP}) % ${lines}) * 16`, into: 'next', distance: 0 },
    // The address of the next load is what this one brought.
    { op: 'compute', class: 'control', after: ['next'] },
  ];
  const cycles = (trips: number): number =>
    cyclesOf(loaded, {
      registersPerThread: 16,
      arrays: { ring: { elementBytes: 8, elements: lines * 16 } },
      body: [{ op: 'loop', name: 'i', trips, body: step }],
      grid: 1,
      block: 1,
    });
  return (cycles(before + 2 * STEPS) - cycles(before + STEPS)) / STEPS;
}
