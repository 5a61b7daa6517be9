import { addedTerms, termsKey, termsOf, variesIn, type Term } from '../values/linear';
import {
  isReadOnly,
  type Access,
  type ChargeEvent,
  type Counter,
  type Region,
  type Value,
} from '../values/graph';
import type { Loop } from './loopPlan';
import type { CarriedVariable, KernelState } from './state';

/**
 * Loads in front of a loop only what each iteration reads where the one before has stored (`p[i] = p[i - 1] + a[i]`), or
 * has read beside: from then on it is in a register. LLVM's redundancy elimination sees that where the place is the
 * counter and a number behind a pointer, and the counter goes up; what a row or a column is added to it sees only between
 * the copies of an unrolled body.
 */
export function forwardStored(
  state: KernelState,
  { region, before }: Loop,
  carried: readonly CarriedVariable[],
): void {
  const accesses = plainAccesses(region.events);
  if (accesses === null) return;
  const { stores, loads } = accesses;
  const [counter, steps] = [region.count?.counter ?? null, pointerSteps(carried, region)];
  for (const load of loads) {
    const { base } = load.access!;
    if (!isReadOnly(base) && stores.some((store) => store.base !== base)) continue;
    // Of several stores each has to be a known distance away.
    if (
      stores.length > 1 &&
      stores.some(({ index }) => counter === null || offsetFrom(index, counter) === null)
    )
      continue;
    const known = [...stores, ...loads.flatMap(({ access }) => access ?? [])];
    if (known.some((place) => isThereBefore(load, place, region) || isMovedTo(load, place, steps)))
      state.ledger.lift(load.makes!, region, before);
  }
}

/** The loads and the stores of straight code without barriers; null for other code. */
function plainAccesses(
  events: Region['events'],
): { readonly stores: readonly Access[]; readonly loads: readonly ChargeEvent[] } | null {
  const loads: ChargeEvent[] = [];
  const stores: Access[] = [];
  for (const event of events) {
    if (event.kind === 'nested' || event.name === 'barrier' || event.name === 'atomic' || event.callee !== '')
      return null;
    if (event.access === null) continue;
    if (event.name.endsWith('Store')) stores.push(event.access);
    else if (event.makes !== null) loads.push(event);
  }
  return { stores, loads };
}

/**
 * Tests whether a load reads the place that another access had an iteration before, or some more where the compiler has
 * the copies of these one after the other.
 */
function isThereBefore(
  { access }: ChargeEvent,
  stored: Access,
  { count, copiesByCompiler }: Region,
): boolean {
  const counter = count?.counter ?? null;
  const step = counter?.operator === 'add' ? counter.step.constant : null;
  if (counter === null || step === null || step <= 0 || !isBeside(access, stored)) return false;
  const [mine, theirs] = [offsetFrom(access.index, counter), offsetFrom(stored.index, counter)];
  if (mine === null || theirs === null) return false;
  const iterations = (theirs - mine) / step;
  return Number.isInteger(iterations) && iterations >= 1 && iterations <= copiesByCompiler;
}

/** Tests whether two accesses are to the same member behind one pointer. */
function isBeside(access: Access | null, other: Access): access is Access {
  if (access === null || access.base !== other.base || access.field !== other.field) return false;
  const { kind, type } = access.base;
  return kind !== 'pointer' && type.kind === 'pointer' && type.isVolatile !== true;
}

/** By how much each iteration moves the pointers that it moves by the same, by what they are in it. */
function pointerSteps(carried: readonly CarriedVariable[], region: Region): ReadonlyMap<Value, Value> {
  return new Map(
    carried.flatMap(({ variable: { value }, trace: { inside } }) => {
      const [base, index] = value?.args ?? [];
      const isMoved = value?.kind === 'pointer' && base === inside && index !== undefined;
      return isMoved && !variesIn(index, region) ? [[inside, index] as const] : [];
    }),
  );
}

/**
 * Tests whether a loop moves a pointer to where another access went: the compiler sees that where it adds the step to the
 * place as that is written, not where the step takes back what the place has.
 */
function isMovedTo({ access }: ChargeEvent, stored: Access, steps: ReadonlyMap<Value, Value>): boolean {
  const step = steps.get(stored.base);
  if (step === undefined || !isBeside(access, stored)) return false;
  const [place, by] = [termsOf(access.index), termsOf(step)];
  const isTakenBack = place.some((term) => by.some((moved) => takesBack(moved, term)));
  return !isTakenBack && termsKey(addedTerms(place, by)) === termsKey(termsOf(stored.index));
}

function takesBack(step: Term, { factors, coefficient }: Term): boolean {
  const isSame =
    factors.length > 0 && termsKey([{ ...step, coefficient }]) === termsKey([{ factors, coefficient }]);
  return isSame && step.coefficient * coefficient < 0;
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
