import { message, type Words } from '../../kernel/message';
import type { Application, DeviceOperation, KernelOperation } from '../../kernel/application';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { UnreadCode } from '../../kernel/source';
import type { Assumption, Origin, Sourced } from '../../kernel/origin';
import { InputError } from '../../kernel/result';
import {
  type TimelineModels,
  ORDER_ADVISER,
  type EvaluatedOrder,
  type OrderAdvice,
  type StreamPlan,
} from '../../predictors';
import type { LaunchDelay } from '../../timeline/trace/hostCalls';
import { tellsData } from '../../timeline/dataConflict';
import { kernelConflicts } from '../../timeline/kernelConflicts';
import { meetingsOf, racesOf, type Meeting } from '../../timeline/meetings';
import { isDeviceWork, type Timeline } from '../../timeline/timeline';
import { replay } from '../../timeline/replay';
import type {
  ApplicationResult,
  LaunchedKernel,
  OrderCandidate,
  OrderResult,
  StreamPlanResult,
} from '../results/timelineResult';
import { isOpenTime } from './openTimes';
import { replayInputs } from './replayInputs';
import { launchNames } from './launchNames';
import { timelineResult } from './timelineResult';

/** Longer applications are replayed, but not searched for orders. */
const MAX_ORDERED_OPERATIONS = 400;
/** Plans try every job in pieces, so they are made for shorter ones only. */
const MAX_PLANNED_OPERATIONS = 100;
/** Orders that come with a timeline of their own. */
const TIMELINES = 3;

/** An application with what is needed to predict it. */
export interface KnownApplication {
  readonly application: Application;
  readonly models: TimelineModels;
  readonly path: string;
  readonly line: number;
  readonly from: ApplicationResult['from'];
  readonly measured: Timeline | null;
  /** Set for a trace that tells the host's call of every kernel. */
  readonly tellsCalls?: true;
  /** What passes before operations of a trace start, where its calls tell. */
  readonly delays?: ReadonlyMap<DeviceOperation, LaunchDelay>;
  /** `assumed` for a trace that was made up. */
  readonly measuredOrigin: Origin;
  readonly unknowns: readonly Words[];
  /** Names whose numbers would tell sizes that are not known; absent where none would. */
  readonly openNumbers?: readonly string[];
  /** Where the times of kernels come from, by kernel; those of a trace come from there. */
  readonly kernelTimes: ReadonlyMap<string, Sourced>;
  readonly assumptions: readonly Assumption[];
  /** Code of the source that was not followed, where no trace tells what it does; absent where all was. */
  readonly unread?: readonly UnreadCode[];
}

/** Replays an application, orders its launches, and says what is not known. */
export function applicationResult(known: KnownApplication, gpu: GpuSpec): ApplicationResult {
  const { application, path, line, from, measured, assumptions, unread } = known;
  const work = application.operations.filter((operation): operation is DeviceOperation =>
    isDeviceWork(operation),
  );
  const streams = [...new Set(work.map((operation) => operation.stream))];
  const found = racesOf(application);
  const races = found.length > 0;
  const meetings = meetingsOf(application);
  const conflicts = kernelConflicts(application, found, meetings);
  const kept = orderKept(known, streams.length, meetings, races);
  const common = {
    name: application.name,
    path,
    line,
    from,
    operationCount: work.length,
    streams,
    kernels: launchedKernels(work),
    meetings: meetings.map(
      ({ launches: [a, b], shared }) =>
        [launched(a), { ...launched(b), ...(shared === null ? {} : { shares: shared }) }] as const,
    ),
    ...(conflicts.length === 0
      ? {}
      : {
          conflicts: conflicts.map(({ launches: [a, b], buffer, kind }) => ({
            launches: [launched(a), launched(b)] as const,
            buffer,
            kind,
          })),
        }),
    ...(races ? { races } : {}),
    ...(kept === null ? {} : { orderKept: kept.reason }),
    measured:
      measured &&
      timelineResult(
        measured,
        message('analysis.asTraced', { name: application.name }),
        known.measuredOrigin,
      ),
    assumptions,
    ...(unread === undefined ? {} : { unread }),
  };
  const nothing = { ...common, predicted: null, inputs: [], order: null, plan: null };
  const { unknowns, openNumbers } = known;
  if (unknowns.length > 0) {
    const lacksTimes = unknowns.every(isOpenTime) && ({ lacksTimes: true } as const);
    return { ...nothing, unknowns, ...lacksTimes, ...(openNumbers && { openNumbers }) };
  }
  try {
    const predicted = replay([application], gpu, known.models);
    const order =
      streams.length > 1 && kept === null && work.length <= MAX_ORDERED_OPERATIONS
        ? ORDER_ADVISER.order(application, gpu, known.models)
        : null;
    return {
      ...common,
      predicted: timelineResult(predicted, application.name, 'predicted'),
      inputs: replayInputs(
        application,
        (kernel, meanNs) => timeOf(known, kernel, meanNs),
        known.models,
        known.measuredOrigin,
      ),
      order: order && order.streams.length > 1 ? orderResult(order, application) : null,
      plan:
        work.length <= MAX_PLANNED_OPERATIONS && kept?.plan !== false
          ? planResult(ORDER_ADVISER.plan(application, gpu, known.models), application.name)
          : null,
      unknowns: [],
    };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { ...nothing, unknowns: [error.said] };
  }
}

/**
 * Why a program's launches are left in their order, and whether its work may be divided anew all the same: what that
 * keeps in order is proved. Of a program whose launches race what it computes is not known, let alone kept; functions
 * of the host come behind what their streams have done so far, and nobody knows what they do; launches on one buffer
 * that nothing orders may still rest on the order in which they are issued, and so may those of which a source does not
 * tell what they use.
 */
function orderKept(
  { application: { callsHost }, from }: KnownApplication,
  streams: number,
  meetings: readonly Meeting[],
  races: boolean,
): { readonly reason: Words; readonly plan: boolean } | null {
  if (races) return { reason: message('analysis.keep.races'), plan: false };
  if (callsHost !== undefined) {
    const place = `${callsHost.path}:${callsHost.line}`;
    return { reason: message('analysis.keep.callsHost', { place }), plan: false };
  }
  if (streams < 2) return null;
  const shared = meetings.find((meeting) => meeting.shared !== null)?.shared ?? null;
  if (shared !== null) return { reason: message('analysis.keep.shared', { buffer: shared }), plan: true };
  const untold = from === 'source' ? meetings.flatMap(({ launches }) => launches).find(isUntold) : undefined;
  return untold === undefined
    ? null
    : { reason: message('analysis.keep.untold', { kernel: untold.kernel }), plan: true };
}

const isUntold = (launch: KernelOperation): boolean => !tellsData(launch);

function launched({ kernel, stream, location }: KernelOperation): LaunchedKernel {
  return { kernel, stream, path: location?.path ?? null, line: location?.line ?? null };
}

function launchedKernels(work: readonly DeviceOperation[]): LaunchedKernel[] {
  const first = new Map<string, LaunchedKernel>();
  for (const operation of work)
    if (operation.kind === 'kernel' && !first.has(operation.kernel))
      first.set(operation.kernel, launched(operation));
  return [...first.values()];
}

function timeOf(
  { kernelTimes, measuredOrigin, application }: KnownApplication,
  kernel: string,
  meanNs: number,
): Sourced {
  const known = kernelTimes.get(kernel) ?? {
    origin: measuredOrigin,
    from: message('analysis.launchesTraced', { name: application.name }),
  };
  return { ...known, value: meanNs, unit: 'ns' };
}

function planResult(plan: StreamPlan, name: string): StreamPlanResult {
  return {
    useStreams: plan.useStreams,
    usesStreams: plan.usesStreams,
    asWritten: plan.asWritten,
    streams: plan.streams,
    pieces: plan.pieces,
    assignment: plan.assignment.map(({ kernels, streams, pieces }) => ({
      kernel: launchNames(kernels),
      stream: streams.join(', '),
      pieces,
    })),
    serialNs: plan.serialNs,
    pinnedSerialNs: plan.pinnedSerialNs,
    plannedNs: plan.plannedNs,
    ceilingNs: plan.ceiling.ns,
    limitedBy: plan.limits.text,
    conditions: plan.conditions,
    text: plan.text,
    timeline: timelineResult(plan.timeline, message('analysis.asPlanned', { name }), 'predicted'),
  };
}

function orderResult(advice: OrderAdvice, application: Application): OrderResult {
  return {
    streams: advice.streams,
    writtenOrder: candidate(advice.written, true),
    bestOrder: candidate(advice.best, true),
    serialNs: advice.serialNs,
    candidates: advice.candidates.map((order, index) => candidate(order, index < TIMELINES)),
    exact: advice.exact,
    boundNs: advice.bound.ns,
    calls: callsToMove(advice, application),
    whatIf: advice.whatIf,
  };
}

/** Orders this close to the best one count as good: times are not known more exactly. */
const AS_GOOD = 1.001;

/** The calls of the best order, or of one as good that moves fewer. */
function callsToMove({ best, candidates }: OrderAdvice, application: Application): OrderResult['calls'] {
  const lists = candidates
    .filter(({ makespanNs }) => makespanNs <= AS_GOOD * best.makespanNs)
    .flatMap(({ indices }) => [reorderedCalls(application, indices) ?? []])
    .filter((calls) => calls.length > 0);
  return lists.toSorted((a, b) => a.length - b.length)[0] ?? null;
}

/**
 * Where the calls stand that an order moves, in that order, with the ones between them that stay.
 *
 * @param indices position in the application as written of each operation
 */
function reorderedCalls({ operations }: Application, indices: readonly number[]): OrderResult['calls'] {
  const first = indices.findIndex((index, position) => index !== position);
  const last = indices.findLastIndex((index, position) => index !== position);
  if (first < 0) return null;
  const calls = indices.slice(first, last + 1).map((index) => operations[index]!.location);
  const places = new Set(calls.map((place) => `${place?.path}:${place?.line}`));
  // A call that runs several times cannot change places with itself.
  return places.size === calls.length && calls.every((place) => place !== undefined)
    ? calls.map(({ path, line }) => ({ path, line }))
    : null;
}

function candidate(order: EvaluatedOrder, withTimeline: boolean): OrderCandidate {
  const style = order.style === null ? '' : ` (${order.style})`;
  return {
    order: order.order,
    ...(order.style === null ? {} : { style: order.style }),
    makespanNs: order.makespanNs,
    limitedBy: order.limits.text,
    ...(withTimeline
      ? { timeline: timelineResult(order.timeline, `order ${order.order.join(' → ')}${style}`, 'predicted') }
      : {}),
  };
}
