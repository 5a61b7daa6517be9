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
