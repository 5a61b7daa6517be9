import type { DeviceEvents } from './deviceEvents';

/** A trace cut wherever one kind of work occurs. */
export interface Segmentation {
  /** The work that begins every part. */
  readonly anchor: number;
  /** First event of each part; the last part reaches to the end of the trace. */
  readonly starts: readonly number[];
  /** How far every kind of work occurs equally often in the parts: mean over kinds, rare ones weighing less, 0 to 1. */
  readonly agreement: number;
  /** How often each kind of work occurs in most parts; kinds that most lack are missing. */
  readonly typical: ReadonlyMap<number, number>;
}

/** From so many whole parts on the last one, which the end of the trace may cut, is not compared. */
const ENOUGH = 3;

/** How often one kind of work occurs in the parts of a cut. */
interface Occurrences {
  /** Event at which the kind occurs first in the compared parts. */
  readonly first: number;
  /** Occurrences in all compared parts. */
  readonly sum: number;
  /** In each part in which it occurs, smallest first. */
  readonly counts: Uint32Array;
}

/** Cuts a trace at every occurrence of a kind of work, in time that grows with the events and not with kinds × parts. */
export class Segments {
  /** Every kind by its number, with its events in order. */
  private readonly eventsOf: ReadonlyMap<number, Uint32Array>;
  /** Part of each event in the cut that is made. */
  private readonly partOf: Uint32Array;
  private readonly counts: Uint32Array;

  constructor(private readonly events: DeviceEvents) {
    this.eventsOf = eventsByKind(events);
    this.partOf = new Uint32Array(events.length);
    this.counts = new Uint32Array(events.length);
  }

  at(anchor: number): Segmentation {
    const starts = [...(this.eventsOf.get(anchor) ?? [])];
    const compared = starts.length > ENOUGH ? starts.length - 1 : starts.length;
    for (let part = 0; part < compared; part++) this.partOf.fill(part, starts[part], starts[part + 1]);
    const [from, end] = [starts[0] ?? 0, starts[compared] ?? this.events.length];
    const typical = new Map<number, number>();
    let kinds = 0;
    let agreeing = 0;
    // Kinds in the order in which they come, as sums of floating-point numbers depend on it.
    const all = [...this.eventsOf.keys()].flatMap((kind) => {
      const found = this.occurrences(kind, from, end);
      return found === null ? [] : [{ kind, ...found }];
    });
    for (const { kind, sum, counts } of all.toSorted((a, b) => a.first - b.first)) {
      const usual = Math.round(medianWithZeros(counts, compared));
      if (usual > 0) typical.set(kind, usual);
      const weight = weightOf(sum);
      kinds += weight;
      agreeing += weight * agreementOf(counts, compared, usual);
    }
    return { anchor, starts, agreement: kinds === 0 ? 0 : agreeing / kinds, typical };
  }

  /** Null where the kind does not occur in events [from, end). */
  private occurrences(kind: number, from: number, end: number): Occurrences | null {
    const own = this.eventsOf.get(kind)!;
    const begin = firstFrom(own, from);
    let parts = 0;
    let at = begin;
    for (let last = -1; at < own.length && own[at]! < end; at++) {
      const part = this.partOf[own[at]!]!;
      if (part !== last) this.counts[parts++] = 0;
      this.counts[parts - 1]!++;
      last = part;
    }
    return at === begin
      ? null
      : { first: own[begin]!, sum: at - begin, counts: this.counts.slice(0, parts).sort() };
  }
}

function eventsByKind({ symbol, length }: DeviceEvents): ReadonlyMap<number, Uint32Array> {
  const counts = new Map<number, number>();
  for (let i = 0; i < length; i++) counts.set(symbol[i]!, (counts.get(symbol[i]!) ?? 0) + 1);
  const lists = new Map([...counts].map(([kind, count]) => [kind, new Uint32Array(count)]));
  for (let i = length - 1; i >= 0; i--) {
    const left = counts.get(symbol[i]!)! - 1;
    lists.get(symbol[i]!)![left] = i;
    counts.set(symbol[i]!, left);
  }
  return lists;
}

/** Index of the first of ascending numbers that is not less than `least`. */
function firstFrom(numbers: Uint32Array, least: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Median of `total` counts of which those that are not 0 are given, smallest first. */
function medianWithZeros(counts: Uint32Array, total: number): number {
  const zeros = total - counts.length;
  const sorted = (at: number): number => (at < zeros ? 0 : counts[at - zeros]!);
  return (sorted((total - 1) >> 1) + sorted(total >> 1)) / 2;
}

/** What occurred once cannot agree; what occurred twice may be chance: 0, 1/4, 4/9, … towards 1. */
function weightOf(occurrences: number): number {
  return (1 - 1 / occurrences) ** 2;
}

/** 1 where all counts, `parts` of them with those that are 0, are the usual one; each that differs costs its difference. */
function agreementOf(counts: Uint32Array, parts: number, usual: number): number {
  let differing = (parts - counts.length) * usual;
  let total = differing;
  for (const count of counts) {
    differing += Math.abs(count - usual);
    total += Math.max(count, usual);
  }
  return total === 0 ? 1 : 1 - differing / total;
}

/** How far events [first, end) hold the typical work: what they share over what either has, 0 to 1. */
export function similarity(
  { symbol }: DeviceEvents,
  first: number,
  end: number,
  typical: ReadonlyMap<number, number>,
): number {
  const own = new Map<number, number>();
  for (let i = first; i < end; i++) own.set(symbol[i]!, (own.get(symbol[i]!) ?? 0) + 1);
  let shared = 0;
  let either = 0;
  for (const kind of new Set([...own.keys(), ...typical.keys()])) {
    const [a, b] = [own.get(kind) ?? 0, typical.get(kind) ?? 0];
    shared += Math.min(a, b);
    either += Math.max(a, b);
  }
  return either === 0 ? 0 : shared / either;
}
