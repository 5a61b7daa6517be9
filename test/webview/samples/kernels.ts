import type {
  BlockSizeResult,
  KernelResult,
  LaunchResult,
  OccupancyPoint,
} from '../../../src/analysis/results/kernelResult';
import type { Origin, Sourced } from '../../../src/kernel/origin';
import type { SourceRange } from '../../../src/kernel/source';
import { sampleRandom } from './random';
import { fittedSimulation } from './fit';

const NAMES = [
  'vectorAdd',
  'matrixMul',
  'pathfinder::dynproc_kernel',
  'srad2',
  'hotspot::calculate_temp',
  'blackScholes',
  'transposeNaive',
  'reduceSum<float>',
  'convolutionRows',
  'bfs_frontier',
];

const RANGE: SourceRange = { startLine: 1, startColumn: 0, endLine: 1, endColumn: 10 };

function sourced(value: number, unit: string, origin: Origin, from: string): Sourced {
  return { value, unit, origin, from };
}

/** Occupancy of a block size on an SM of 64 warps, 65,536 registers and 32 blocks. */
function sampleOccupancy(threadsPerBlock: number, registers: number, sharedBytes: number): OccupancyPoint {
  const warps = Math.ceil(threadsPerBlock / 32);
  const limits = [
    { limiter: 'warps', blocks: Math.floor(64 / warps) },
    { limiter: 'registers', blocks: Math.floor(65536 / (registers * 32 * warps)) },
    { limiter: 'shared memory', blocks: sharedBytes === 0 ? 32 : Math.floor(98304 / sharedBytes) },
    { limiter: 'blocks', blocks: 32 },
  ];
  const lowest = limits.reduce((low, limit) => (limit.blocks < low.blocks ? limit : low));
  return {
    threadsPerBlock,
    blocksPerSm: lowest.blocks,
    occupancy: (lowest.blocks * warps) / 64,
    limiter: lowest.limiter,
  };
}

function blockSize(current: number, random: () => number, index: number): BlockSizeResult {
  const advised = [128, 256, 512][index % 3]!;
  const time = (block: number): number => 1.2 * (1 + 0.25 * Math.abs(Math.log2(block / advised)));
  return {
    current,
    advised,
    suggested: advised,
    candidates: [
      { method: 'SimK', threadsPerBlock: advised, reason: 'majority of dwt, blacks and interval' },
      { method: 'nearest neighbours', threadsPerBlock: advised, reason: 'two of three neighbours agree' },
      { method: 'occupancy', threadsPerBlock: 256, reason: 'highest occupancy, 94 %' },
      { method: 'CUDA cores per SM', threadsPerBlock: null, reason: 'not needed: the vote was not split' },
    ],
    position: { x: random() * 60 - 30, y: random() * 60 - 30 },
    references: ['dwt', 'blacks', 'interval', 'scan', 'histo', 'nbody', 'lud', 'gemm', 'lbm', 'stencil'].map(
      (name, i) => ({
        name,
        bestBlock: [32, 64, 128, 256][i % 4]!,
        origin: 'measured' as const,
        x: random() * 80 - 40,
        y: random() * 80 - 40,
        distance: 1 + i * 0.7,
        neighbour: i < 3,
      }),
    ),
    sweep: [32, 64, 128, 256, 512, 1024].map((threadsPerBlock) => ({
      threadsPerBlock,
      time: sourced(time(threadsPerBlock), 'ms', 'simulated', 'simulated epoch of 20,000 cycles'),
    })),
    bound: null,
    timeNote: null,
    refusal: null,
    expectedGain:
      advised === current
        ? null
        : sourced(time(advised) / time(current) - 1, '', 'simulated', 'sweep over six block sizes'),
    evidence: 'The sweep over six block sizes has its minimum there; SimK and its neighbours agree.',
  };
}

/** `count` plausible kernels; every seventh from the fourth on is refused. */
export function sampleKernels(count: number): readonly KernelResult[] {
  const random = sampleRandom(7);
  return Array.from({ length: count }, (_, index) => {
    const qualifiedName = NAMES[index % NAMES.length]! + (index < NAMES.length ? '' : `_${index}`);
    const refused = index % 7 === 4 ? 'not lowered: inline PTX (line 41)' : null;
    return sampleKernel(index, qualifiedName, refused, random);
  });
}

function sampleKernel(
  index: number,
  qualifiedName: string,
  refused: string | null,
  random: () => number,
): KernelResult {
  const path = `src/kernels/${['image', 'linear', 'graph'][index % 3]}.cu`;
  const current = [128, 256, 64][index % 3]!;
  const registers = 24 + ((index * 8) % 80);
  const shared = index % 4 === 0 ? 12288 : 0;
  const origin: Origin = index % 3 === 0 ? 'measured' : 'simulated';
  const memoryClocks = 300 + Math.round(random() * 4000);
  const computeClocks = 200 + Math.round(random() * 3000);
  const known = refused === null;
  return {
    id: `${path}#${qualifiedName}`,
    name: qualifiedName.replace(/^.*::/, ''),
    simulation: fittedSimulation(index),
    divided: [],
    qualifiedName,
    path,
    line: 12 + index * 9,
    range: RANGE,
    nameRange: RANGE,
    parameters: 'float *out, const float *in, int n',
    refused,
    kernelClass: known
      ? {
          kind: memoryClocks > computeClocks ? 'memory-bound' : 'compute-bound',
          busiest: null,
          memoryClocks: sourced(memoryClocks, 'clocks', 'predicted', 'instruction counts from source'),
          computeClocks: sourced(computeClocks, 'clocks', 'predicted', 'instruction counts from source'),
          ratio: memoryClocks / computeClocks,
        }
      : null,
    threadsPerBlock: sourced(current, 'threads', 'assumed', 'launch configuration'),
    registers: known ? sourced(registers, '', 'assumed', 'no compiler output') : null,
    registerRange: null,
    staticSharedBytes: known ? sourced(shared, 'B', 'predicted', 'declarations in source') : null,
    occupancy: known
      ? {
          ...sampleOccupancy(current, registers, shared),
          source: sourced(0, '', 'predicted', 'occupancy rules of compute capability 9.0'),
          range: null,
          curve: Array.from({ length: 32 }, (_, i) => sampleOccupancy(32 * (i + 1), registers, shared)),
        }
      : null,
    time: known ? sourced((0.02 + random() * random() * 4) * 1e6, 'ns', origin, 'trace.csv:14') : null,
    openSizes: [],
    measured: [],
    block: known ? blockSize(current, random, index) : null,
    bottlenecks: known
      ? ['issue', 'L1', 'L2', 'DRAM', 'PCIe'].map((resource) => ({
          resource,
          share: sourced(random(), '', origin, 'counters'),
        }))
      : [],
    bestPartner: null,
    worstPartner: null,
    sensitivity: null,
    assumptions: [
      {
        key: `${path}:${qualifiedName}:n`,
        value: 1048576,
        text: 'n is read from a file; 1,048,576 elements taken',
      },
    ],
    mix: { fp32: 12, globalLoad: 3, globalStore: 1 },
  };
}

/** One launch of a kernel. */
export function sampleLaunch(kernel: KernelResult): LaunchResult {
  return {
    path: kernel.path,
    line: kernel.line + 300,
    range: RANGE,
    callee: kernel.name,
    kernelIds: [kernel.id],
    grid: [4096, 1, 1],
    block: [kernel.threadsPerBlock?.value ?? 1, 1, 1],
    sharedBytes: 0,
    stream: 'stream[i]',
    unknowns: [],
    assumptions: [],
    waves: { count: 12.3, tail: 0.31, most: 12.3 },
  };
}
