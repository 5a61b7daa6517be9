import type { Value } from '../values/graph';
import { isFoldable } from '../values/linear';
import { isFloating, scalarOf, type CType } from '../values/types';
import { addedTerms, type AddedTo } from './addedTerms';
import type { Loop } from './loopPlan';
import type { CarriedVariable, KernelState } from './state';

/** A loop that the compiler repeats, in which whole numbers besides its counter move by constants. */
export interface SteppedReading {
  /** Syntax node of the loop, which must be the same one in the next reading. */
  readonly node: number;
  /** What each iteration adds to a variable, by its place among those that the loop changes. */
  readonly steps: ReadonlyMap<number, number>;
}

/** Notes which whole numbers move by a constant with each iteration of an unrolled loop: each copy has them as constants. */
export function noteSteps(state: KernelState, loop: Loop, carried: readonly CarriedVariable[]): void {
  if (!loop.region.unrolled || turnsPerCount(loop) === null) return;
  const steps = new Map<number, number>();
  carried.forEach(({ variable: { value }, trace: { start, inside } }, place) => {
    if (start === null || value === null) return;
    const step = constantStep({ inside, end: value });
    if (step !== null) steps.set(place, step);
  });
  if (steps.size > 0) state.foundSteps.set(loop.number, { node: loop.node.id, steps });
}

/** Gives the variables that an earlier reading found to move by constants what they hold in each copy of the body. */
export function openSteps(state: KernelState, loop: Loop, carried: readonly CarriedVariable[]): void {
  const turn = loop.region.unrolled ? turnsPerCount(loop) : null;
  if (turn === null) return;
  for (const [place, step] of state.stepsOf(loop.number, loop.node)) {
    const one = carried[place];
    const start = one?.trace.start ?? null;
    if (one === undefined || start === null || !isFoldable(start)) continue;
    const { table } = state;
    const moved = table.binary('mul', turnsOf(state, turn), table.constant(step, turn.index.type));
    one.variable.value = table.binary('add', start, table.convert(moved, start.type));
    one.step = step;
  }
}

interface Turn {
  readonly index: Value;
  readonly from: number;
  readonly by: number;
}

/** Where the counter of a loop starts, and how far an iteration moves it; null where constants do not tell. */
function turnsPerCount({ region: { count } }: Loop): Turn | null {
  const counter = count?.counter ?? null;
  if (count === null || counter === null || !count.known || count.followed || count.uniform === null)
    return null;
  const [from, by] = [counter.start.constant, counter.step.constant];
  if (from === null || !by || (counter.operator !== 'add' && counter.operator !== 'sub')) return null;
  return { index: counter.index, from, by: counter.operator === 'add' ? by : -by };
}

/** The number of the iteration, from 0. */
function turnsOf({ table }: KernelState, { index, from, by }: Turn): Value {
  const passed = table.binary('sub', index, table.constant(from, index.type));
  return by === 1 ? passed : table.binary('div', passed, table.constant(by, index.type));
}

function constantStep({ inside, end }: AddedTo): number | null {
  if (!isWhole(end.type)) return null;
  const terms = addedTerms({ inside, end });
  if (terms === null || !terms.every(({ factors }) => factors.length === 0)) return null;
  return terms.reduce((sum, { coefficient }) => sum + coefficient, 0);
}

/** Tests whether a number is whole. */
export function isWhole(type: CType): boolean {
  return type.kind === 'scalar' && type.scalar !== 'bool' && !isFloating(scalarOf(type));
}
