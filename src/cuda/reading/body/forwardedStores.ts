import { differenceOf, termsOf, type Term } from '../values/linear';
import {
  isReadOnly,
  type Access,
  type ChargeEvent,
  type Counter,
  type Region,
  type Value,
} from '../values/graph';
import type { Loop } from './loopPlan';
import type { KernelState } from './state';

/**
 * Loads in front of a loop only what each iteration reads where the one before has stored (`p[i] = p[i - 1] + a[i]`), or
 * has read beside: from then on it is in a register (LLVM's redundancy elimination of loads).
 */
export function forwardStored(state: KernelState, { region, before }: Loop): void {
  const counter = region.count?.counter ?? null;
  const store = counter === null ? null : onlyStore(region.events);
  const stored = store?.access ?? null;
  if (counter === null || stored === null) return;
  const loads = region.events.flatMap((event) =>
    event.kind === 'charge' && event.makes !== null && event.access !== null ? [event] : [],
  );
  const known = [stored, ...loads.flatMap(({ access }) => (access?.base === stored.base ? [access] : []))];
  for (const load of loads)
    if (known.some((place) => isThereBefore(load, place, counter)))
      state.ledger.lift(load.makes!, region, before);
}

/** The one store of straight code without barriers; null where there are others, or code that may have some. */
function onlyStore(events: Region['events']): ChargeEvent | null {
  const stores = events.filter((event) => event.kind === 'charge' && event.name.endsWith('Store'));
  const [store] = stores;
  if (stores.length !== 1 || store?.kind !== 'charge') return null;
  const disturbs = events.some(
    (event) =>
      event.kind === 'nested' || event.name === 'barrier' || event.name === 'atomic' || event.callee !== '',
  );
  return disturbs ? null : store;
}

/** Tests whether a load reads the place that another access had an iteration before. */
function isThereBefore({ access }: ChargeEvent, stored: Access, counter: Counter): boolean {
  if (access === null || access.base !== stored.base || access.field !== stored.field) return false;
  const isPlain = access.base.type.kind === 'pointer' && access.base.type.isVolatile !== true;
  if (!isPlain || isReadOnly(access.base)) return false;
  const step = stepOf(counter);
  const moved = step === null ? null : movement(stored.index, counter.index, step);
  if (moved === null || moved === 0) return false;
  const [mine, theirs] = [termsOf(access.index), termsOf(stored.index)];
  return differenceOf(mine, theirs).length === 0 && constantOf(mine) - constantOf(theirs) === -moved;
}

function stepOf({ operator, step: { constant } }: Counter): number | null {
  if (constant === null || (operator !== 'add' && operator !== 'sub')) return null;
  return operator === 'add' ? constant : -constant;
}

/** By how much an index moves from one iteration to the next; null where its factor is none that the compiler knows. */
function movement(index: Value, counter: Value, step: number): number | null {
  const own = termsOf(index).filter(({ factors }) =>
    factors.some((factor) => factor.region === counter.region),
  );
  const [term, ...others] = own;
  return term?.factors.length === 1 && term.factors[0] === counter && others.length === 0
    ? term.coefficient * step
    : null;
}

function constantOf(terms: readonly Term[]): number {
  return terms.find(({ factors }) => factors.length === 0)?.coefficient ?? 0;
}
