import type { Statement } from '../../../src/kernel/program';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { atClock, cyclesOf, rate } from './runner';

/** Kernels of gpu-stream: B is read, a written, or A is B times a number. */
export type StreamKernel = 'read' | 'init' | 'scale';

/** Places of thread and block, the bounds check and the address: as compiled code has them. */
const prologue: Statement = { op: 'compute', class: 'integer', count: 10, distance: 1 };
const bound: Statement = { op: 'compute', class: 'control' };
const load: Statement = { op: 'load', array: 'B', index: 'globalThread', into: 'x' };
const product: Statement = { op: 'compute', class: 'fp64', after: ['x'] };
const store: Statement = { op: 'store', array: 'A', index: 'globalThread' };

const BODIES: Readonly<Record<StreamKernel, readonly Statement[]>> = {
  read: [prologue, load, product, bound],
  init: [prologue, store, bound],
  scale: [prologue, load, product, store, bound],
};

/**
 * Bandwidth in GB/s of a kernel of gpu-stream with two blocks of `block` threads on an SM, a double a thread. What a
 * second half of the array costs is counted, so that the start and writes that stay in the L2 cache are not.
 */
export function streamBandwidth(gpu: string, clockMHz: number, kernel: StreamKernel, block: number): number {
  const loaded = atClock(gpu, clockMHz);
  const half = halfElements(loaded, kernel);
  const cycles = (elements: number): number =>
    cyclesOf(loaded, {
      registersPerThread: 16,
      arrays: { A: { elementBytes: 8, elements }, B: { elementBytes: 8, elements } },
      body: BODIES[kernel],
      grid: elements / block,
      block,
      sharedBytes: bytesForTwoBlocks(loaded),
    });
  const bytes = half * 8 * (kernel === 'scale' ? 2 : 1);
  return rate(bytes, cycles(2 * half) - cycles(half), clockMHz);
}

/** As many as fill the L2 cache with what is written, and no fewer than 2²¹. */
function halfElements({ gpu }: LoadedSpec, kernel: StreamKernel): number {
  const written = kernel === 'read' ? 0 : (gpu.l2Bytes ?? 0) / 8;
  return 2 ** Math.max(21, Math.ceil(Math.log2(Math.max(1, written))));
}

/** Shared memory of which two blocks fit an SM and three do not, as far as a block may have as much. */
function bytesForTwoBlocks({ gpu }: LoadedSpec): number {
  const { sharedBytes, sharedBytesPerBlockOptIn } = gpu.limits;
  return Math.min(sharedBytesPerBlockOptIn, (Math.floor(sharedBytes / 3 / 1024) + 1) * 1024);
}
