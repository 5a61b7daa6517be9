import { parseKernelProgram } from '../../../src/kernel/program';

/** c[i] = a[i] + b[i] with the address arithmetic of unoptimised code: 22 instructions a warp. */
export const vecadd = parseKernelProgram({
  name: 'vecadd',
  registersPerThread: 12,
  parameters: { n: 65536 },
  arrays: {
    a: { elementBytes: 4, elements: 'n' },
    b: { elementBytes: 4, elements: 'n' },
    c: { elementBytes: 4, elements: 'n' },
  },
  body: [
    { op: 'compute', class: 'integer', count: 10, distance: 2 },
    {
      op: 'if',
      condition: 'globalThread < n',
      then: [
        { op: 'compute', class: 'integer', count: 5, distance: 2 },
        { op: 'load', array: 'a', index: 'globalThread', into: 'x' },
        { op: 'load', array: 'b', index: 'globalThread', into: 'y', distance: 0 },
        { op: 'compute', class: 'fp32', after: ['x', 'y'] },
        { op: 'compute', class: 'integer', count: 2, distance: 2 },
        { op: 'store', array: 'c', index: 'globalThread' },
      ],
    },
  ],
});

export const launchOf = (n: number) => ({ grid: Math.ceil(n / 256), block: 256 });

/** A chain of multiply-adds that touches no memory but for its result. */
export const alu = parseKernelProgram({
  name: 'alu',
  registersPerThread: 12,
  parameters: { iterations: 64 },
  arrays: { c: { elementBytes: 4, elements: 'blocks * threadsPerBlock' } },
  body: [
    { op: 'compute', class: 'integer', count: 8 },
    {
      op: 'loop',
      trips: 'iterations',
      body: [
        { op: 'compute', class: 'fp32', count: 8 },
        { op: 'compute', class: 'integer', count: 2 },
        { op: 'compute', class: 'control' },
      ],
    },
    { op: 'store', array: 'c', index: 'globalThread' },
  ],
});

/** C = A · B with 16 × 16 tiles in shared memory. */
export const tiled = parseKernelProgram({
  name: 'tiled',
  registersPerThread: 24,
  parameters: { n: 128 },
  arrays: {
    A: { elementBytes: 4, elements: 'n * n' },
    B: { elementBytes: 4, elements: 'n * n' },
    C: { elementBytes: 4, elements: 'n * n' },
    a: { elementBytes: 4, elements: 256, space: 'shared' },
    b: { elementBytes: 4, elements: 256, space: 'shared' },
  },
  body: [
    { op: 'compute', class: 'integer', count: 20 },
    {
      op: 'loop',
      name: 'm',
      trips: 'n / 16',
      body: [
        { op: 'load', array: 'A', index: '(blockY * 16 + threadY) * n + m * 16 + threadX', into: 'x' },
        { op: 'load', array: 'B', index: '(m * 16 + threadY) * n + blockX * 16 + threadX', into: 'y' },
        { op: 'store', array: 'a', index: 'threadY * 16 + threadX', after: ['x'] },
        { op: 'store', array: 'b', index: 'threadY * 16 + threadX', after: ['y'] },
        { op: 'barrier' },
        {
          op: 'loop',
          name: 'k',
          trips: 16,
          body: [
            { op: 'load', array: 'a', index: 'threadY * 16 + k', into: 'p' },
            { op: 'load', array: 'b', index: 'k * 16 + threadX', into: 'q', distance: 0 },
            { op: 'compute', class: 'fp32', after: ['p', 'q'] },
          ],
        },
        { op: 'barrier' },
        { op: 'compute', class: 'integer', count: 4 },
      ],
    },
    { op: 'store', array: 'C', index: '(blockY * 16 + threadY) * n + blockX * 16 + threadX' },
  ],
});
