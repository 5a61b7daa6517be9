import type { Application, DeviceOperation, KernelOperation, Operation } from '../kernel/application';
import { certainConflict, sharedBuffer } from './dataConflict';
import { hostWaits } from './hostThread';
import { isDeviceWork } from './timeline';

/** Two launches of one application that nothing orders: they can run at the same time. */
export interface Meeting {
  readonly launches: readonly [KernelOperation, KernelOperation];
  /** A buffer that launches of both use, one of them writing it: not in the same part, or it is a race. Null for none. */
  readonly shared: string | null;
}

/** Two operations of one application that nothing orders, and that touch one buffer which one of them writes. */
export interface Race {
  readonly operations: readonly [DeviceOperation, DeviceOperation];
  readonly buffer: string;
}

const DEFAULT_STREAM = 'default';

/** What of an application orders its operations. */
type Ordered = Pick<Application, 'operations' | 'nonBlocking' | 'unknownStreams'>;

/** Operations of each stream that have ended for certain: as many as its number says, from the first on. */
type Clock = ReadonlyMap<string, number>;

interface Seen {
  /** Operations issued to the stream so far. */
  count: number;
  /** What has ended before the last of them starts, with itself once it has ended. */
  tail: Clock;
  /** The last launch of every kernel, by name, with its place in the stream. */
  readonly launches: Map<string, { readonly place: number; readonly operation: KernelOperation }>;
  /** The last operation of every place in the source that is proved to touch buffers, by these and where it stands. */
  readonly touching: Map<string, { readonly place: number; readonly operation: DeviceOperation }>;
}

/**
 * Pairs of kernels of an application that can run together, each once, with the first launches found that do: those
 * of different streams that neither events, the legacy default stream nor a waiting host put into an order, and that
 * are proved to be no race. Vector clocks (Fidge 1988, Mattern 1989), one component a stream, tell which operations happen before which.
 */
export function meetingsOf(application: Ordered): readonly Meeting[] {
  return [...ordered(application).meetings.values()];
}

/** Operations of an application that can run together although one writes what the other touches; each two places once. */
export function racesOf(application: Ordered): readonly Race[] {
  return [...ordered(application).races.values()];
}

function ordered({ operations, nonBlocking = [], unknownStreams = [] }: Ordered): HappensBefore {
  const order = new HappensBefore(new Set(nonBlocking), new Set(unknownStreams));
  for (const operation of operations) order.issue(operation);
  return order;
}

const NOTHING: Clock = new Map();

class HappensBefore {
  readonly races = new Map<string, Race>();
  readonly meetings = new Map<string, Meeting>();
  private readonly streams = new Map<string, Seen>();
  private readonly records = new Map<string, Clock>();
  /** What the host has waited for. */
  private host: Clock = new Map();
  /** All that was issued up to the last operation of the legacy default stream. */
  private barrier: Clock = new Map();

  constructor(
    private readonly nonBlocking: ReadonlySet<string>,
    /** What is in these is in no meeting: they may be the stream of the other launch. */
    private readonly unknown: ReadonlySet<string>,
  ) {}

  issue(operation: Operation): void {
    if (operation.kind === 'host') return;
    if (operation.kind === 'synchronize') {
      this.host = joined(this.host, this.endOf(operation.stream));
      return;
    }
    const { stream } = operation;
    const seen = this.seen(stream);
    const waited = operation.kind === 'wait' ? this.records.get(operation.event) : undefined;
    const others = this.nonBlocking.has(stream) ? NOTHING : this.othersBefore(stream);
    const before = joined(seen.tail, this.host, others, ...(waited === undefined ? [] : [waited]));
    if (isDevice(operation)) this.race(operation, before);
    if (operation.kind === 'kernel') this.meet(operation, before);
    const place = ++seen.count;
    seen.tail = new Map(before).set(stream, place);
    if (operation.kind === 'kernel') seen.launches.set(operation.kernel, { place, operation });
    if (isDevice(operation) && operation.certain !== undefined)
      seen.touching.set(`${placeOf(operation)} ${JSON.stringify(operation.certain)}`, { place, operation });
    if (operation.kind === 'record') this.records.set(operation.event, seen.tail);
    if (stream === DEFAULT_STREAM) this.barrier = seen.tail;
    if (hostWaits(operation)) this.host = joined(this.host, seen.tail);
  }

  /** What the legacy default stream has operations of a stream wait for. */
  private othersBefore(stream: string): Clock {
    if (stream !== DEFAULT_STREAM) return this.barrier;
    const held = [...this.streams].filter(([name]) => !this.nonBlocking.has(name));
    return joined(...held.map(([, { tail }]) => tail));
  }

  private meet(operation: KernelOperation, before: Clock): void {
    if (this.unknown.has(operation.stream)) return;
    for (const [stream, { launches }] of this.streams) {
      if (stream === operation.stream || this.unknown.has(stream)) continue;
      for (const { place, operation: other } of launches.values())
        if (place > (before.get(stream) ?? 0) && certainConflict(other, operation) === null)
          this.note(other, operation);
    }
  }

  private race(operation: DeviceOperation, before: Clock): void {
    if (operation.certain === undefined) return;
    for (const [stream, { touching }] of this.streams) {
      if (stream === operation.stream) continue;
      for (const { place, operation: other } of touching.values()) {
        const buffer = place > (before.get(stream) ?? 0) ? certainConflict(other, operation) : null;
        const key = `${placeOf(other)} ${placeOf(operation)}`;
        if (buffer !== null && !this.races.has(key))
          this.races.set(key, { operations: [other, operation], buffer });
      }
    }
  }

  /** Two places that were proved to race once do so in every round, even where nothing proves it there. */
  private raceAt(one: KernelOperation, other: KernelOperation): boolean {
    const [a, b] = [placeOf(one), placeOf(other)];
    return a !== b && (this.races.has(`${a} ${b}`) || this.races.has(`${b} ${a}`));
  }

  private note(first: KernelOperation, second: KernelOperation): void {
    if (this.raceAt(first, second)) return;
    const key = [first.kernel, second.kernel].toSorted().join('\0');
    const known = this.meetings.get(key);
    if (known !== undefined && known.shared !== null) return;
    const shared = sharedBuffer(first, second);
    if (known === undefined || shared !== null) this.meetings.set(key, { launches: [first, second], shared });
  }

  /** All that was issued to a stream, or with null to any. */
  private endOf(stream: string | null): Clock {
    if (stream !== null) return this.seen(stream).tail;
    return joined(...[...this.streams.values()].map(({ tail }) => tail));
  }

  private seen(stream: string): Seen {
    let seen = this.streams.get(stream);
    if (seen === undefined)
      this.streams.set(
        stream,
        (seen = { count: 0, tail: new Map(), launches: new Map(), touching: new Map() }),
      );
    return seen;
  }
}

const isDevice = (operation: Operation): operation is DeviceOperation => isDeviceWork(operation);

const placeOf = ({ kind, location }: DeviceOperation): string =>
  `${kind} ${location?.path}:${location?.line}`;

function joined(...clocks: readonly Clock[]): Clock {
  const all = new Map<string, number>();
  for (const clock of clocks)
    for (const [stream, count] of clock) all.set(stream, Math.max(count, all.get(stream) ?? 0));
  return all;
}
