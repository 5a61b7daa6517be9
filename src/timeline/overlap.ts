import { isDeviceWork, type Timeline, type TimelineOperation } from './timeline';

/** Concurrent parts of a timeline, in ns. */
export interface Overlap {
  /** At least one device operation runs. */
  readonly busyNs: number;
  /** At least two device operations run. */
  readonly overlapNs: number;
  /** At least two kernels run. */
  readonly kernelsNs: number;
  /** A copy and a kernel run. */
  readonly copyAndKernelNs: number;
  /** At least two copies run. */
  readonly copiesNs: number;
}

/** Sweeps over starts and ends; an operation that ends where another starts does not overlap it. */
export function overlapOf(timeline: Pick<Timeline, 'operations'>): Overlap {
  const work = timeline.operations.filter((operation) => isDeviceWork(operation));
  const starts = sortedBy(work, (operation) => operation.startNs);
  const ends = sortedBy(work, (operation) => operation.endNs);
  const sum = { busyNs: 0, overlapNs: 0, kernelsNs: 0, copyAndKernelNs: 0, copiesNs: 0 };
  let kernels = 0;
  let copies = 0;
  let atNs = starts[0]?.startNs ?? 0;
  for (let start = 0, end = 0; end < ends.length;) {
    const next = starts[start];
    const isStart = next !== undefined && next.startNs < ends[end]!.endNs;
    const operation = isStart ? next : ends[end]!;
    const ns = isStart ? operation.startNs : operation.endNs;
    addSpan(sum, ns - atNs, kernels, copies);
    atNs = ns;
    const change = isStart ? 1 : -1;
    if (operation.kind === 'kernel') kernels += change;
    else copies += change;
    if (isStart) start++;
    else end++;
  }
  return sum;
}

function addSpan(
  sum: { -readonly [Key in keyof Overlap]: number },
  ns: number,
  kernels: number,
  copies: number,
): void {
  if (kernels + copies >= 1) sum.busyNs += ns;
  if (kernels + copies >= 2) sum.overlapNs += ns;
  if (kernels >= 2) sum.kernelsNs += ns;
  if (kernels >= 1 && copies >= 1) sum.copyAndKernelNs += ns;
  if (copies >= 2) sum.copiesNs += ns;
}

function sortedBy(
  operations: readonly TimelineOperation[],
  ns: (operation: TimelineOperation) => number,
): readonly TimelineOperation[] {
  return [...operations].sort((a, b) => ns(a) - ns(b));
}
