import { message, type Message, type Words } from '../../kernel/message';
import type { Origin } from '../../kernel/origin';
import { thinSteps } from '../../timeline/steps';
import {
  isDeviceWork,
  type Timeline,
  type TimelineOperation,
  type WaitReason,
} from '../../timeline/timeline';
import type { TimelineBar, TimelineResult } from '../results/timelineResult';

/** A view can show no more; what is left out is said. */
const MAX_BARS = 4000;
const MAX_STEPS = 1000;

const WAITED: Readonly<Record<WaitReason, Message>> = {
  none: message('analysis.waited.nothing'),
  host: message('analysis.waited.host'),
  stream: message('analysis.waited.stream'),
  event: message('analysis.waited.event'),
  'default-stream': message('analysis.waited.defaultStream'),
  'hardware-queue': message('analysis.waited.hardwareQueue'),
  resource: message('analysis.waited.engine'),
};

/**
 * A timeline as the views show it: bars by stream, copies also on their engines, SM occupancy as steps.
 *
 * @param placeOf the place in the application as written of an operation of the replayed one
 */
export function timelineResult(
  timeline: Timeline,
  title: Words,
  origin: Origin,
  placeOf: (index: number) => number | null = (index) => index,
): TimelineResult {
  const shown = timeline.operations.filter(isDeviceWork);
  const kept = shown.slice(0, MAX_BARS);
  const bars = kept.flatMap((operation) => barsOf(operation, timeline, placeOf(operation.index)));
  const steps = thinSteps(timeline.smOccupancy, timeline.startNs, timeline.endNs, MAX_STEPS);
  return {
    title,
    origin,
    bars,
    makespanNs: timeline.makespanNs,
    smBusy: steps.ns.map((ns, index) => ({ ns, busy: steps.value[index]! })),
    ...(kept.length < shown.length
      ? {
          omitted: {
            bars: shown.length - kept.length,
            reason: message('analysis.firstOperations', { count: MAX_BARS }),
          },
        }
      : {}),
  };
}

function barsOf(operation: TimelineOperation, timeline: Timeline, place: number | null): TimelineBar[] {
  const bar: Omit<TimelineBar, 'lane'> = {
    label: operation.label,
    kind: kindOf(operation),
    startNs: operation.startNs,
    endNs: operation.endNs,
    waitedFor: waitedFor(operation, timeline),
    ...(place === null ? {} : { operation: place }),
    ...(operation.location ? { path: operation.location.path, line: operation.location.line } : {}),
  };
  const stream = { ...bar, lane: `stream ${operation.stream ?? 'default'}` };
  return operation.resource.startsWith('copy') ? [stream, { ...bar, lane: operation.resource }] : [stream];
}

function kindOf(operation: TimelineOperation): TimelineBar['kind'] {
  if (operation.kind === 'copy') return operation.direction ?? 'DtoD';
  return operation.kind === 'memset' ? 'memset' : 'kernel';
}

function waitedFor(operation: TimelineOperation, timeline: Timeline): Message {
  const { reason, operation: id } = operation.waitedFor;
  const other = id === null ? undefined : timeline.operations[id];
  return other
    ? message('analysis.waited.for', { what: WAITED[reason], label: other.label })
    : WAITED[reason];
}
