import { counterOf, Evaluator } from '../../reading/values/evaluate';
import { foldOf } from '../../reading/values/folding';
import type { Counter, LoopCount, Region, Value } from '../../reading/values/graph';
import type { SamplePoint } from '../../reading/values/samplePoints';
import { scalarOf } from '../../reading/values/types';
import { atomForm } from '../index/form';
import type { Forms } from '../index/formOf';
import { UnrolledRegion } from '../index/unrolledRegion';

/** Iterations of the longest thread over those of the mean one, up to which all threads go through all of them. */
const LONGEST = 4;
/** Iterations looked at, over all sample points. */
const MOST_LOOKS = 50_000;

interface GuardedCount extends LoopCount {
  readonly counter: Counter;
}

/**
 * Iterations of the thread that makes most, for a loop that threads leave by conditions at its start: all threads go
 * through as many, and the conditions, which hold from then on, keep those out that have left. Null where that is not so.
 */
export function guardedTrips(region: Region, at: UnrolledRegion, forms: Forms): number | null {
  const { count, parent } = region;
  if (!count?.counter || count.exits.length === 0 || parent === null || !startsWithExit(region)) return null;
  const points = parent.population.points(count.outerLoops);
  const most = points.reduce((all, point) => Math.max(all, count.trips(point)), 0);
  const mean = points.reduce((sum, point) => sum + point.weight * count.trips(point), 0) / parent.weight;
  if (!(most > 0 && most <= LONGEST * mean && most * points.length <= MOST_LOOKS)) return null;
  const inside = new UnrolledRegion(region, at, atomForm('iteration', 0, most - 1));
  if (!count.exits.every((exit) => isExact(exit, inside, forms))) return null;
  return stayOut({ ...count, counter: count.counter }, points, most) ? most : null;
}

/** Tests whether an iteration does nothing but count in front of its first exit. */
function startsWithExit({ events }: Region): boolean {
  const first = events.findIndex(({ kind }) => kind === 'nested');
  return events
    .slice(0, Math.max(0, first))
    .every((event) => event.kind === 'charge' && (event.name === 'integer' || event.name === 'control'));
}

/** Tests whether a program can say a condition as it is. */
function isExact({ kind, args }: Value, at: UnrolledRegion, forms: Forms): boolean {
  return kind === 'binary' && args.every((side) => forms.of(side, at) !== null);
}

/** Tests whether one of the exits is met in every iteration behind the last one of each thread. */
function stayOut(
  { counter, exits, trips }: GuardedCount,
  points: readonly SamplePoint[],
  most: number,
): boolean {
  const { loop, start, step, operator, index } = counter;
  const move = foldOf(operator, scalarOf(index.type));
  const [first, pace] = [new Evaluator(start), new Evaluator(step)];
  const tests = exits.map((exit) => new Evaluator(exit, undefined, counterOf(loop)));
  return points.every((point) => {
    for (const test of tests) test.move(point);
    const by = pace.at(point);
    let value = first.at(point);
    for (let iteration = 0; iteration < most; iteration++, value = move(value, by))
      if (iteration >= trips(point) && !tests.some((test) => test.withNumbers([value]) === 1)) return false;
    return true;
  });
}
