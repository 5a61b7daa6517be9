import measured from './measured.json';
import { cacheBandwidth } from './benchmarks/cache';
import { chaseCycles } from './benchmarks/chase';
import { l2Bandwidth } from './benchmarks/l2';
import { streamBandwidth } from './benchmarks/stream';

/** A measured point; it was looked at when a number or a mechanism was chosen (`fitted`), or only afterwards (`judged`). */
export type MeasuredPoint = (typeof measured.points)[number];

/** All measured points of the study. */
export const POINTS: readonly MeasuredPoint[] = measured.points;

interface Kind {
  /** What the measured and simulated values are in. */
  readonly unit: 'GB/s' | 'cycles';
  readonly at: (x: number) => string;
  readonly simulate: (point: MeasuredPoint) => number;
}

const kib = (x: number): string => `${x} KiB`;
const threads = (x: number): string => `2 × ${x} threads`;
const stream = (kernel: 'read' | 'init' | 'scale'): Kind => ({
  unit: 'GB/s',
  at: (x) => `${kernel}, ${threads(x)}`,
  simulate: ({ gpu, clockMHz, x }) => streamBandwidth(gpu, clockMHz, kernel, x),
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
  l2: { unit: 'GB/s', at: kib, simulate: ({ gpu, clockMHz, x }) => l2Bandwidth(gpu, clockMHz, x) },
  chase: { unit: 'cycles', at: kib, simulate: ({ gpu, clockMHz, x }) => chaseCycles(gpu, clockMHz, x) },
  read: stream('read'),
  init: stream('init'),
  scale: stream('scale'),
};

const kindOf = ({ benchmark }: MeasuredPoint): Kind => KINDS[benchmark]!;

/** Simulated value of a point, in the unit of what was measured. */
export const simulated = (point: MeasuredPoint): number => kindOf(point).simulate(point);

/** Table row of a point: what was measured, what the simulator gives, and their ratio. */
export function scoreRow(point: MeasuredPoint, value: number): readonly string[] {
  const { unit, at } = kindOf(point);
  const digits = point.value < 100 ? 1 : 0;
  return [
    point.gpu,
    point.file,
    at(point.x),
    point.role,
    `${point.value.toFixed(digits)} ${unit}`,
    value.toFixed(digits),
    (value / point.value).toFixed(2),
  ];
}

/** Table row for each kind of benchmark and role: points, median and worst deviation, and how many are within 10 and 20 %. */
export function summaryRows(
  points: readonly MeasuredPoint[],
  values: readonly number[],
): readonly (readonly string[])[] {
  const groups = new Map<string, number[]>();
  for (const [index, { file, role, value }] of points.entries()) {
    const key = `${file.split('/')[0]}|${role}`;
    groups.set(key, [...(groups.get(key) ?? []), Math.abs(values[index]! / value - 1)]);
  }
  return [...groups].map(([key, errors]) => {
    const sorted = errors.toSorted((a, b) => a - b);
    const within = (most: number) => `${sorted.filter((error) => error <= most).length}`;
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
