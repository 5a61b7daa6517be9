import type { ComputeClass } from '../../../src/kernel/instructionClasses';
import { atClock, cyclesOf } from './runner';

/** Floating-point operations of an instruction of a warp: multiply-adds of 32 lanes, of two halves each, or m16n8k16. */
const OPERATIONS: Readonly<Partial<Record<ComputeClass, number>>> = {
  fp32: 64,
  fp64: 64,
  fp16: 128,
  tensor: 4096,
};
const BLOCK = 512;
const PER_STEP = 64;
const STEPS = 16;

/** TFLOP/s of independent instructions of a class, with two blocks of 512 threads on every SM. */
export function peakTflops(gpu: string, clockMHz: number, kind: ComputeClass): number {
  const loaded = atClock(gpu, clockMHz);
  const grid = 2 * loaded.spec.sms;
  const cycles = (trips: number): number =>
    cyclesOf(loaded, {
      registersPerThread: 32,
      arrays: {},
      body: [{ op: 'loop', trips, body: [{ op: 'compute', class: kind, count: PER_STEP, distance: 0 }] }],
      grid,
      block: BLOCK,
    });
  const operations = (OPERATIONS[kind] ?? 0) * STEPS * PER_STEP * grid * (BLOCK / 32);
  return ((operations / (cycles(2 * STEPS) - cycles(STEPS))) * clockMHz) / 1e6;
}
