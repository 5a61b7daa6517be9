import type { Region, Value } from '../../reading/values/graph';
import type { Held } from './liveRange';
import type { TimedAccess, Trace } from './trace';

/** Registers of an address of global memory. */
const PAIR = 2;

/**
 * Pairs of registers in which addresses of global arrays are. Where the index moves with the loop, or is the same in all of
 * its iterations, the address is kept from the first access to the array until the loop ends. Where data decides the
 * index, the address is made for the element, from the argument in constant memory.
 */
export function heldAddresses(trace: Trace): Held[] {
  const pairs = new Map<string, { from: number; to: number }>();
  for (const one of trace.accesses) {
    const { base, index } = one.access;
    if (!isGlobal(base)) continue;
    const isKept = index.evaluable;
    const to = isKept ? endOfLoop(trace, one) : one.at;
    const key = isKept ? `${base.id}` : `${base.id} ${withoutConstant(index).id}`;
    const known = pairs.get(key);
    if (known === undefined) pairs.set(key, { from: one.at, to });
    else known.to = Math.max(known.to, to);
  }
  return [...pairs.values()].map((span) => ({ registers: PAIR, ...span }));
}

function isGlobal({ type }: Value): boolean {
  return type.kind === 'pointer' && (type.space === 'global' || type.space === 'generic');
}

function endOfLoop({ ends }: Trace, { at, in: region }: TimedAccess): number {
  const loop: Region = region.varying;
  return loop.kind === 'loop' ? (ends.get(loop) ?? at) : at;
}

/** An index without the constant that the instruction adds itself. */
function withoutConstant(index: Value): Value {
  if (index.kind !== 'binary' || index.name !== 'add') return index;
  const [first, second] = index.args;
  if (second?.constant !== null) return first ?? index;
  return first?.constant !== null ? second : index;
}
