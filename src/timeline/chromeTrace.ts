import { isDeviceWork, type Timeline, type TimelineOperation } from './timeline';

/** Thread id under which host work is shown. */
const HOST_THREAD = 0;

/**
 * The timeline in Chrome's trace event format (chrome://tracing, Perfetto): one process for each
 * application with a row for each stream, and a counter of SM occupancy. Comes in pieces so that a trace
 * of a million operations need not be one string; joined they are one JSON document.
 */
export function* chromeTrace(timeline: Timeline): Generator<string> {
  const threads = new Map<string, number>();
  let separator = '{"displayTimeUnit":"ns","traceEvents":[';
  for (const event of events(timeline, threads)) {
    yield separator + JSON.stringify(event);
    separator = ',\n';
  }
  yield separator.startsWith('{') ? `${separator}]}` : ']}';
}

function* events(timeline: Timeline, threads: Map<string, number>): Generator<object> {
  for (const [pid, name] of timeline.applications.entries())
    yield { name: 'process_name', ph: 'M', pid, args: { name } };
  for (const operation of timeline.operations) {
    const { application: pid, stream } = operation;
    const key = `${pid} ${stream}`;
    let tid = stream === null ? HOST_THREAD : threads.get(key);
    if (tid === undefined) {
      threads.set(key, (tid = threads.size + 1));
      yield { name: 'thread_name', ph: 'M', pid, tid, args: { name: `stream ${stream}` } };
    }
    if (isDeviceWork(operation) || operation.kind === 'host') yield completeEvent(timeline, operation, tid);
  }
  const { ns, value } = timeline.smOccupancy;
  for (const [index, at] of ns.entries())
    yield { name: 'SM occupancy', ph: 'C', pid: 0, ts: at / 1000, args: { share: value[index] } };
}

/** Trace times are µs. */
function completeEvent(timeline: Timeline, operation: TimelineOperation, tid: number): object {
  const { reason, operation: before } = operation.waitedFor;
  return {
    name: operation.label,
    cat: operation.resource,
    ph: 'X',
    pid: operation.application,
    tid,
    ts: operation.startNs / 1000,
    dur: (operation.endNs - operation.startNs) / 1000,
    args: {
      ...(operation.bytes > 0 ? { bytes: operation.bytes } : {}),
      waitedFor: reason,
      ...(before === null ? {} : { after: `${timeline.operations[before]!.label} (${before})` }),
    },
  };
}
