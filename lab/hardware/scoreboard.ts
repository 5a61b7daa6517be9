import { simulatorGeneration } from '../../src/simulator/spec/generation';
import measured from './measured.json';
import { apartCacheBandwidth, cacheBandwidth } from './benchmarks/cache';
import { chaseCycles } from './benchmarks/chase';
import { constantCycles } from './benchmarks/constants';
import { gridBarrierNs } from './benchmarks/gridBarrier';
import { l2Bandwidth } from './benchmarks/l2';
import { peakTflops } from './benchmarks/peaks';
import { smallKernels } from './benchmarks/small';
import { streamBandwidth } from './benchmarks/stream';
import { strideCycles } from './benchmarks/strides';

/** A measured point; it was looked at when a number or a mechanism was chosen (`fitted`), or only afterwards (`judged`). */
export type MeasuredPoint = (typeof measured.points)[number];

/** All measured points of the study. */
export const POINTS: readonly MeasuredPoint[] = measured.points;

interface Kind {
  /** What the measured and simulated values are in. */
  readonly unit: 'GB/s' | 'cycles' | 'ns' | 'TFLOP/s';
  readonly at: (x: number) => string;
  readonly simulate: (point: MeasuredPoint) => number;
}

const kib = (x: number): string => `${x} KiB`;
const threads = (x: number): string => `2 × ${x} threads`;
const stream = (kernel: 'read' | 'init' | 'scale'): Kind => ({
  unit: 'GB/s',
  at: (x) => `${kernel}, ${threads(x)}`,
  simulate: ({ gpu, clockMHz, x }) => streamBandwidth(gpu, clockMHz, kernel, x, 'two'),
});
const babelStream = (kernel: 'copy' | 'add'): Kind => ({
  unit: 'GB/s',
  at: (x) => `${kernel}, blocks of ${x}`,
  simulate: ({ gpu, clockMHz, x }) => streamBandwidth(gpu, clockMHz, kernel, x, 'all'),
});
const strides = (name: string, bytes: 4 | 8): Kind => ({
  unit: 'cycles',
  at: (x) => `${name}, stride ${x}`,
  simulate: ({ gpu, clockMHz, x }) => strideCycles(gpu, clockMHz, bytes, x),
});
const small = (block: number): Kind => ({
  unit: 'GB/s',
  at: (x) => `${x} doubles, blocks of ${block}`,
  simulate: ({ gpu, clockMHz, x }) => smallKernels(gpu, clockMHz, block, x),
});
const peak = (kind: 'fp32' | 'fp64' | 'fp16' | 'tensor'): Kind => ({
  unit: 'TFLOP/s',
  at: () => kind,
  simulate: ({ gpu, clockMHz }) => peakTflops(gpu, clockMHz, kind),
});

/** Words of constant memory between warps that caches.cu sent through it far from each other. */
const FAR_APART = 1000;
/** SMs that are simulated for all of a card: as many as share a larger cache of constant memory. */
const SHARING = 16;
/** Loads of a warp: those that start far apart find each other in the first thousand. */
const LOADS = 1024;
const constant = (blocks: number, warps: number, apart: number): Kind => ({
  unit: 'cycles',
  at: (x) =>
    `${kib(x)}, ${warps} warps${apart === 0 ? '' : ' far apart'}, ${blocks === 1 ? 'one SM' : 'all SMs'}`,
  simulate: ({ gpu, clockMHz, x }) =>
    constantCycles(gpu, clockMHz, { blocks, warps, apart, stride: 16, kib: x, loads: LOADS }),
});
const constants = Object.fromEntries(
  [1, 8, 16, 32].flatMap((warps) => [
    [`constant-one-${warps}-beside`, constant(1, warps, 0)],
    [`constant-one-${warps}-far`, constant(1, warps, FAR_APART)],
    [`constant-all-${warps}-beside`, constant(SHARING, warps, 0)],
    [`constant-all-${warps}-far`, constant(SHARING, warps, FAR_APART)],
  ]),
);

const gridBarrier = (block: number): Kind => ({
  unit: 'ns',
  at: (x) => `${x} blocks of ${block}`,
  simulate: ({ gpu, clockMHz, x }) => gridBarrierNs(gpu, clockMHz, x, block),
});

const KINDS: Readonly<Record<string, Kind>> = {
  cache: {
    unit: 'GB/s',
    at: kib,
    simulate: ({ gpu, clockMHz, x }) => cacheBandwidth(gpu, clockMHz, x, true),
  },
  'cache-run': {
    unit: 'GB/s',
    at: (x) => `${kib(x)}, 300 passes`,
    simulate: ({ gpu, clockMHz, x }) => cacheBandwidth(gpu, clockMHz, x, false),
  },
  'cache-apart': {
    unit: 'GB/s',
    at: (x) => `${kib(x)}, 300 passes`,
    simulate: ({ gpu, clockMHz, x }) => apartCacheBandwidth(gpu, clockMHz, x),
  },
  l2: { unit: 'GB/s', at: kib, simulate: ({ gpu, clockMHz, x }) => l2Bandwidth(gpu, clockMHz, x) },
  chase: { unit: 'cycles', at: kib, simulate: ({ gpu, clockMHz, x }) => chaseCycles(gpu, clockMHz, x) },
  read: stream('read'),
  init: stream('init'),
  scale: stream('scale'),
  copy: babelStream('copy'),
  add: babelStream('add'),
  ...constants,
  'stride-float': strides('float', 4),
  'stride-double': strides('double', 8),
  'small-4': small(4),
  'small-16': small(16),
  'small-32': small(32),
  'small-64': small(64),
  'small-256': small(256),
  'small-1024': small(1024),
  'grid-barrier-32': gridBarrier(32),
  'grid-barrier-256': gridBarrier(256),
  'grid-barrier-1024': gridBarrier(1024),
  'peak-fp32': peak('fp32'),
  'peak-fp64': peak('fp64'),
  'peak-fp16': peak('fp16'),
  'peak-tensor': peak('tensor'),
};

const kindOf = ({ benchmark }: MeasuredPoint): Kind => KINDS[benchmark]!;

/** Simulated value of a point, in the unit of what was measured. */
export const simulated = (point: MeasuredPoint): number => kindOf(point).simulate(point);

/** Columns of the table of points. */
export const POINT_COLUMNS = [
  'GPU',
  'file',
  'point',
  'role',
  'measured',
  'simulated',
  'ratio',
  'generation',
] as const;

/** Table row of a point, see `POINT_COLUMNS`; the last one is that of the simulated machine. */
export function scoreRow(point: MeasuredPoint, value: number): readonly string[] {
  const { unit } = kindOf(point);
  const digits = point.value < 100 ? 1 : 0;
  return [
    ...nameOf(point),
    point.role,
    `${point.value.toFixed(digits)} ${unit}`,
    value.toFixed(digits),
    (value / point.value).toFixed(2),
    String(simulatorGeneration(point.gpu)),
  ];
}

/** The first columns of a point's row, by which it is found again. */
export const nameOf = (point: MeasuredPoint): readonly string[] => [
  point.gpu,
  point.file,
  kindOf(point).at(point.x),
];

/** Table row for each kind of benchmark and role: points, median and worst deviation, and how many are within 10 and 20 %. */
export function summaryRows(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const groups = new Map<string, number[]>();
  for (const [, file = '', , role = '', , , ratio] of rows) {
    const key = `${file.split('/')[0]}|${role}`;
    groups.set(key, [...(groups.get(key) ?? []), Math.abs(Number(ratio) - 1)]);
  }
  return [...groups].map(([key, errors]) => {
    const sorted = errors.toSorted((a, b) => a - b);
    const within = (most: number) => `${sorted.filter((error) => error <= most + 1e-9).length}`;
    const percent = (error: number) => `${(100 * error).toFixed(0)} %`;
    const median = sorted[Math.floor((sorted.length - 1) / 2)]!;
    return [
      ...key.split('|'),
      `${sorted.length}`,
      percent(median),
      percent(sorted.at(-1)!),
      within(0.1),
      within(0.2),
    ];
  });
}
