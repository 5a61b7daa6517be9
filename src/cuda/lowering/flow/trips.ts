import type { Region, Counter, Value } from '../../reading/values/graph';
import { add, constantForm, isAffine, isConstant, rangeOf, scale, type Form } from '../index/form';
import { rangeUnder } from '../index/constraint';
import type { Forms } from '../index/formOf';
import { UnrolledRegion } from '../index/unrolledRegion';
import { guardedTrips } from './guardedTrips';

/** Trip count of a loop in the program. */
export type Trips =
  | {
      readonly kind: 'fixed';
      readonly trips: number;
      /** Share of the threads that make one more iteration; absent for none. */
      readonly more?: number;
    }
  /** `for (x = start; x < 0; x += step)` */
  | {
      readonly kind: 'range';
      readonly start: Form;
      readonly step: number;
      readonly mean: number;
      /** Iterations that every thread makes. */
      readonly fewest: number;
    }
  /** As many as fit into so many cycles. */
  | { readonly kind: 'elapsed'; readonly cycles: number; readonly mean: number }
  /** Drawn between two numbers for each lane; `share` of the threads run the loop at all. */
  | {
      readonly kind: 'drawn';
      readonly low: number;
      readonly high: number;
      readonly share: number;
      readonly mean: number;
    };

/** Iterations that the simulator counts at most. */
const MOST_TRIPS = 2 ** 30;
/** Rounding a mean by more than this part of it is not taken. */
const WORTH_A_SHARE = 0.05;
/** Iterations up to which a loop whose counter multiplies or shifts is followed step by step. */
const STEPS = 64;

/** The trips of a loop that stands in `at`. */
export function tripsOf(region: Region, at: UnrolledRegion, forms: Forms): Trips {
  const { count } = region;
  if (count === null) return { kind: 'fixed', trips: 1 };
  const wait = count.elapsed === undefined ? null : forms.of(count.elapsed, at);
  if (wait !== null && isConstant(wait) && wait.constant > 0)
    return { kind: 'elapsed', cycles: Math.min(MOST_TRIPS, wait.constant), mean: count.mean };
  if (!count.known && count.uniform !== null) return meanTrips(count.uniform);
  if (count.followed) {
    const most = guardedTrips(region, at, forms);
    return (
      exitTrips(region, at, forms) ?? (most === null ? sampledTrips(region) : { kind: 'fixed', trips: most })
    );
  }
  return closedTrips(region, at, forms) ?? steppedTrips(region, at, forms) ?? sampledTrips(region);
}

/** A mean with a fraction: where it matters, so many of the threads make one more iteration. */
function meanTrips(mean: number): Trips {
  const fewest = Math.floor(mean);
  const more = mean - fewest;
  const matters = Number.isFinite(mean) && Math.min(more, 1 - more) > WORTH_A_SHARE * mean;
  return matters ? { kind: 'fixed', trips: fewest, more } : { kind: 'fixed', trips: whole(mean) };
}

function whole(trips: number): number {
  return Number.isFinite(trips) ? Math.min(MOST_TRIPS, Math.max(0, Math.round(trips))) : 0;
}

/** The conditions that all have to hold. */
export function conjuncts(test: Value): readonly Value[] {
  return test.kind === 'and-also' ? test.args.flatMap(conjuncts) : [test];
}

/** Margin of a comparison: it holds while this is positive. */
function margin(test: Value, at: UnrolledRegion, forms: Forms): Form | null {
  const [a, b] = test.args;
  if (test.kind !== 'binary' || a === undefined || b === undefined) return null;
  const [left, right] = [forms.of(a, at), forms.of(b, at)];
  if (left === null || right === null) return null;
  switch (test.name) {
    case 'lt':
    case 'ne':
      return add(right, left, -1);
    case 'le':
      return add(add(right, left, -1), constantForm(1));
    case 'gt':
      return add(left, right, -1);
    case 'ge':
      return add(add(left, right, -1), constantForm(1));
    default:
      return null;
  }
}

function isAdditive({ operator }: Counter): boolean {
  return operator === 'add' || operator === 'sub';
}

/** Trips where every comparison moves towards its end by the same number in each iteration. */
function closedTrips(region: Region, at: UnrolledRegion, forms: Forms): Trips | null {
  const { count } = region;
  if (!count?.counter || count.test === null || !isAdditive(count.counter)) return null;
  const [first, second, third] = [0, 1, 2].map((k) => new UnrolledRegion(region, at, constantForm(k)));
  const found: Trips[] = [];
  for (const test of conjuncts(count.test)) {
    const margins = [first!, second!, third!].map((point) => margin(test, point, forms));
    const steady = steadyMargin(test, margins, count.tested);
    if (steady === null) return null;
    found.push(runs(steady.from, steady.step, count.tested, region));
  }
  const fixed = found.filter((trips) => trips.kind === 'fixed');
  if (fixed.length === found.length)
    return fixed.reduce((least, trips) => (trips.trips < least.trips ? trips : least));
  const [only] = found;
  if (found.length !== 1 || only?.kind !== 'range' || !isAffine(only.start)) return null;
  return count.tested ? only : testedBehind(only, at);
}

/** Trips of a loop that tests behind its body, as one that tests in front; null where it may go round once more. */
function testedBehind(trips: Extract<Trips, { kind: 'range' }>, at: UnrolledRegion): Trips | null {
  const start = add(trips.start, constantForm(-trips.step));
  if (rangeUnder(start, at.constraints).high >= 0) return null;
  return { ...trips, start, fewest: trips.fewest + 1 };
}

/** What is left to a comparison, and by how much each iteration lessens it; null unless that is one number throughout. */
function steadyMargin(
  test: Value,
  [now, next, later]: readonly (Form | null)[],
  tested: boolean,
): { readonly from: Form; readonly step: number } | null {
  if (!now || !next || !later) return null;
  const [slope, further] = [add(next, now, -1), add(later, next, -1)];
  if (!isConstant(slope) || slope.constant === 0) return null;
  // Two points make a line of anything: a square, a shift, a quotient show themselves at the third.
  if (!isConstant(further) || further.constant !== slope.constant) return null;
  const rises = slope.constant > 0;
  if (rises && test.name !== 'ne') return null;
  const from = scale(tested ? now : next, rises ? -1 : 1);
  // A counter that moves away from its end, or past it, wraps around.
  if (test.name === 'ne' && rangeOf(from).low <= 0) return null;
  return { from, step: Math.abs(slope.constant) };
}

/** Trips of a counted loop that ends by one of its exits before its test does: every iteration sees it by a line. */
function exitTrips(region: Region, at: UnrolledRegion, forms: Forms): Trips | null {
  const { count } = region;
  const [exit] = count?.exits ?? [];
  if (!count?.counter || !exit || count.exits.length > 1 || !isAdditive(count.counter)) return null;
  const goesOn = negated(exit);
  if (goesOn === null) return null;
  const points = [0, 1, 2].map((k) => new UnrolledRegion(region, at, constantForm(k)));
  const steady = steadyMargin(
    goesOn,
    points.map((point) => margin(goesOn, point, forms)),
    true,
  );
  // Those who meet the exit at once have begun an iteration; a margin far below none would count fewer.
  if (steady === null || rangeOf(steady.from).low <= -steady.step) return null;
  const trips = runs(add(steady.from, constantForm(steady.step)), steady.step, true, region);
  const whole = closedTrips(region, at, forms);
  return whole?.kind === 'fixed' && mostOf(trips) <= whole.trips ? trips : null;
}

function mostOf(trips: Trips): number {
  if (trips.kind === 'fixed') return trips.trips;
  return trips.kind === 'range' ? Math.ceil(-rangeOf(trips.start).low / trips.step) : Infinity;
}

const NEGATED: Readonly<Record<string, string>> = { lt: 'ge', le: 'gt', gt: 'le', ge: 'lt', eq: 'ne' };

/** A comparison that holds where another one does not; null for what is none. */
function negated(test: Value): Value | null {
  const name = NEGATED[test.name];
  return test.kind === 'binary' && name !== undefined ? { ...test, name } : null;
}

function runs(from: Form, step: number, tested: boolean, region: Region): Trips {
  const { low, high } = rangeOf(from);
  if (isConstant(from) || high <= 0) {
    const trips = whole(Math.ceil(from.constant / step));
    return { kind: 'fixed', trips: high <= 0 ? (tested ? 0 : 1) : tested ? trips : 1 + trips };
  }
  // Threads that differ by less than a step run equally often.
  const [fewest, most] = [Math.ceil(low / step), Math.ceil(high / step)];
  if (most > MOST_TRIPS) return { kind: 'fixed', trips: whole(meanOf(region)) };
  if (fewest === most) return { kind: 'fixed', trips: tested ? most : 1 + most };
  return {
    kind: 'range',
    start: scale(from, -1),
    step,
    mean: meanOf(region),
    fewest: Math.max(0, fewest),
  };
}

/** Iterations per execution of the loop. */
export function meanOf(region: Region): number {
  const around = region.parent?.weight ?? 0;
  return around > 0 ? region.weight / around : 0;
}

/** Trips of a counter that has no closed form but the same value in all threads. */
function steppedTrips(region: Region, at: UnrolledRegion, forms: Forms): Trips | null {
  const { count } = region;
  if (!count?.counter || count.test === null) return null;
  const from = count.tested ? 0 : 1;
  for (let trips = from; trips <= STEPS; trips++) {
    const holds = forms.of(count.test, new UnrolledRegion(region, at, constantForm(trips)));
    if (holds === null || !isConstant(holds)) return null;
    if (holds.constant === 0) return { kind: 'fixed', trips };
  }
  return null;
}

/** Trips from the sampled threads of the launch. */
function sampledTrips(region: Region): Trips {
  const { count, parent } = region;
  const outer = count?.outerLoops ?? [];
  const points = parent?.population.spreadFor(outer, (point) => count?.trips(point) ?? 0).points(outer) ?? [];
  let [sum, weight, running] = [0, 0, 0];
  let [low, high] = [Infinity, 0];
  for (const point of points) {
    const trips = whole(count?.trips(point) ?? 0);
    sum += point.weight * trips;
    weight += point.weight;
    if (trips === 0) continue;
    running += point.weight;
    low = Math.min(low, trips);
    high = Math.max(high, trips);
  }
  if (running === 0) return { kind: 'fixed', trips: weight === 0 ? whole(count?.mean ?? 0) : 0 };
  if (low === high && running === weight) return { kind: 'fixed', trips: low };
  // A draw between two ends has their middle as its mean; the shorter side decides how far they lie apart.
  const mean = sum / running;
  const reach = Math.floor(Math.min(mean - low, high - mean));
  const middle = Math.max(1, Math.round(mean));
  const apart = Math.min(reach, middle - 1);
  if (apart === 0 && running === weight) return { kind: 'fixed', trips: middle };
  return {
    kind: 'drawn',
    low: middle - apart,
    high: middle + apart,
    share: running / weight,
    mean: sum / weight,
  };
}
