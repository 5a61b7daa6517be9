import { message, type Message, type Words } from '../kernel/message';
import { isDeviceWork, type Timeline, type TimelineOperation } from './timeline';

/** A stretch of the critical path: an operation at work, or a delay in front of it. */
export interface CriticalStep {
  /** Id of the operation at work, or of the one that the delay is in front of. */
  readonly operation: number;
  /** Resource of the operation; `host` or `launch latency` for a delay. */
  readonly resource: string;
  readonly fromNs: number;
  readonly toNs: number;
}

/** Resources that bound the duration of a timeline. */
export interface Limits {
  /** Time on the critical path by resource, longest first. */
  readonly onPath: readonly { readonly resource: string; readonly ns: number; readonly share: number }[];
  /** Share of the makespan in which each resource works, by resource name. */
  readonly utilisation: Readonly<Record<string, number>>;
  /** The first of `onPath` in words, or why there is none. */
  readonly text: Message;
}

/**
 * The chain of operations and delays that makes the timeline as long as it is: from the last end back
 * along what each operation waited for last. In order of time, without gaps from the first step on.
 */
export function criticalPath(timeline: Timeline): readonly CriticalStep[] {
  const steps: CriticalStep[] = [];
  let current = lastToEnd(timeline.operations);
  let untilNs = timeline.endNs;
  for (let length = 0; current !== undefined && length < timeline.operations.length; length++) {
    // A synchronisation only hands on: what counts is the operation that it waited for.
    const startNs = current.kind === 'synchronize' ? current.endNs : current.startNs;
    pushStep(steps, current, current.resource || 'launch latency', startNs, untilNs);
    const { operation, reason }: TimelineOperation['waitedFor'] = current.waitedFor;
    const before: TimelineOperation | undefined =
      operation === null ? undefined : timeline.operations[operation];
    const fromNs = before === undefined ? timeline.startNs : Math.min(before.endNs, startNs);
    pushStep(steps, current, reason === 'host' ? 'host' : 'launch latency', fromNs, startNs);
    untilNs = fromNs;
    current = before;
  }
  return steps.reverse();
}

/** Sums the critical path by resource and says what the timeline is limited by. */
export function limitsOf(timeline: Timeline): Limits {
  const sums = new Map<string, number>();
  for (const step of criticalPath(timeline))
    sums.set(step.resource, (sums.get(step.resource) ?? 0) + step.toNs - step.fromNs);
  const total = [...sums.values()].reduce((sum, ns) => sum + ns, 0);
  const onPath = [...sums]
    .map(([resource, ns]) => ({ resource, ns, share: total > 0 ? ns / total : 0 }))
    .sort((a, b) => b.ns - a.ns || a.resource.localeCompare(b.resource));
  const first = onPath[0];
  return {
    onPath,
    utilisation: utilisationOf(timeline),
    text:
      first === undefined
        ? message('timeline.nothingRuns')
        : message('timeline.limitedBy', { resource: resourceName(first.resource), share: first.share }),
  };
}

/** What a resource is called; a name that is none of these stays as it is. */
const RESOURCE_NAMES: Readonly<Record<string, Message>> = {
  copy: message('timeline.resource.copy'),
  'copy HtoD': message('timeline.resource.copyHtoD'),
  'copy DtoH': message('timeline.resource.copyDtoH'),
  SMs: message('timeline.resource.sms'),
  'device memory': message('timeline.resource.deviceMemory'),
  host: message('timeline.resource.host'),
  'launch latency': message('timeline.resource.launchLatency'),
};

function resourceName(resource: string): Words {
  return RESOURCE_NAMES[resource] ?? resource;
}

function pushStep(
  steps: CriticalStep[],
  operation: TimelineOperation,
  resource: string,
  fromNs: number,
  toNs: number,
): void {
  if (toNs > fromNs) steps.push({ operation: operation.id, resource, fromNs, toNs });
}

function lastToEnd(operations: readonly TimelineOperation[]): TimelineOperation | undefined {
  let last: TimelineOperation | undefined;
  for (const operation of operations)
    if (isDeviceWork(operation) && (last === undefined || operation.endNs > last.endNs)) last = operation;
  return last;
}

/** Time in which at least one operation holds the resource, over the makespan. */
function utilisationOf(timeline: Timeline): Record<string, number> {
  const spans = new Map<string, { busyNs: number; untilNs: number }>();
  const work = timeline.operations.filter((operation) => isDeviceWork(operation));
  for (const operation of work.sort((a, b) => a.startNs - b.startNs)) {
    const span = spans.get(operation.resource) ?? { busyNs: 0, untilNs: -Infinity };
    span.busyNs += Math.max(0, operation.endNs - Math.max(operation.startNs, span.untilNs));
    span.untilNs = Math.max(span.untilNs, operation.endNs);
    spans.set(operation.resource, span);
  }
  const makespanNs = timeline.makespanNs || 1;
  return Object.fromEntries([...spans].map(([resource, span]) => [resource, span.busyNs / makespanNs]));
}
