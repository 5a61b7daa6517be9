import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import type { KernelProfile } from '../../../src/kernel/profile';
import { groupBy } from '../../../src/stats/grouping';
import { TimeSum } from './timeSum';

/** A kernel as the table lists it: one row of the file, or all launches of one shape. */
export interface KernelRow {
  /** Stable while the file stays the same. */
  readonly id: string;
  /** The row itself, or the first of those that are summed. */
  readonly kernel: KernelProfile;
  readonly calls: number;
  readonly meanNs: number | null;
  readonly totalNs: number | null;
  readonly minNs: number | null;
  readonly maxNs: number | null;
  /** Streams, in the order of their first launch. */
  readonly streams: readonly string[];
}

/** The kernels of a file, row by row or summed over launches of the same kernel and shape. */
export function kernelRows({ kernels }: ProfilePage, summed: boolean): readonly KernelRow[] {
  if (!summed) return kernels.map((kernel) => rowOf([kernel]));
  return [...groupBy(kernels, shapeKey).values()].map(rowOf);
}

/** True when summing would shorten the list. */
export function canBeSummed({ kernels }: ProfilePage): boolean {
  const seen = new Set<string>();
  return kernels.some((kernel) => {
    const key = shapeKey(kernel);
    return seen.has(key) || !seen.add(key);
  });
}

function shapeKey(kernel: KernelProfile): string {
  const { name, grid, block, registers, staticSharedBytes, dynamicSharedBytes, device, deviceIndex } = kernel;
  // Rows with metrics stay apart: means of metrics over launches are not for a table to make up.
  const own = Object.keys(kernel.metrics).length > 0 ? kernel.location.line : null;
  return JSON.stringify([
    name,
    grid,
    block,
    registers,
    staticSharedBytes,
    dynamicSharedBytes,
    device,
    deviceIndex,
    own,
  ]);
}

function rowOf(group: readonly KernelProfile[]): KernelRow {
  const kernel = group[0]!;
  const time = new TimeSum();
  let calls = 0;
  const streams = new Set<string>();
  for (const launch of group) {
    time.add(launch);
    calls += launch.calls;
    if (launch.stream !== null) streams.add(launch.stream);
  }
  return {
    id: rowId(kernel),
    kernel,
    calls,
    ...time.result(),
    streams: [...streams],
  };
}

/** Stable id of a row of the file. */
export function rowId({ name, location }: KernelProfile): string {
  return `${location.line}:${name}`;
}
