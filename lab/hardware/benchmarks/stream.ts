import type { Statement } from '../../../src/kernel/program';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { atClock, cyclesOf, rate } from './runner';

/** Kernels of gpu-stream: B is read, A written, or A is B times a number; and of BabelStream: A is B, or B plus C. */
export type StreamKernel = 'read' | 'init' | 'scale' | 'copy' | 'add';

/** How many arrays of doubles a kernel reads and writes. */
const STREAMS: Readonly<Record<StreamKernel, number>> = { read: 1, init: 1, scale: 2, copy: 2, add: 3 };

/** Places of thread and block, the bounds check and the address: as compiled code has them. */
const prologue: Statement = { op: 'compute', class: 'integer', count: 10, distance: 1 };
const bound: Statement = { op: 'compute', class: 'control' };
const load = (array: string, into: string): Statement => ({
  op: 'load',
  array,
  index: 'globalThread',
  into,
});
const result = (...after: string[]): Statement => ({ op: 'compute', class: 'fp64', after });
const store = (array: string, after?: string): Statement => ({
  op: 'store',
  array,
  index: 'globalThread',
  ...(after === undefined ? {} : { after: [after] }),
});

/** A kernel that scales one array into another. */
export const scaleBody = (from: string, to: string): readonly Statement[] => [
  prologue,
  load(from, 'x'),
  result('x'),
  store(to),
  bound,
];

const BODIES: Readonly<Record<StreamKernel, readonly Statement[]>> = {
  read: [prologue, load('B', 'x'), result('x'), bound],
  init: [prologue, store('A'), bound],
  scale: scaleBody('B', 'A'),
  copy: [prologue, load('B', 'x'), store('A', 'x'), bound],
  add: [prologue, load('B', 'x'), load('C', 'y'), result('x', 'y'), store('A'), bound],
};

/**
 * Bandwidth in GB/s of a kernel that streams, a double a thread, in blocks of `block` threads: two on an SM where
 * `blocksOnSm` says so, else as many as fit. What a
 * second half of the array costs is counted, so that the start and writes that stay in the L2 cache are not.
 */
export function streamBandwidth(
  gpu: string,
  clockMHz: number,
  kernel: StreamKernel,
  block: number,
  blocksOnSm: 'two' | 'all',
): number {
  const loaded = atClock(gpu, clockMHz);
  const half = halfElements(loaded, kernel);
  const cycles = (elements: number): number =>
    cyclesOf(loaded, {
      registersPerThread: 16,
      arrays: Object.fromEntries(['A', 'B', 'C'].map((name) => [name, { elementBytes: 8, elements }])),
      body: BODIES[kernel],
      grid: elements / block,
      block,
      ...(blocksOnSm === 'two' ? { sharedBytes: bytesForTwoBlocks(loaded) } : {}),
    });
  const bytes = half * 8 * STREAMS[kernel];
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
