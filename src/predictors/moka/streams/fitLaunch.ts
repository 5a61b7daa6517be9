import { median, quantile } from '../../../stats/quantile';
import { isDeviceWork, type Timeline, type TimelineOperation } from '../../../timeline/timeline';
import { DEFAULT_LAUNCH_TIMES, STREAM_LAUNCH_OVERHEAD_NS, type LaunchTimes } from './launchModels';

/** A call costs 5 to 10 µs (section 4.2.4): an operation this much per earlier call after the start was issued. */
const CALL_UPPER_NS = 10_000;

/** Share of the busy hand-overs that are taken to be as quick as from an idle engine. */
const QUICKEST = 0.05;

export interface FittedLaunch {
  readonly times: LaunchTimes;
  /** How many operations each time rests on; 0 marks a default. */
  readonly evidence: Readonly<Record<keyof LaunchTimes, number>>;
}

type Samples = Record<keyof LaunchTimes, number[]>;

/** A device operation, and since when the host does nothing but issue such: neither works nor waits. */
interface Work {
  readonly operation: TimelineOperation;
  readonly sinceNs: number;
  /** Calls that it made since then, that of this operation among them. */
  readonly calls: number;
}

/**
 * Launch costs from measured timelines of the same machine. Hand-overs are medians over operations that the
 * host had issued by then and whose resource was free; calls are judged by the distance of starts that
 * follow each other closely; what is left of the start of a kernel that nothing else explains is its
 * start-up.
 */
export function fitLaunch(timelines: readonly Timeline[]): FittedLaunch {
  const samples: Samples = {
    copyCallNs: [],
    kernelCallNs: [],
    kernelStartNs: [],
    copyToKernelNs: [],
    busyCopyToKernelNs: [],
    kernelToCopyNs: [],
    kernelToKernelNs: [],
    copyGapNs: [],
  };
  const works = timelines.map(workInTime);
  for (const work of works) {
    collectHandOvers(work, samples);
    collectCalls(work, samples);
  }
  const calls = { copyCallNs: shortest(samples.copyCallNs), kernelCallNs: typical(samples.kernelCallNs) };
  for (const work of works) collectKernelStart(work, calls, samples);
  const keys = Object.keys(samples) as (keyof LaunchTimes)[];
  return {
    times: {
      ...calls,
      ...copyToKernel(samples),
      kernelStartNs: Math.max(0, medianOr(samples.kernelStartNs, DEFAULT_LAUNCH_TIMES.kernelStartNs)),
      kernelToCopyNs: medianOr(samples.kernelToCopyNs, DEFAULT_LAUNCH_TIMES.kernelToCopyNs),
      kernelToKernelNs: medianOr(samples.kernelToKernelNs, DEFAULT_LAUNCH_TIMES.kernelToKernelNs),
      copyGapNs: medianOr(samples.copyGapNs, DEFAULT_LAUNCH_TIMES.copyGapNs),
    },
    evidence: Object.fromEntries(keys.map((key) => [key, samples[key].length])) as FittedLaunch['evidence'],
  };
}

/** An engine that goes on tells of an end only now and then; at best it does so as quickly as an idle one. */
function copyToKernel(samples: Samples): Pick<LaunchTimes, 'copyToKernelNs' | 'busyCopyToKernelNs'> {
  const { copyToKernelNs: idle, busyCopyToKernelNs: busy } = samples;
  const { copyToKernelNs, busyCopyToKernelNs } = DEFAULT_LAUNCH_TIMES;
  const idleNs = medianOr(idle, busy.length > 0 ? quantile(busy, QUICKEST) : copyToKernelNs);
  const busyNs = idle.length > 0 ? idleNs : busyCopyToKernelNs;
  return { copyToKernelNs: idleNs, busyCopyToKernelNs: medianOr(busy, busyNs) };
}

function medianOr(values: readonly number[], otherwise: number): number {
  return values.length > 0 ? median(values) : otherwise;
}

/** Device operations in order of start. */
function workInTime({ operations }: Timeline): readonly Work[] {
  const inTime = operations
    .filter((operation) => isDeviceWork(operation))
    .toSorted((a, b) => a.startNs - b.startNs);
  const heldNs = operations
    .flatMap(({ kind, endNs, holdsHost }) => (kind === 'host' || holdsHost === true ? [endNs] : []))
    .toSorted((a, b) => a - b);
  // The call of the first operation was made before it started.
  let [sinceNs, called, ended] = [inTime[0]?.startNs ?? 0, 0, 0];
  return inTime.map((operation, index) => {
    while (ended < heldNs.length && heldNs[ended]! <= operation.startNs)
      [sinceNs, called, ended] = [heldNs[ended]!, index - 1, ended + 1];
    return { operation, sinceNs, calls: index - called };
  });
}

/** Copies queue on their engine, so that only the shortest distance bounds what a call costs. */
function shortest(distances: readonly number[]): number {
  return distances.reduce((least, distance) => Math.min(least, distance), STREAM_LAUNCH_OVERHEAD_NS);
}

/** Kernels that start within the cost of a call of each other were kept apart by the host. */
function typical(distances: readonly number[]): number {
  const close = distances.filter((distance) => distance <= CALL_UPPER_NS);
  return medianOr(close, STREAM_LAUNCH_OVERHEAD_NS);
}

function collectHandOvers(work: readonly Work[], samples: Samples): void {
  const ofStream = new Map<string | null, TimelineOperation>();
  const lastToStart = new Map<string, TimelineOperation>();
  const lastToEnd = new Map<string, readonly TimelineOperation[]>();
  for (const { operation, sinceNs, calls } of work) {
    const { resource } = operation;
    const before = ofStream.get(operation.stream);
    const others = lastToEnd.get(resource) ?? [];
    const issuedNs = sinceNs + calls * CALL_UPPER_NS;
    const onEngine = operation.kind === 'copy' ? others[0] : undefined;
    if (onEngine !== undefined && onEngine.endNs >= Math.max(issuedNs, releasedNs(before, onEngine)))
      samples.copyGapNs.push(operation.startNs - onEngine.endNs);
    if (before !== undefined && before.endNs >= issuedNs) {
      const isBusy = lastToStart.get(before.resource)!.startNs >= before.endNs;
      const isFree = others.every((other) => other === before || other.endNs <= before.endNs);
      const key = handOverOf(before, operation, isBusy);
      if (key !== null && isFree) samples[key].push(operation.startNs - before.endNs);
    }
    ofStream.set(operation.stream, operation);
    lastToStart.set(resource, operation);
    lastToEnd.set(resource, lastTwo([...others, operation]));
  }
}

/** When the operation before in the stream has surely let go what waits for the engine. */
function releasedNs(before: TimelineOperation | undefined, onEngine: TimelineOperation): number {
  return before === undefined || before === onEngine ? -Infinity : before.endNs + CALL_UPPER_NS;
}

/** The two of them that end last, the last one first. */
function lastTwo(operations: readonly TimelineOperation[]): readonly TimelineOperation[] {
  return [...operations].sort((a, b) => b.endNs - a.endNs).slice(0, 2);
}

function handOverOf(
  before: TimelineOperation,
  operation: TimelineOperation,
  isBusy: boolean,
): keyof LaunchTimes | null {
  if (before.kind === 'kernel') return operation.kind === 'kernel' ? 'kernelToKernelNs' : 'kernelToCopyNs';
  if (operation.kind === 'kernel') return isBusy ? 'busyCopyToKernelNs' : 'copyToKernelNs';
  return null;
}

function collectCalls(work: readonly Work[], samples: Samples): void {
  work.slice(1).forEach(({ operation }, index) => {
    const before = work[index]!.operation;
    if (before.kind !== operation.kind) return;
    const key = operation.kind === 'kernel' ? 'kernelCallNs' : 'copyCallNs';
    samples[key].push(operation.startNs - before.startNs);
  });
}

/**
 * What the start of the first kernel takes beyond the calls before it, where the copies in front of it were
 * done long before.
 */
function collectKernelStart(
  work: readonly Work[],
  { copyCallNs, kernelCallNs }: Pick<LaunchTimes, 'copyCallNs' | 'kernelCallNs'>,
  samples: Samples,
): void {
  const index = work.findIndex(({ operation }) => operation.kind === 'kernel');
  const first = work[index];
  if (first === undefined) return;
  const { operation: kernel, sinceNs, calls } = first;
  const before = work.findLast(({ operation }, at) => at < index && operation.stream === kernel.stream);
  const longest = Math.max(largest(samples.busyCopyToKernelNs), largest(samples.copyToKernelNs));
  if (before !== undefined && before.operation.endNs + longest > kernel.startNs) return;
  const calledNs = Math.max(0, calls - 1) * copyCallNs + kernelCallNs;
  samples.kernelStartNs.push(kernel.startNs - sinceNs - calledNs);
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}
