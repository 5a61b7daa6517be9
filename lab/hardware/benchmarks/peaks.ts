import type { ComputeClass } from '../../../src/kernel/instructionClasses';
import { atClock, cyclesOf } from './runner';

/** Floating-point operations of an instruction of a warp: multiply-adds of 32 lanes, of two halves each, or m16n8k16. */
const OPERATIONS: Readonly<Partial<Record<ComputeClass, number>>> = {
  fp32: 64,
  fp64: 64,
  fp16: 128,
  tensor: 2 * 2048,
};
/** Multiply-adds of a step of m16n8k16. */
const STEP_MULTIPLY_ADDS = 2048;
const BLOCK = 512;
const BLOCKS = 2;
const PER_STEP = 64;
const STEPS = 16;

/** TFLOP/s of independent instructions of a class, of all SMs, of which one is simulated with two blocks of 512 threads. */
export function peakTflops(gpu: string, clockMHz: number, kind: ComputeClass): number {
  const whole = atClock(gpu, clockMHz);
  const loaded = { ...whole, spec: { ...whole.spec, sms: 1 } };
  // Peaks of Hopper are those of instructions of four warps.
  const warpGroup = whole.gpu.computeCapability.startsWith('9.');
  const matrix = { type: 'fp16', multiplyAdds: STEP_MULTIPLY_ADDS, warpGroup } as const;
  const instruction = { op: 'compute', class: kind, ...(kind === 'tensor' ? { matrix } : {}) } as const;
  const cycles = (trips: number): number =>
    cyclesOf(loaded, {
      registersPerThread: 32,
      arrays: {},
      body: [{ op: 'loop', trips, body: [{ ...instruction, count: PER_STEP, distance: 0 }] }],
      grid: BLOCKS,
      block: BLOCK,
    });
  const operations = (OPERATIONS[kind] ?? 0) * STEPS * PER_STEP * BLOCKS * (BLOCK / 32) * whole.spec.sms;
  return ((operations / (cycles(2 * STEPS) - cycles(STEPS))) * clockMHz) / 1e6;
}
