import { parseKernelProgram, type KernelProgram } from '../../src/kernel/program';

/**
 * The kernels that peer simulators were measured with, as programs: instruction counts per warp are those of
 * the peers' PTX runs (22 for vecadd, 11 per four iterations + 25 for alu, …), classes and memory accesses
 * follow the source.
 */
export interface PeerKernel {
  /** Name of the run in the peers' table. */
  readonly run: string;
  readonly program: KernelProgram;
  readonly grid: number | [number, number];
  readonly block: number | [number, number];
  readonly arguments: Readonly<Record<string, number>>;
}

const integer = (count: number, distance = 2) => ({ op: 'compute', class: 'integer', count, distance });
const control = { op: 'compute', class: 'control' };
const float = (elements: string | number) => ({ elementBytes: 4, elements });

const vecadd = parseKernelProgram({
  name: 'vecadd',
  registersPerThread: 12,
  parameters: { n: 0 },
  arrays: { a: float('n'), b: float('n'), c: float('n') },
  body: [
    integer(9),
    control,
    {
      op: 'if',
      condition: 'globalThread < n',
      then: [
        integer(5),
        { op: 'load', array: 'a', index: 'globalThread', into: 'x' },
        { op: 'load', array: 'b', index: 'globalThread', into: 'y', distance: 0 },
        { op: 'compute', class: 'fp32', after: ['x', 'y'] },
        integer(2),
        { op: 'store', array: 'c', index: 'globalThread' },
      ],
    },
  ],
});

const alu = parseKernelProgram({
  name: 'alu',
  registersPerThread: 12,
  parameters: { iterations: 256 },
  arrays: { c: float('blocks * threadsPerBlock') },
  body: [
    integer(20),
    {
      op: 'loop',
      trips: 'iterations / 4',
      body: [{ op: 'compute', class: 'fp32', count: 8 }, integer(2), control],
    },
    integer(2),
    { op: 'compute', class: 'fp32' },
    { op: 'store', array: 'c', index: 'globalThread' },
  ],
});

const tile = { elementBytes: 4, elements: 256, space: 'shared' };

const matmul = parseKernelProgram({
  name: 'mm',
  registersPerThread: 28,
  parameters: { n: 192 },
  arrays: { A: float('n * n'), B: float('n * n'), C: float('n * n'), a: tile, b: tile },
  body: [
    integer(30),
    {
      op: 'loop',
      name: 'm',
      trips: 'n / 16',
      body: [
        { op: 'load', array: 'A', index: '(blockY * 16 + threadY) * n + m * 16 + threadX', into: 'x' },
        { op: 'store', array: 'a', index: 'threadY * 16 + threadX', after: ['x'] },
        { op: 'load', array: 'B', index: '(m * 16 + threadY) * n + blockX * 16 + threadX', into: 'y' },
        { op: 'store', array: 'b', index: 'threadY * 16 + threadX', after: ['y'] },
        { op: 'barrier' },
        ...Array.from({ length: 16 }, (_, k) => [
          { op: 'load', array: 'a', index: `threadY * 16 + ${k}`, into: `p${k % 4}`, distance: 0 },
          { op: 'load', array: 'b', index: `${k * 16} + threadX`, into: `q${k % 4}`, distance: 0 },
          { op: 'compute', class: 'fp32', distance: 3, after: [`p${k % 4}`, `q${k % 4}`] },
        ]).flat(),
        { op: 'barrier' },
        integer(5),
        control,
      ],
    },
    integer(4),
    { op: 'store', array: 'C', index: '(blockY * 16 + threadY) * n + blockX * 16 + threadX' },
  ],
});

const gather = (name: string, lanes: string, outside: number) =>
  parseKernelProgram({
    name,
    registersPerThread: 16,
    parameters: { iterations: 4, elements: 262144 },
    arrays: { a: float('elements'), c: float('blocks * threadsPerBlock') },
    body: [
      integer(outside - 2),
      {
        op: 'loop',
        trips: 'iterations',
        body: [
          integer(12),
          { op: 'load', array: 'a', index: { kind: 'random', lanes }, into: 'x' },
          { op: 'compute', class: 'fp32', after: ['x'] },
          control,
        ],
      },
      { op: 'store', array: 'c', index: 'globalThread' },
    ],
  });

const chase = parseKernelProgram({
  name: 'chase',
  registersPerThread: 8,
  parameters: { iterations: 2000, elements: 1024 },
  arrays: { a: float('elements') },
  body: [
    integer(14),
    {
      op: 'loop',
      name: 'k',
      trips: 'iterations / 4',
      body: [
        {
          op: 'loop',
          name: 'j',
          trips: 4,
          body: [
            // The peers' array is a ring with a step of one line.
            { op: 'load', array: 'a', index: '((k * 4 + j) * 32) % elements', into: 'p' },
            { ...integer(2, 1), after: ['p'] },
          ],
        },
        integer(2),
        control,
      ],
    },
    integer(4),
  ],
});

export const PEER_KERNELS: readonly PeerKernel[] = [
  { run: 'vecadd_262144', program: vecadd, grid: 1024, block: 256, arguments: { n: 262144 } },
  { run: 'alu_40960_256', program: alu, grid: 160, block: 256, arguments: { iterations: 256 } },
  { run: 'mm_192', program: matmul, grid: [12, 12], block: [16, 16], arguments: { n: 192 } },
  {
    run: 'wgather_40960_16_262144',
    program: gather('wgather', 'consecutive', 32),
    grid: 160,
    block: 256,
    arguments: { iterations: 16, elements: 8388608 },
  },
  {
    run: 'tgather_20480_4_262144',
    program: gather('tgather', 'independent', 22),
    grid: 80,
    block: 256,
    arguments: { iterations: 4, elements: 8388608 },
  },
  {
    run: 'chase_1024_2000_32',
    program: chase,
    grid: 1,
    block: 32,
    arguments: { iterations: 2000, elements: 1024 },
  },
];

/** The scenario of one peer kernel on a GPU. */
export function peerScenario(kernel: PeerKernel, gpu: string): unknown {
  return {
    gpu,
    apps: [
      {
        name: kernel.run,
        program: kernel.program,
        launch: { grid: kernel.grid, block: kernel.block },
        arguments: kernel.arguments,
      },
    ],
  };
}
