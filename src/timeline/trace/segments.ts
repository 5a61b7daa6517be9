import { median } from '../../stats/quantile';
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

/** Cuts a trace at every occurrence of a kind of work. */
export function segmentsOf({ symbol, length }: DeviceEvents, anchor: number): Segmentation {
  const starts: number[] = [];
  for (let i = 0; i < length; i++) if (symbol[i] === anchor) starts.push(i);
  const compared = starts.length > ENOUGH ? starts.length - 1 : starts.length;
  const counts = new Map<number, Uint32Array>();
  for (let part = 0; part < compared; part++) {
    const end = starts[part + 1] ?? length;
    for (let i = starts[part]!; i < end; i++) {
      let ofKind = counts.get(symbol[i]!);
      if (ofKind === undefined) counts.set(symbol[i]!, (ofKind = new Uint32Array(compared)));
      ofKind[part]!++;
    }
  }
  const typical = new Map<number, number>();
  let kinds = 0;
  let agreeing = 0;
  for (const [kind, ofKind] of counts) {
    const usual = Math.round(median([...ofKind]));
    if (usual > 0) typical.set(kind, usual);
    const weight = weightOf(ofKind.reduce((sum, count) => sum + count, 0));
    kinds += weight;
    agreeing += weight * agreementOf(ofKind, usual);
  }
  return { anchor, starts, agreement: kinds === 0 ? 0 : agreeing / kinds, typical };
}

/** What occurred once cannot agree; what occurred twice may be chance: 0, 1/4, 4/9, … towards 1. */
function weightOf(occurrences: number): number {
  return (1 - 1 / occurrences) ** 2;
}

/** 1 where all counts are the usual one; each that differs costs its difference. */
function agreementOf(counts: Uint32Array, usual: number): number {
  let differing = 0;
  let total = 0;
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
