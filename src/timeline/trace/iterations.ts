import { median } from '../../stats/quantile';
import type { DeviceEvents } from './deviceEvents';
import { Segments, similarity, type Segmentation } from './segments';

/** A stretch of a trace between two starts of the same work. */
export interface Iteration {
  /** Events [first, end) of the device's. */
  readonly first: number;
  readonly end: number;
  readonly startNs: number;
  /** Start of the next iteration, or end of the last event. */
  readonly endNs: number;
  /** Whether it does the same work as most, in about their time. */
  readonly isSteady: boolean;
}

/** The repeating period of what ran on a device. */
export interface Iterations {
  /** Number of the work that begins every iteration (`DeviceEvents.symbol`). */
  readonly anchor: number;
  /** In order; those before the first steady one are warm-up. */
  readonly all: readonly Iteration[];
  /** Share of the steady iterations' work that is the same in all, 0 to 1: each kind of work counts alike. */
  readonly agreement: number;
  /** Median time from start to start of steady iterations. */
  readonly periodNs: number;
  /** Events before the first iteration. */
  readonly before: number;
  /** The steady iteration whose time is nearest to the median. */
  readonly typical: Iteration;
}

/** Lower agreement is no repetition: parts of a trace that merely share kernels reach about half. */
const LEAST_AGREEMENT = 0.8;
/** Candidates within this of the best count as good: the shortest of them is the iteration. */
const AS_GOOD = 0.05;
/** Iterations that hold less of the trace's work than this are something that repeats in it, not what it repeats. */
const LEAST_COVERED = 1 / 3;
/** Segments this alike do the same work. */
const SAME_WORK = 0.8;
/** Steady iterations take at most this many times the median. */
const LONGEST = 2;
/** Kinds of work tried as the beginning of an iteration, for each number of times that they occur. */
const TRIED = 3;
/** Numbers of occurrences that are tried, the most frequent kinds first. */
const MOST_COUNTS = 48;

/**
 * Finds the repeating period of a trace from its work alone. Every kind of work that occurs at least twice may begin
 * an iteration; of all cuts that this gives, those count whose parts hold each kind of work equally often, every kind
 * alike, so that layers which repeat within an iteration do not pass for it: the work around them would be missing
 * from most parts. Among cuts that are as good the one with most parts is taken, and of its kinds of work the one
 * with the longest idle time before it: an iteration begins where the host prepares it.
 *
 * @returns null where nothing repeats.
 */
export function findIterations(events: DeviceEvents): Iterations | null {
  const kinds = kindsByCount(events);
  const segments = new Segments(events);
  const cuts = likely(kinds).map((anchor) => segments.at(anchor));
  const good = cuts.filter(
    (cut) => cut.agreement >= LEAST_AGREEMENT && covered(events, cut) >= LEAST_COVERED,
  );
  const best = Math.max(...good.map(({ agreement }) => agreement));
  const asGood = (cut: Segmentation): boolean => cut.agreement >= best - AS_GOOD;
  const most = Math.max(...good.filter(asGood).map(({ starts }) => starts.length));
  const begun = (kinds.get(most) ?? [])
    .map((anchor) => ({ anchor, idle: idleBefore(events, anchor) }))
    .toSorted((a, b) => b.idle - a.idle)
    .slice(0, TRIED)
    .map(({ anchor }) => segments.at(anchor))
    .filter((cut) => asGood(cut) && covered(events, cut) >= LEAST_COVERED);
  const chosen = begun[0] ?? good.filter(asGood).find(({ starts }) => starts.length === most);
  return chosen === undefined ? null : described(events, chosen);
}

/** Share of the trace's events in parts that do the usual work. */
function covered(events: DeviceEvents, { starts, typical }: Segmentation): number {
  let inside = 0;
  for (const [i, first] of starts.entries()) {
    const end = starts[i + 1] ?? events.length;
    if (similarity(events, first, end, typical) >= SAME_WORK) inside += end - first;
  }
  return events.length === 0 ? 0 : inside / events.length;
}

/** Kinds of work that occur at least twice, by how often. */
function kindsByCount({ symbol, length }: DeviceEvents): ReadonlyMap<number, readonly number[]> {
  const counts = new Map<number, number>();
  for (let i = 0; i < length; i++) counts.set(symbol[i]!, (counts.get(symbol[i]!) ?? 0) + 1);
  const byCount = new Map<number, number[]>();
  for (const [kind, count] of counts) {
    if (count < 2) continue;
    const kinds = byCount.get(count);
    if (kinds === undefined) byCount.set(count, [kind]);
    else kinds.push(kind);
  }
  return byCount;
}

/** Kinds of work that are tried: iterations give many kinds of work one count, so those counts come first. */
function likely(kinds: ReadonlyMap<number, readonly number[]>): number[] {
  const counts = [...kinds.values()].toSorted((a, b) => b.length - a.length).slice(0, MOST_COUNTS);
  return counts.flatMap(spread);
}

/** A few of a list, from its beginning, middle and end. */
function spread(kinds: readonly number[]): number[] {
  if (kinds.length <= TRIED) return [...kinds];
  return Array.from({ length: TRIED }, (_, i) => kinds[Math.floor((i * (kinds.length - 1)) / (TRIED - 1))]!);
}

/** Events that are looked back at for one that is still running. */
const BACK = 8;

/** Median time without any work before a kind of work. */
function idleBefore({ symbol, startNs, endNs, length }: DeviceEvents, anchor: number): number {
  const idle: number[] = [];
  for (let at = 1; at < length; at++) {
    if (symbol[at] !== anchor) continue;
    let busyUntil = -Infinity;
    for (let i = Math.max(0, at - BACK); i < at; i++) busyUntil = Math.max(busyUntil, endNs[i]!);
    idle.push(Math.max(0, startNs[at]! - busyUntil));
  }
  return idle.length === 0 ? 0 : median(idle);
}

function described(
  events: DeviceEvents,
  { anchor, starts, agreement, typical }: Segmentation,
): Iterations | null {
  const { startNs, endNs, length } = events;
  const ends = [...starts.slice(1), length];
  const lastNs = endNs.subarray(0, length).reduce((latest, ns) => Math.max(latest, ns), -Infinity);
  const parts = starts.map((first, i) => ({
    first,
    end: ends[i]!,
    startNs: startNs[first]!,
    endNs: i + 1 < starts.length ? startNs[ends[i]!]! : lastNs,
    same: similarity(events, first, ends[i]!, typical) >= SAME_WORK,
  }));
  const times = parts.filter(({ same }) => same).map((part) => part.endNs - part.startNs);
  if (times.length < 2) return null;
  const periodNs = median(times);
  const all = parts.map(({ same, ...part }) => ({
    ...part,
    isSteady: same && part.endNs - part.startNs <= LONGEST * periodNs,
  }));
  const steady = all.filter(({ isSteady }) => isSteady);
  const off = (part: Iteration): number => Math.abs(part.endNs - part.startNs - periodNs);
  const [nearest] = steady.toSorted((a, b) => off(a) - off(b));
  if (nearest === undefined) return null;
  return {
    anchor,
    all,
    agreement,
    periodNs: median(steady.map((part) => part.endNs - part.startNs)),
    before: starts[0]!,
    typical: nearest,
  };
}
