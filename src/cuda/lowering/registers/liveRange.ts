import { fragmentWords } from '../../reading/values/fragment';
import type { Region, Value } from '../../reading/values/graph';
import { isWide, scalarOf, sizeOf } from '../../reading/values/types';

/** Stretch of code over which something is in registers. */
export interface LiveRange {
  from: number;
  to: number;
  /** Region in which it is made. */
  readonly home: Region;
  /** Copies of an unrolled loop in front of another loop that make it, until when they run: what is used behind that is alive for each. */
  readonly copies: { readonly number: number; readonly until: () => number };
}

/** Registers that are held over a stretch of code. */
export interface Held {
  readonly registers: number;
  readonly from: number;
  readonly to: number;
}

/** Registers of values over their live ranges. */
export function heldBy(lives: ReadonlyMap<Value, LiveRange>): Held[] {
  return [...lives].map(([value, { from, to, copies }]) => ({
    registers: registersOf(value) * (to > copies.until() ? copies.number : 1),
    from,
    to,
  }));
}

/** The most registers that are held at one place of code that ends at `time`. */
export function mostHeld(all: Iterable<Held>, time: number): number {
  const change = new Float64Array(time + 2);
  for (const { registers, from, to } of all) {
    if (to < from) continue;
    change[from] = change[from]! + registers;
    change[to + 1] = change[to + 1]! - registers;
  }
  let [held, most] = [0, 0];
  for (const step of change) {
    held += step;
    most = Math.max(most, held);
  }
  return most;
}

function registersOf(value: Value): number {
  const { type } = value;
  if (type.kind === 'scalar' && type.scalar === 'bool') return 0;
  const fragment = fragmentWords(type);
  if (fragment !== null) return fragment;
  if (type.kind === 'pointer' || isWide(scalarOf(type))) return 2;
  return Math.min(8, Math.max(1, Math.ceil((sizeOf(type) ?? 4) / 4)));
}
