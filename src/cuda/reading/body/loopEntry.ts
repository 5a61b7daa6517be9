import { Region, type Counter, type Value } from '../values/graph';
import type { Loop } from './loopPlan';
import { demandUsedBehind } from './sharedUses';
import type { KernelState } from './state';

/** A loop that only some threads enter: the branch in which it stands then, and that of the others. */
export interface LoopEntry {
  readonly entered: Region;
  readonly skipped: Region;
}

/**
 * Puts a counted loop that some threads do not enter into a branch of its own, before its body is read: what the loop
 * does not change is made in front of it by those who enter. (LLVM rotates such a loop: a test around one that tests at
 * the end.) Null for a loop that all threads enter, or whose test does not tell.
 */
export function openLoopEntry(
  state: KernelState,
  { node, region, before }: Loop,
  counter: Counter,
  test: Value,
): LoopEntry | null {
  const guard = entryTest(state, counter, test);
  const { count } = region;
  if (guard === null || count === null || region.unrolled || !count.tested || !count.known) return null;
  if (count.uniform !== null || count.followed) return null;
  const { population } = before;
  const enters = population.where(count.outerLoops, (point) => count.trips(point) >= 1);
  if (enters.weight === 0 || enters.weight >= population.weight * (1 - NEGLIGIBLE)) return null;
  const skips = population.where(count.outerLoops, (point) => count.trips(point) < 1);
  const entered = new Region(before, 'branch', enters);
  const skipped = new Region(before, 'branch', skips);
  entered.guard = guard;
  skipped.guard = state.table.unary('not', guard);
  demandUsedBehind(state, node, before);
  region.moveInto(entered, skipped);
  return { entered, skipped };
}

/** A smaller share of the threads is none. */
const NEGLIGIBLE = 1e-6;

/** The test of a loop in front of its first iteration; null for one that is no comparison with the counter. */
function entryTest({ table }: KernelState, { index, start }: Counter, test: Value): Value | null {
  if (test.kind !== 'binary' || !test.args.includes(index)) return null;
  const [a, b] = test.args.map((part) => (part === index ? start : part));
  return table.again(test, [a!, b!]);
}
