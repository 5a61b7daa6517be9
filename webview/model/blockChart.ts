import { scaleLinear } from 'd3-scale';
import type { BlockSizeResult, KernelResult, OccupancyPoint } from '../../src/analysis/results/kernelResult';
import type { Origin } from '../../src/kernel/origin';
import { formatDuration, formatPercent, toNanoseconds } from './format';
import type { TableModel } from './table';
import { say, titleOf } from '../../src/words';

/** Neighbouring block sizes that have the same limiter. */
export interface LimiterRun {
  readonly limiter: string;
  readonly from: number;
  readonly to: number;
}

/** Runs of one limiter along the curve, in threads per block. */
export function limiterRuns(curve: readonly OccupancyPoint[]): readonly LimiterRun[] {
  const runs: { limiter: string; from: number; to: number }[] = [];
  for (const { limiter, threadsPerBlock } of curve) {
    const last = runs.at(-1);
    if (last?.limiter === limiter) last.to = threadsPerBlock;
    else runs.push({ limiter, from: threadsPerBlock, to: threadsPerBlock });
  }
  return runs;
}

export interface TimePoint {
  readonly threadsPerBlock: number;
  readonly ns: number;
  readonly origin: Origin;
}

/** The sweep in ascending block size; values that are not times are left out. */
export function timePoints(block: BlockSizeResult | null): readonly TimePoint[] {
  return (block?.sweep ?? [])
    .flatMap(({ threadsPerBlock, time }) => {
      const ns = toNanoseconds(time);
      return ns === null ? [] : [{ threadsPerBlock, ns, origin: time.origin }];
    })
    .sort((a, b) => a.threadsPerBlock - b.threadsPerBlock);
}

/** A mark on the axis of block sizes. */
export interface BlockMark {
  readonly threadsPerBlock: number;
  readonly text: string;
  readonly kind: 'current' | 'advised' | 'both';
}

/** "You are here" and the advice, from left to right; one mark when they agree. */
export function blockMarks(kernel: KernelResult): readonly BlockMark[] {
  const current = currentBlock(kernel);
  const advised = kernel.block?.advised ?? null;
  const here =
    kernel.block?.current === null ? say('webview.block.assumed') : say('webview.block.youAreHere');
  if (current !== null && current === advised)
    return [{ threadsPerBlock: current, text: say('webview.block.asAdvised', { here }), kind: 'both' }];
  const text = kernel.block?.bound ? say('webview.block.ifItCouldBeHad') : say('webview.block.advised');
  return [
    ...(current === null ? [] : [{ threadsPerBlock: current, text: here, kind: 'current' as const }]),
    ...(advised === null ? [] : [{ threadsPerBlock: advised, text, kind: 'advised' as const }]),
  ].toSorted((a, b) => a.threadsPerBlock - b.threadsPerBlock);
}

export function currentBlock({ block, threadsPerBlock }: KernelResult): number | null {
  return block?.current ?? threadsPerBlock?.value ?? null;
}

/** Place of the plot in the units of the drawing's view box. */
export const PLOT = { left: 58, right: 640, width: 660 } as const;

/** From threads per block to the horizontal place; the axis holds every point and mark. */
export function blockScale(points: readonly number[]): (threadsPerBlock: number) => number {
  const largest = points.reduce((high, value) => Math.max(high, value), 64);
  return scaleLinear([0, largest + 16], [PLOT.left, PLOT.right]);
}

/** Round block sizes to label on the axis. */
export function blockTicks(points: readonly number[]): readonly number[] {
  const largest = points.reduce((high, value) => Math.max(high, value), 64);
  const step = largest > 512 ? 128 : largest > 256 ? 64 : 32;
  return Array.from({ length: Math.floor(largest / step) }, (_, index) => (index + 1) * step);
}

/** The scale of times, from zero so that bars and heights are comparable. */
export function timeScale(points: readonly TimePoint[], top: number, bottom: number): (ns: number) => number {
  return scaleLinear([0, longestNs(points) * 1.1], [bottom, top]);
}

function longestNs(points: readonly TimePoint[]): number {
  return points.reduce((high, point) => Math.max(high, point.ns), 1);
}

/** Round times to label, three or so. */
export function timeTicks(points: readonly TimePoint[]): readonly number[] {
  return scaleLinear([0, longestNs(points) * 1.1], [0, 1]).ticks(3);
}

/** Occupancy and time over block size in one table. */
export function blockTable(kernel: KernelResult): TableModel {
  const curve = new Map(kernel.occupancy?.curve.map((point) => [point.threadsPerBlock, point]));
  const times = new Map(timePoints(kernel.block).map((point) => [point.threadsPerBlock, point]));
  const marks = new Map(blockMarks(kernel).map((mark) => [mark.threadsPerBlock, mark.text]));
  const sizes = [...new Set([...curve.keys(), ...times.keys(), ...marks.keys()])].sort((a, b) => a - b);
  return {
    columns: [
      { title: say('webview.block.threadsPerBlock') },
      { title: say('webview.block.blocksPerSm') },
      { title: say('webview.block.occupancy'), format: formatPercent },
      { title: say('webview.block.limiter') },
      { title: say('webview.block.timeTitle'), unit: 'ns', format: formatDuration },
      { title: say('webview.block.timeOrigin') },
      { title: say('webview.block.note') },
    ],
    rows: sizes.map((size) => [
      size,
      curve.get(size)?.blocksPerSm ?? null,
      curve.get(size)?.occupancy ?? null,
      curve.has(size) ? titleOf('limiter', curve.get(size)!.limiter) : null,
      times.get(size)?.ns ?? null,
      times.has(size) ? titleOf('origin', times.get(size)!.origin) : null,
      marks.get(size) ?? null,
    ]),
  };
}
