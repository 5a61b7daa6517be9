import type { CopyDirection, DeviceOperation, Operation } from '../kernel/application';
import type { SourceLocation } from '../kernel/origin';

/** Last event that an operation waited for before it could start. */
export type WaitReason =
  /** Nothing: the first operation. */
  | 'none'
  /** The host had not issued it yet. */
  | 'host'
  /** The operation before it in its stream. */
  | 'stream'
  /** An event that another stream recorded. */
  | 'event'
  /** The implicit barrier of the legacy default stream. */
  | 'default-stream'
  /** Another operation at the head of the same hardware queue (false serialisation). */
  | 'hardware-queue'
  /** The resource that it runs on. */
  | 'resource';

/** Why an operation started when it did; `operation` is the id of the one that made it wait. */
export interface Wait {
  readonly reason: WaitReason;
  readonly operation: number | null;
}

/** One operation of a replayed or measured timeline; times in ns on one axis for all applications. */
export interface TimelineOperation {
  /** Position in `Timeline.operations`. */
  readonly id: number;
  /** Position in `Timeline.applications`. */
  readonly application: number;
  /** Position in the operations of its application. */
  readonly index: number;
  readonly kind: Operation['kind'];
  readonly direction: CopyDirection | null;
  /** Kernel name, `HtoD`, `memset`, an event name. */
  readonly label: string;
  /** Null for what the host does by itself. */
  readonly stream: string | null;
  /** `copy HtoD`, `copy DtoH`, `copy` (one engine for both), `SMs`, `device memory`, `host`; empty for events. */
  readonly resource: string;
  readonly bytes: number;
  readonly issuedNs: number;
  /** When everything in front of it was done; what lies between this and the start is the wait for a resource. */
  readonly readyNs: number;
  readonly startNs: number;
  readonly endNs: number;
  readonly waitedFor: Wait;
  /** Set for a measured copy in whose call the host waited for its end. */
  readonly holdsHost?: true;
  readonly location?: SourceLocation;
}

/** A step function: from `ns[i]` on it has `value[i]`; `ns` ascends strictly. */
export interface Steps {
  readonly ns: readonly number[];
  readonly value: readonly number[];
}

/** Operations with their start and end: predicted by a replay or read from a trace. */
export interface Timeline {
  readonly gpu: string;
  readonly applications: readonly string[];
  /** In issue order. */
  readonly operations: readonly TimelineOperation[];
  /** First start and last end of what the device does (copies, kernels, memsets); 0 when it does nothing. */
  readonly startNs: number;
  readonly endNs: number;
  readonly makespanNs: number;
  /** Resident warps over the most that the GPU holds, 0 to 1; empty where nothing tells it. */
  readonly smOccupancy: Steps;
}

/** True for what the device executes, as opposed to events and host work. */
export function isDeviceWork<T extends { readonly kind: Operation['kind'] }>(
  operation: T,
): operation is T & { readonly kind: DeviceOperation['kind'] } {
  return operation.kind === 'copy' || operation.kind === 'kernel' || operation.kind === 'memset';
}

/** First start, last end and their distance over what the device executes. */
export function deviceSpan(
  operations: readonly Pick<TimelineOperation, 'kind' | 'startNs' | 'endNs'>[],
): Pick<Timeline, 'startNs' | 'endNs' | 'makespanNs'> {
  let startNs = Infinity;
  let endNs = -Infinity;
  for (const operation of operations)
    if (isDeviceWork(operation)) {
      startNs = Math.min(startNs, operation.startNs);
      endNs = Math.max(endNs, operation.endNs);
    }
  return endNs < startNs
    ? { startNs: 0, endNs: 0, makespanNs: 0 }
    : { startNs, endNs, makespanNs: endNs - startNs };
}

/** The timeline with other names for its streams; streams without an entry keep theirs. */
export function withStreamNames(timeline: Timeline, names: ReadonlyMap<string, string>): Timeline {
  const operations = timeline.operations.map((operation) => {
    const name = operation.stream === null ? undefined : names.get(operation.stream);
    return name === undefined ? operation : { ...operation, stream: name };
  });
  return { ...timeline, operations };
}
