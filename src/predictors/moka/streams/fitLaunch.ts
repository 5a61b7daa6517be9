import { median, quantile } from '../../../stats/quantile';
import { isDeviceWork, type Timeline, type TimelineOperation } from '../../../timeline/timeline';
import { STREAM_LAUNCH_OVERHEAD_NS, type LaunchTimes } from './launchModels';

/** A call costs 5 to 10 µs (section 4.2.4): an operation this much per earlier call after the start was issued. */
const CALL_UPPER_NS = 10_000;

/** Launch costs taken where a trace shows none; hand-overs between engines are then free, as in Moka. */
export const DEFAULT_LAUNCH_TIMES: LaunchTimes = {
  copyCallNs: STREAM_LAUNCH_OVERHEAD_NS,
  kernelCallNs: STREAM_LAUNCH_OVERHEAD_NS,
  kernelStartNs: 0,
  copyToKernelNs: 0,
  kernelToCopyNs: 0,
  kernelToKernelNs: 0,
  copyGapNs: 0,
};

export interface FittedLaunch {
  readonly times: LaunchTimes;
  /** How many operations each time rests on; 0 marks a default. */
  readonly evidence: Readonly<Record<keyof LaunchTimes, number>>;
}

type HandOver = 'copyToKernelNs' | 'kernelToCopyNs' | 'kernelToKernelNs' | 'copyGapNs';

interface Samples {
  readonly handOver: Record<HandOver, number[]>;
  /** Distances between the starts of calls of a kind that follow each other. */
  readonly copyDistances: number[];
  readonly kernelDistances: number[];
}

/**
 * Launch costs from measured timelines of the same machine. Hand-overs are medians over operations that the
 * host had issued by then and whose resource was free; calls are judged by the distance of starts that
 * follow each other closely; what is left of the start of a kernel that nothing else explains is its start-up.
 */
export function fitLaunch(timelines: readonly Timeline[]): FittedLaunch {
  const samples: Samples = {
    handOver: { copyToKernelNs: [], kernelToCopyNs: [], kernelToKernelNs: [], copyGapNs: [] },
    copyDistances: [],
    kernelDistances: [],
  };
  const works = timelines.map(workInTime);
  for (const work of works) {
    collectHandOvers(work, samples);
    collectDistances(work, samples);
  }
  const handOvers = Object.fromEntries(
    Object.entries(samples.handOver).map(([key, list]) => [key, list.length > 0 ? median(list) : 0]),
  ) as Record<HandOver, number>;
  const calls = {
    copyCallNs: shortest(samples.copyDistances),
    kernelCallNs: typical(samples.kernelDistances),
  };
  const starts = works.flatMap((work) => kernelStarts(work, calls, samples));
  return {
    times: { ...handOvers, ...calls, kernelStartNs: starts.length > 0 ? Math.max(0, median(starts)) : 0 },
    evidence: {
      copyToKernelNs: samples.handOver.copyToKernelNs.length,
      kernelToCopyNs: samples.handOver.kernelToCopyNs.length,
      kernelToKernelNs: samples.handOver.kernelToKernelNs.length,
      copyGapNs: samples.handOver.copyGapNs.length,
      copyCallNs: samples.copyDistances.length,
      kernelCallNs: samples.kernelDistances.length,
      kernelStartNs: starts.length,
    },
  };
}

/** Device operations in order of start. */
function workInTime({ operations }: Timeline): readonly TimelineOperation[] {
  return operations.filter((operation) => isDeviceWork(operation)).sort((a, b) => a.startNs - b.startNs);
}

/** Copies queue on their engine, so that only the shortest distance bounds what a call costs. */
function shortest(distances: readonly number[]): number {
  return distances.reduce((least, distance) => Math.min(least, distance), STREAM_LAUNCH_OVERHEAD_NS);
}

/** Kernels that start within the cost of a call of each other were kept apart by the host. */
function typical(distances: readonly number[]): number {
  const close = distances.filter((distance) => distance <= CALL_UPPER_NS);
  return close.length > 0 ? median(close) : STREAM_LAUNCH_OVERHEAD_NS;
}

function collectHandOvers(work: readonly TimelineOperation[], samples: Samples): void {
  const t0 = work[0]?.startNs ?? 0;
  const ofStream = new Map<string | null, TimelineOperation>();
  const ofResource = new Map<string, readonly TimelineOperation[]>();
  for (const [index, operation] of work.entries()) {
    const before = ofStream.get(operation.stream);
    const lastTwo = ofResource.get(operation.resource) ?? [];
    ofStream.set(operation.stream, operation);
    ofResource.set(operation.resource, lastToEnd([...lastTwo, operation]));
    if (before === undefined || before.endNs - t0 < index * CALL_UPPER_NS) continue;
    const key = handOverOf(before, operation);
    const isFree = lastTwo.every((other) => other === before || other.endNs <= before.endNs);
    if (key !== null && isFree) samples.handOver[key].push(operation.startNs - before.endNs);
  }
}

/** The two of them that end last. */
function lastToEnd(operations: readonly TimelineOperation[]): readonly TimelineOperation[] {
  return [...operations].sort((a, b) => b.endNs - a.endNs).slice(0, 2);
}

function handOverOf(before: TimelineOperation, operation: TimelineOperation): HandOver | null {
  if (before.kind === 'kernel') return operation.kind === 'kernel' ? 'kernelToKernelNs' : 'kernelToCopyNs';
  if (operation.kind === 'kernel') return 'copyToKernelNs';
  return before.resource === operation.resource ? 'copyGapNs' : null;
}

function collectDistances(work: readonly TimelineOperation[], samples: Samples): void {
  work.slice(1).forEach((operation, index) => {
    const before = work[index]!;
    if (before.kind !== operation.kind) return;
    const list = operation.kind === 'kernel' ? samples.kernelDistances : samples.copyDistances;
    list.push(operation.startNs - before.startNs);
  });
}

/**
 * What the start of the first kernel takes beyond the calls before it, where the copies in front of it were
 * done long before.
 */
function kernelStarts(
  work: readonly TimelineOperation[],
  calls: Pick<LaunchTimes, 'copyCallNs' | 'kernelCallNs'>,
  samples: Samples,
): readonly number[] {
  const index = work.findIndex(({ kind }) => kind === 'kernel');
  const kernel = work[index];
  if (kernel === undefined) return [];
  const before = work.findLast((other, at) => at < index && other.stream === kernel.stream);
  const { copyToKernelNs } = samples.handOver;
  const longest = copyToKernelNs.length > 0 ? quantile(copyToKernelNs, 1) : 0;
  if (before !== undefined && before.endNs + longest > kernel.startNs) return [];
  const calledNs = work.slice(1, index).length * calls.copyCallNs + calls.kernelCallNs;
  return [kernel.startNs - work[0]!.startNs - calledNs];
}
