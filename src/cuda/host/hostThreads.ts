import type { HostCall } from './hostCall';

/**
 * The calls of host threads, each in the order of its own: nothing orders those of two threads but what the GPU is told.
 * The list of a program is one, though, and a call that waits holds all that comes behind it there. So a thread's
 * waiting is written as what it comes to on the GPU: what the thread gives other streams afterwards waits for what it
 * has waited for.
 */
export class HostThreads {
  private started: HostCall[][] = [];
  private count = 0;

  /** A number for one more thread of the program. */
  next(): number {
    return ++this.count;
  }

  /** A thread has been followed. */
  end(calls: readonly HostCall[], thread: number): void {
    this.started.push(onTheGpu(calls, thread));
  }

  /** All calls of the threads so far, in turns; they are pending no more. */
  take(): readonly HostCall[] {
    const threads = this.started;
    this.started = [];
    const longest = Math.max(0, ...threads.map(({ length }) => length));
    return Array.from({ length: longest }).flatMap((_, at) => threads.flatMap((calls) => calls[at] ?? []));
  }

  /** Runs `act` with threads of its own, which end with it. */
  within(act: () => void): void {
    const outer = this.started;
    this.started = [];
    act();
    this.started = outer;
  }
}

/** What a thread has waited for, and the streams that wait for it already. */
interface Waited {
  readonly event: string;
  readonly known: Set<string>;
}

function onTheGpu(calls: readonly HostCall[], thread: number): HostCall[] {
  const out: HostCall[] = [];
  const streams = new Set<string>();
  const waited: Waited[] = [];
  const waitFor = (stream: string, location: HostCall['location']): void => {
    const event = `thread ${thread} ${waited.length}`;
    out.push({ kind: 'record', stream, event, location });
    waited.push({ event, known: new Set([stream]) });
  };
  for (const call of calls) {
    if (call.kind === 'synchronize') {
      const ended = call.stream === null ? streams : [call.stream].filter((stream) => streams.has(stream));
      for (const stream of ended) waitFor(stream, call.location);
      continue;
    }
    for (const { event, known } of waited.filter((one) => !one.known.has(call.stream))) {
      out.push({ kind: 'wait', stream: call.stream, event, location: call.location });
      known.add(call.stream);
    }
    streams.add(call.stream);
    const blocks = call.kind === 'copy' && call.blocking;
    out.push(blocks ? { ...call, blocking: false } : call);
    if (blocks) waitFor(call.stream, call.location);
  }
  return out;
}
