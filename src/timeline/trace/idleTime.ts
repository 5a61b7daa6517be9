import type { DeviceEvents } from './deviceEvents';

/** Where the time of a device went without work. */
export interface IdleTime {
  /** From the first start to the last end. */
  readonly spanNs: number;
  /** With at least one kernel, copy or memset. */
  readonly busyNs: number;
  readonly idleNs: number;
  /** Of `idleNs`: the host had not made the next call yet. */
  readonly hostNs: number;
  /** Of `idleNs`: the next call was made in the gap and its work had not begun. */
  readonly launchNs: number;
  /** Of `idleNs`: the next call was made before the gap: work was queued and waited for events, other streams or the device. */
  readonly queuedNs: number;
  /** Of `idleNs`: the trace does not tell the call. */
  readonly untoldNs: number;
  /** Stretches without work. */
  readonly gaps: number;
}

/** A stretch without work. */
export interface Gap {
  readonly startNs: number;
  readonly endNs: number;
  /** Index of the event that ends it. */
  readonly next: number;
}

/** The finest that profilers write: what rounding leaves between two events is no gap. */
const LEAST_GAP_NS = 1;

/** Stretches in which none of the events [from, to) of a device runs, in order. */
export function gapsOf({ startNs, endNs }: DeviceEvents, from: number, to: number): readonly Gap[] {
  const gaps: Gap[] = [];
  let busyUntil = startNs[from] ?? 0;
  for (let i = from; i < to; i++) {
    if (startNs[i]! - busyUntil >= LEAST_GAP_NS)
      gaps.push({ startNs: busyUntil, endNs: startNs[i]!, next: i });
    busyUntil = Math.max(busyUntil, endNs[i]!);
  }
  return gaps;
}

/**
 * Sums the time of a device without work in [from, to) of its events, and tells by the calls of the host what it
 * waited for. The latency of a launch that was queued in time is hidden behind earlier work and is none of this.
 */
export function idleTime(events: DeviceEvents, from = 0, to = events.length): IdleTime {
  const sums = { idleNs: 0, hostNs: 0, launchNs: 0, queuedNs: 0, untoldNs: 0 };
  const gaps = gapsOf(events, from, to);
  for (const { startNs, endNs, next } of gaps) share(sums, startNs, endNs, events.callNs[next]!);
  const firstNs = events.startNs[from] ?? 0;
  const lastNs = events.endNs.subarray(from, to).reduce((latest, ns) => Math.max(latest, ns), firstNs);
  const spanNs = lastNs - firstNs;
  return { spanNs, busyNs: spanNs - sums.idleNs, ...sums, gaps: gaps.length };
}

type Sums = { -readonly [K in 'idleNs' | 'hostNs' | 'launchNs' | 'queuedNs' | 'untoldNs']: number };

function share(sums: Sums, start: number, end: number, call: number): void {
  sums.idleNs += end - start;
  if (Number.isNaN(call) || call > end) sums.untoldNs += end - start;
  else if (call <= start) sums.queuedNs += end - start;
  else {
    sums.hostNs += call - start;
    sums.launchNs += end - call;
  }
}
