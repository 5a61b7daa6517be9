import type { DeviceOperation, Operation } from '../../kernel/application';
import { median } from '../../stats/quantile';
import { hostWaits } from '../hostThread';
import type { PlacedOperation } from './measuredTimeline';
import type { TraceRecord } from './traceRecords';

/** A stretch in which the host waited for work of the device, by its calls. */
export interface HostWait {
  readonly startNs: number;
  readonly endNs: number;
}

/** What passes before an operation starts, ns: after its call on an idle device, and after the one before it in its stream. */
export interface LaunchDelay {
  readonly afterCallNs: number;
  readonly afterStreamNs: number;
}

/** Operations as the host issued them, and what passes before each of the device's starts. */
export interface IssuedOperations {
  readonly placed: readonly PlacedOperation[];
  readonly delays: ReadonlyMap<DeviceOperation, LaunchDelay>;
}

/** A record of the trace that has its call, as an operation. */
export interface CalledOperation {
  readonly record: TraceRecord;
  readonly callNs: number;
  readonly operation: DeviceOperation;
}

/** Ends of work and of the wait for it are this far apart at most where clocks of host and device agree, ns. */
const CLOCKS_NS = 2000;

/**
 * Operations in the order of their calls, each as long after the one before it as the host took: it does not wait for
 * kernels that it launches, so that those which take longer beside others keep it from nothing until it waits for them.
 *
 * @param called in order of start
 */
export function issuedOperations(
  called: readonly CalledOperation[],
  waits: readonly HostWait[],
): IssuedOperations {
  const host = new Host();
  const inOrder = called.toSorted((a, b) => a.callNs - b.callNs || a.record.startNs - b.record.startNs);
  let next = 0;
  for (const each of inOrder) {
    for (; next < waits.length && waits[next]!.startNs < each.callNs; next++) host.wait(waits[next]!);
    host.issue(each);
  }
  for (; next < waits.length; next++) host.wait(waits[next]!);
  return { placed: host.placed, delays: delaysOf(called) };
}

class Host {
  readonly placed: PlacedOperation[] = [];
  private readonly issued: TraceRecord[] = [];
  /** Until when what the host did is laid out; null before its first call. */
  private untilNs: number | null = null;

  issue({ record, callNs, operation }: CalledOperation): void {
    this.work(callNs);
    this.placed.push({ operation, startNs: record.startNs, endNs: record.endNs });
    this.issued.push(record);
    if (hostWaits(operation)) this.untilNs = Math.max(this.untilNs!, record.endNs);
  }

  wait({ startNs, endNs }: HostWait): void {
    const ended = this.issued.filter((record) => record.endNs <= endNs + CLOCKS_NS);
    const last = latest(ended);
    if (last === null) return;
    this.work(startNs);
    const stream = ended.length === this.issued.length ? null : last.stream;
    const at = Math.max(this.untilNs!, last.endNs);
    this.placed.push({
      operation: { kind: 'synchronize', stream },
      startNs: Math.min(startNs, at),
      endNs: at,
    });
    this.untilNs = at;
  }

  /** What the host does until a moment. */
  private work(untilNs: number): void {
    const fromNs = this.untilNs ?? untilNs;
    if (untilNs > fromNs) {
      const operation: Operation = { kind: 'host', ns: untilNs - fromNs };
      this.placed.push({ operation, startNs: fromNs, endNs: untilNs });
    }
    this.untilNs = Math.max(fromNs, untilNs);
  }
}

function latest(records: readonly TraceRecord[]): TraceRecord | null {
  let last: TraceRecord | null = null;
  for (const record of records) if (last === null || record.endNs > last.endNs) last = record;
  return last;
}

/** Delays with which a replay of the calls gives the starts of the trace. */
function delaysOf(called: readonly CalledOperation[]): ReadonlyMap<DeviceOperation, LaunchDelay> {
  const streamEnds = new Map<string, number>();
  const starts = called.map(({ record, callNs }) => {
    const before = streamEnds.get(record.stream) ?? -Infinity;
    streamEnds.set(record.stream, Math.max(before, record.endNs));
    return { sinceCallNs: record.startNs - callNs, sinceStreamNs: record.startNs - before };
  });
  const idle = starts.flatMap(({ sinceCallNs, sinceStreamNs }) =>
    sinceStreamNs > sinceCallNs ? [sinceCallNs] : [],
  );
  const queued = starts.flatMap(({ sinceCallNs, sinceStreamNs }) =>
    sinceStreamNs <= sinceCallNs && sinceStreamNs >= 0 ? [sinceStreamNs] : [],
  );
  const usualCallNs = idle.length === 0 ? 0 : Math.max(0, median(idle));
  const usualStreamNs = queued.length === 0 ? 0 : median(queued);
  return new Map(
    called.map(({ operation }, at) => {
      const { sinceCallNs, sinceStreamNs } = starts[at]!;
      const waitedForHost = sinceStreamNs > sinceCallNs || sinceCallNs <= usualCallNs;
      const delay = waitedForHost
        ? { afterCallNs: sinceCallNs, afterStreamNs: Math.min(usualStreamNs, sinceStreamNs) }
        : { afterCallNs: Math.min(usualCallNs, sinceCallNs), afterStreamNs: sinceStreamNs };
      return [operation, positive(delay)] as const;
    }),
  );
}

const positive = ({ afterCallNs, afterStreamNs }: LaunchDelay): LaunchDelay => ({
  afterCallNs: Math.max(0, afterCallNs),
  afterStreamNs: Math.max(0, afterStreamNs),
});
