import { message } from '../../../kernel/message';
import { countTrips, recordLoop, symbolGuess, testValue } from './countedLoops';
import type { Counter, Course, Value } from '../values/graph';
import { FollowedLoop, type StateVariable } from '../values/recurrence';
import type { Loop } from './loopPlan';
import { subjectOf } from './subjects';
import type { CarriedVariable, FollowedReading, KernelState } from './state';

/** What is known of a loop once its body was read. */
export interface ReadLoop {
  readonly loop: Loop;
  readonly carried: readonly CarriedVariable[];
  /** The counter that the reading went by; null for none. */
  readonly counter: Counter | null;
  readonly test: Value | null;
  /** Conditions on which threads leave from inside; null for those that no value tells. */
  readonly exits: readonly (Value | null)[];
}

/** Notes how a loop can be followed, where that tells more of its iterations than this reading knew. */
export function noteRecurrence(state: KernelState, read: ReadLoop): void {
  const { loop, counter, test } = read;
  const { count } = loop.region;
  const exits = read.exits.filter((exit) => exit !== null);
  const counted = counter !== null && count?.known === true;
  if (count === null || count.followed || (counted && exits.length === 0)) return;
  if (state.givenNumber(nameOf(state, loop, counter)) !== null) return;
  const { variables, places } = stateVariables(state, read);
  const isEndless = test?.constant !== null && test?.constant !== 0;
  const recurrence = { variables, test: isEndless ? null : test, tested: loop.parts.tested, exits };
  const followed = FollowedLoop.of(recurrence, symbolGuess(state, loop, counter));
  if (followed === null) return;
  // A counter alone whose end nobody gave is known no better this way, and to follow it for all threads is dear.
  if (counter !== null && !counted && exits.length === 0 && followed.size < 2) return;
  if (!tellsMore(loop, followed, counted)) return;
  const courses = new Map<number, Course>();
  variables.forEach(({ inside }, index) => {
    const course = followed.courseOf(inside);
    if (course !== null) courses.set(places[index]!, course);
  });
  state.found.set(loop.number, { node: loop.node.id, loop: followed, courses, counted });
}

/** Name under which the user sets how often a loop runs. */
function nameOf(state: KernelState, { node, parts }: Loop, counter: Counter | null): string {
  return state.nameOf('trips', node, counter?.index.name ?? subjectOf(state, parts.condition, 'loop'));
}

/** The variables of a loop with what an iteration makes of them, and their places among what it changes. */
function stateVariables(
  state: KernelState,
  { carried, counter }: ReadLoop,
): { readonly variables: readonly StateVariable[]; readonly places: readonly number[] } {
  const variables: StateVariable[] = [];
  const places: number[] = [];
  carried.forEach(({ variable, trace }, place) => {
    const counts = counter !== null && variable.name === counter.index.name;
    const inside = counts ? counter.index : trace.inside;
    const start = counts ? counter.start : trace.start;
    const end = counts ? state.table.binary(counter.operator, counter.index, counter.step) : trace.end;
    if (start === null || end === null || end.type.kind !== 'scalar') return;
    variables.push({ inside, start, end });
    places.push(place);
  });
  return { variables, places };
}

/** Tests whether every sampled thread can be followed, and some of them run less often than was counted. */
function tellsMore({ before, region }: Loop, followed: FollowedLoop, counted: boolean): boolean {
  let differs = !counted;
  for (const point of before.population.points(followed.outerLoops)) {
    const trips = followed.tripsAt(point);
    if (Number.isNaN(trips)) return false;
    differs ||= trips !== region.count?.trips(point);
  }
  return differs;
}

/** Sets up a loop that was followed: its variables have known courses, its iterations are counted. */
export function openFollowedLoop(
  state: KernelState,
  loop: Loop,
  { loop: followed, courses }: FollowedReading,
  carried: readonly CarriedVariable[],
): void {
  const { region, before } = loop;
  state.region = region;
  for (const [place, course] of courses) {
    const one = carried[place];
    if (one === undefined) continue;
    const { name, value, type } = one.variable;
    const index = state.table.followed(
      loop.number,
      name,
      value?.type ?? type,
      followed.sources,
      region,
      course,
    );
    one.variable.value = index;
    one.trace = { ...one.trace, inside: index };
  }
  const test = testValue(state, loop);
  const trips = countTrips(loop, followed.sources, followed.outerLoops, followed.tripsAt);
  const threads = before.population.spreadFor(followed.outerLoops, trips.at);
  region.population = threads.iterated({
    loop: loop.number,
    uniformTrips: trips.uniform,
    trips: trips.at,
    valuesAt: () => (iteration) => iteration,
    outerLoops: followed.outerLoops,
  });
  region.count = {
    number: loop.number,
    counter: null,
    uniform: trips.uniform,
    mean: trips.mean,
    trips: trips.at,
    outerLoops: followed.outerLoops,
    test: null,
    tested: loop.parts.tested,
    known: followed.unknowns.length === 0,
    followed: true,
    exits: [],
  };
  const text = test.constant === null ? test.text : message('cuda.untilLeft');
  recordLoop(state, loop, {
    name: nameOf(state, loop, null),
    sources: followed.sources,
    known: followed.unknowns.length === 0,
    mean: trips.mean,
    text,
    unknowns: followed.unknowns,
  });
  if (test.constant !== null) return;
  state.ledger.demandTest(test, region);
  state.ledger.charge('control', 1, region);
}
