import type { Value } from '../values/graph';
import { termsOf, type Term } from '../values/linear';
import { addedTerms } from './addedTerms';
import type { Loop } from './loopPlan';
import { isWhole } from './steppedVariables';
import { memberAt } from './variableValues';
import type { CarriedVariable, KernelState } from './state';

/** Iterations up to which the sum of what they add is made here. */
const MOST_TRIPS = 65_536;
const LARGEST = 2 ** 31;

/** A whole number that a loop adds to: what it holds in front, and at either end of an iteration. */
interface Sum {
  readonly start: Value;
  readonly inside: Value;
  readonly end: Value;
}

/** What a variable and its members hold behind a loop that no thread leaves from inside, by path, as far as constants tell. */
export function finalValues(
  state: KernelState,
  loop: Loop,
  { variable, startParts, step, trace: { start, inside } }: CarriedVariable,
): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  const trips = loop.region.count?.uniform ?? null;
  if (step !== null && start !== null && trips !== null) {
    found.set('', state.table.binary('add', start, state.table.constant(step * trips, start.type)));
    return found;
  }
  const add = (path: string, sum: Sum): void => {
    const value = finalValue(state, loop, sum);
    if (value !== null) found.set(path, value);
  };
  if (variable.value !== null && start !== null) add('', { start, inside, end: variable.value });
  // What a loop inside leaves in a member has the name of what it held before.
  if (loop.region.events.some(({ kind }) => kind === 'nested')) return found;
  for (const [path, end] of variable.parts) {
    const before = memberAt(state, { type: variable.type, value: start, parts: startParts }, path);
    const own = termsOf(end).find(
      ({ factors: [factor] }) => factor?.kind === 'opaque' && factor.text === variable.name + path,
    );
    const [member] = own?.factors ?? [];
    if (before !== undefined && member !== undefined) add(path, { start: before, inside: member, end });
  }
  return found;
}

/**
 * What a whole number holds behind a loop of constant length that adds constants or its counter to it: the compiler
 * makes the sum itself (LLVM's `rewriteLoopExitValues`). Null for any other update.
 */
function finalValue(state: KernelState, { region }: Loop, { start, inside, end }: Sum): Value | null {
  const { count } = region;
  const counter = count?.counter ?? null;
  if (count === null || counter === null || count.uniform === null || count.uniform > MOST_TRIPS) return null;
  const { test, uniform } = count;
  const isCounted = counter.operator === 'add' || counter.operator === 'sub';
  if (!isWhole(end.type) || !isCounted || count.followed || !count.known) return null;
  if (test === null || (test.sources | counter.start.sources | counter.step.sources) !== 0) return null;
  const [from, by] = [counter.start.constant, counter.step.constant];
  const terms = addedTerms({ inside, end });
  if (from === null || by === null || terms === null) return null;
  if (!terms.every(({ factors }) => factors.every((factor) => factor === counter.index))) return null;
  const step = counter.operator === 'add' ? by : -by;
  let sum = 0;
  for (let trip = 0; trip < uniform; trip++) sum += valueOf(terms, from + trip * step);
  if (Math.abs(sum) >= LARGEST) return null;
  return state.table.binary('add', start, state.table.constant(sum, end.type));
}

function valueOf(terms: readonly Term[], counter: number): number {
  return terms.reduce((sum, { coefficient, factors }) => sum + coefficient * counter ** factors.length, 0);
}
