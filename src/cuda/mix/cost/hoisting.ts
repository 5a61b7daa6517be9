import type { Counter, Region, Value } from '../../reading/values/graph';
import { isFoldable, termsOf, variesIn } from '../../reading/values/linear';
import { Source } from '../../reading/values/value';

/** Where arithmetic asked for in `at` stands: outside of every loop around it in which it does not vary. */
export function hoisted(at: Region, varies: Region): Region {
  return hoistedWhere(at, varies, () => true);
}

/**
 * Where a value stands that reads memory. A compiler moves a load in front of a loop only where each iteration makes
 * it: not from under a condition, nor from a loop that may have no iteration (LLVM's `isGuaranteedToExecute`).
 * @param isAtHand whether nothing has to be loaded for it in a region
 */
export function hoistedLoad(at: Region, varies: Region, isAtHand: (home: Region) => boolean): Region {
  return hoistedWhere(at, varies, (home, isRun) => isRun() || isAtHand(home));
}

/** Tests whether the compiler sees that each iteration of a loop meets a condition, or makes a loop for those that do. */
type Condition = (loop: Region) => boolean;

function hoistedWhere(
  at: Region,
  varies: Region,
  mayStand: (home: Region, isRun: () => boolean) => boolean,
): Region {
  const conditions: Condition[] = [];
  let home = at;
  let region = at;
  while (region.depth > varies.depth && region.parent !== null) {
    const { parent } = region;
    const loop = region;
    if (loop.kind === 'loop') {
      if (!mayStand(parent, () => conditions.every((holds) => holds(loop)))) break;
      home = parent;
      if (!isEntered(loop)) conditions.push(entryOf(loop));
    } else if (!isPassed(loop, parent)) conditions.push((around) => isSettled(loop.guard, around));
    region = parent;
  }
  return home;
}

/** Tests whether all threads of the code around run a region without a condition. */
function isPassed({ kind, guard, population }: Region, parent: Region): boolean {
  return guard === null && kind === 'body' && population === parent.population;
}

/** Tests whether the compiler decides a condition outside of a loop (unswitching, splitting), or in its copies. */
export function isSettled(guard: Value | null, loop: Region): boolean {
  if (guard === null) return false;
  if (isFoldable(guard) || isUnswitched(guard, loop)) return true;
  const counter = loop.count?.counter ?? null;
  if (counter === null) return false;
  const comparison = guard.kind === 'not' ? guard.args[0]! : guard;
  return isPeriodic(comparison, counter) || isSplit(comparison, counter, loop);
}

/** Tests whether all threads decide alike, and in all iterations: the loop is there twice (`LoopUnswitch`). */
function isUnswitched(value: Value, loop: Region): boolean {
  return (value.sources & (Source.thread | Source.data)) === 0 && !variesIn(value, loop);
}

/** Copies of a body with branches that the compiler makes of a loop of unknown length. */
const COPIES = 4;

/** Tests whether a condition comes out the same in every fourth iteration (`j % 2 == 0`): it is decided in each copy. */
function isPeriodic({ args: [rest] }: Value, { index, start, step, operator }: Counter): boolean {
  if (rest?.kind !== 'binary' || start.constant === null || step.constant === null || operator !== 'add')
    return false;
  const [of, by] = rest.args;
  const period = rest.name === 'mod' ? by?.constant : rest.name === 'and' ? (by?.constant ?? NaN) + 1 : NaN;
  if (!period || (period !== 2 && period !== COPIES)) return false;
  return termsOf(of!).every(({ factors }) => factors.every((factor) => factor === index));
}

/**
 * Tests whether a condition compares the counter with a number that is known to be below the loop's end: the
 * compiler makes a loop for the iterations on either side.
 */
function isSplit({ kind, args }: Value, { index, step }: Counter, loop: Region): boolean {
  const test = loop.count?.test;
  if (kind !== 'binary' || step.constant !== 1 || test?.name !== 'lt' || test.args[0] !== index) return false;
  const other = args[0] === index ? args[1] : args[1] === index ? args[0] : undefined;
  return other !== undefined && !variesIn(other, loop) && isBelow(other, test.args[1]!, loop);
}

/** Tests whether code around says that one number is less than another. */
function isBelow(value: Value, bound: Value, inside: Region): boolean {
  for (let region: Region | null = inside.parent; region !== null; region = region.parent)
    if (region.guard !== null && says(region.guard, true, value, bound)) return true;
  return false;
}

function says(guard: Value, holds: boolean, value: Value, bound: Value): boolean {
  const [a, b] = guard.args;
  if (guard.kind === 'not') return says(a!, !holds, value, bound);
  if (guard.kind === (holds ? 'and-also' : 'or-else'))
    return guard.args.some((part) => says(part, holds, value, bound));
  if (guard.kind !== 'binary') return false;
  const isForward = a === value && b === bound && guard.name === (holds ? 'lt' : 'ge');
  return isForward || (a === bound && b === value && guard.name === (holds ? 'gt' : 'le'));
}

/** Tests whether the compiler sees that a loop has an iteration. */
function isEntered({ count, unrolled }: Region): boolean {
  if (count === null) return false;
  if (unrolled || !count.tested) return true;
  const parts = entryParts(count);
  const isConstant = parts.length > 0 && parts.every(({ sources }) => sources === 0);
  return isConstant && count.uniform !== null && count.uniform >= 1;
}

/** The condition on which threads enter a loop. */
function entryOf({ count }: Region): Condition {
  const parts = count === null ? [] : entryParts(count);
  return (around) => parts.length > 0 && parts.every((part) => isUnswitched(part, around));
}

/** What decides whether a loop has an iteration: where its counter starts and ends; nothing where that is not known. */
function entryParts({ counter, test }: NonNullable<Region['count']>): readonly Value[] {
  if (counter === null || test?.kind !== 'binary' || !test.args.includes(counter.index)) return [];
  return [counter.start, ...test.args.filter((part) => part !== counter.index)];
}
