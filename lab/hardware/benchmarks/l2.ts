import type { Statement } from '../../../src/kernel/program';
import { atClock, cyclesOf, rate } from './runner';

/** Doubles of a block's region for each of its 1024 threads, and loads under way together. */
const PER_THREAD = 64;
const BLOCK = 1024;
const UNROLL = 8;
const REGION_BYTES = PER_THREAD * BLOCK * 8;

/**
 * Bandwidth in GB/s of gpu-l2-cache: blocks of 1024 threads read regions of 512 KiB in turn, over and over, `kib` KiB
 * in all. The first two times round are left out: the L2 cache is warm, and warps end at different times.
 */
export function l2Bandwidth(gpu: string, clockMHz: number, kib: number): number {
  const loaded = atClock(gpu, clockMHz);
  const regions = Math.round((kib * 1024) / REGION_BYTES);
  const start = `(block % ${regions}) * ${BLOCK} + thread`;
  const each = Array.from({ length: UNROLL }, (_, u) => u);
  const body = Array.from({ length: PER_THREAD / UNROLL }, (_, i) => i * UNROLL).flatMap((from) => [
    ...each.map((u): Statement => ({
      op: 'load',
      array: 'B',
      index: `${(from + u) * regions * BLOCK} + ${start}`,
      into: `x${u}`,
      distance: 0,
    })),
    ...each.map((u): Statement => ({ op: 'compute', class: 'fp64', after: [`x${u}`] })),
  ]);
  // Whole waves of blocks, so that no SM is idle at an end that counts.
  const wave = 2 * loaded.spec.sms;
  const warm = Math.ceil(regions / wave) * wave;
  const cycles = (grid: number): number =>
    cyclesOf(loaded, {
      registersPerThread: 32,
      arrays: { B: { elementBytes: 8, elements: regions * BLOCK * PER_THREAD } },
      body,
      grid,
      block: BLOCK,
    });
  return rate(2 * warm * REGION_BYTES, cycles(4 * warm) - cycles(2 * warm), clockMHz);
}
