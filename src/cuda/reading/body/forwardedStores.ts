import { termsOf } from '../values/linear';
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
 * has read beside: from then on it is in a register. LLVM's redundancy elimination sees that where the place is the
 * counter and a number behind a pointer, and the counter goes up; what a row or a column is added to it sees only between
 * the copies of an unrolled body.
 */
export function forwardStored(state: KernelState, { region, before }: Loop): void {
  const counter = region.count?.counter ?? null;
  const step = counter?.operator === 'add' ? counter.step.constant : null;
  const accesses = counter === null || step === null || step <= 0 ? null : plainAccesses(region.events);
  if (counter === null || step === null || accesses === null) return;
  const { stored, loads } = accesses;
  for (const load of loads) {
    const { base } = load.access!;
    if (!isReadOnly(base) && stored !== null && stored.base !== base) continue;
    const known = [...(stored === null ? [] : [stored]), ...loads.flatMap(({ access }) => access ?? [])];
    if (known.some((place) => isThereBefore(load, place, counter, step)))
      state.ledger.lift(load.makes!, region, before);
  }
}

/** The loads and the store of straight code without barriers; null for code with more stores, or that may have some. */
function plainAccesses(
  events: Region['events'],
): { readonly stored: Access | null; readonly loads: readonly ChargeEvent[] } | null {
  const loads: ChargeEvent[] = [];
  const stores: Access[] = [];
  for (const event of events) {
    if (event.kind === 'nested' || event.name === 'barrier' || event.name === 'atomic' || event.callee !== '')
      return null;
    if (event.access === null) continue;
    if (event.name.endsWith('Store')) stores.push(event.access);
    else if (event.makes !== null) loads.push(event);
  }
  return stores.length > 1 ? null : { stored: stores[0] ?? null, loads };
}

/** Tests whether a load reads the place that another access had an iteration before. */
function isThereBefore({ access }: ChargeEvent, stored: Access, counter: Counter, step: number): boolean {
  if (access === null || access.base !== stored.base || access.field !== stored.field) return false;
  const { base } = access;
  if (base.kind === 'pointer' || base.type.kind !== 'pointer' || base.type.isVolatile === true) return false;
  const [mine, theirs] = [offsetFrom(access.index, counter), offsetFrom(stored.index, counter)];
  return mine !== null && theirs !== null && theirs - mine === step;
}

/** By how much an index lies behind a counter; null where more than a number is added to that. */
function offsetFrom(index: Value, counter: Counter): number | null {
  let offset = 0;
  let hasCounter = false;
  for (const { coefficient, factors } of termsOf(index))
    if (factors.length === 0) offset = coefficient;
    else if (coefficient === 1 && factors.length === 1 && factors[0] === counter.index) hasCounter = true;
    else return null;
  return hasCounter ? offset : null;
}
