import { message, type Words } from '../../../kernel/message';
import { arithmeticClass } from '../../mix/cost/instructionCosts';
import { condition } from './operators';
import { lowerExpression } from './expressions';
import type { Update } from './induction';
import { movesInTest, tripKind, tripText, unknownNames, unrollPragma, type Loop } from './loopPlan';
import { evaluate, type SymbolGuess } from '../values/evaluate';
import { resolvePointer } from './places';
import type { Population } from '../values/population';
import type { Iteration, SamplePoint } from '../values/samplePoints';
import { conditionValue } from './statements';
import { isStepped, setUnrolling, type Setup } from './unrolling';
import type { KernelState, Variable } from './state';
import type { Counter, Value } from '../values/graph';
import type { FollowedLoop } from '../values/recurrence';
import { TripCounter } from '../values/tripCount';
import { I32, isWide, scalarOf } from '../values/types';
import { Source } from '../values/value';

/**
 * Sets up a loop with a counter: how often it runs, how it is unrolled, what counting costs.
 *
 * @param pointer value of the counter in front of the loop; a pointer counts by its place behind its base
 * @param followed how the loop goes where threads leave it from inside; null where its test tells
 */
export function openCountedLoop(
  state: KernelState,
  loop: Loop,
  update: Update,
  variable: Variable,
  pointer: Value,
  followed: FollowedLoop | null,
): { readonly counter: Counter; readonly test: Value; readonly setup: readonly Setup[] } {
  state.region = loop.region;
  const step = update.step === null ? state.table.constant(1, I32) : lowerExpression(state, update.step);
  const movesItself = step.region === loop.region;
  const walk = pointer.type.kind === 'pointer' ? resolvePointer(state, pointer) : null;
  const start = walk?.index ?? pointer;
  const type = walk === null ? (variable.value?.type ?? variable.type) : start.type;
  const evaluable = start.evaluable && step.evaluable && !movesItself;
  const sources = start.sources | step.sources;
  const indexed = (index: Value): Value =>
    walk === null ? index : state.table.pointer(walk.base, index, pointer.type);
  const index = state.table.index(loop.number, variable.name, type, sources, evaluable, loop.region);
  const atStart = indexed(index);
  const isMoved = movesInTest(loop.parts, update);
  // A test behind the body sees the counter as it has been moved: one that moves it itself begins a step before.
  variable.value = isMoved ? indexed(movedBack(state, index, update.operator, step)) : atStart;
  const test = testValue(state, loop);
  if (isMoved) variable.value = atStart;
  const counter: Counter = { loop: loop.number, start, operator: update.operator, step, index };
  const all = (test.kind === 'index' ? 0 : test.sources) | sources;
  const known = evaluable && test.evaluable;
  const name = state.nameOf('trips', loop.node, variable.name);
  const given = state.givenNumber(name);
  const trips = tripsOf(state, loop, counter, test, all, given, followed);
  // Where a thread's own number ends a loop from inside, the compiler keeps it as it is.
  const isKept = followed !== null && followed.sources !== 0;
  const pragma = isKept ? 1 : unrollPragma(state.context.source.pragmasOf(loop.node));
  const setup = setUnrolling(state, loop, counter, test, trips, pragma);
  loop.region.iteration = {
    loop: loop.number,
    uniformTrips: trips.uniform,
    trips: trips.at,
    valuesAt: trips.valuesAt,
    outerLoops: trips.outerLoops,
  };
  loop.region.population = loop.before.population.iterated(loop.region.iteration);
  loop.region.count = {
    number: loop.number,
    counter,
    uniform: trips.uniform,
    mean: trips.mean,
    trips: trips.at,
    outerLoops: trips.outerLoops,
    test,
    tested: loop.parts.tested,
    known: known && given === null,
    followed: followed !== null && given === null,
    exits: [],
  };
  // Conditions on a counter whose end was assumed must not be taken for facts.
  const open = state.table.index(loop.number, variable.name, type, all, false, loop.region);
  // A test that moves the counter (`while (n--)`) has left in it what the body sees.
  if (!known && variable.value === atStart) variable.value = indexed(open);
  const unknowns = [...new Set([test, start, step].flatMap(unknownNames))];
  recordLoop(state, loop, {
    name,
    sources: all,
    known,
    mean: trips.mean,
    text: tripText(test, index, start, update.operator, step),
    unknowns,
    isSize: given === null && unknowns.length > 0 && (all & Source.data) === 0,
    isGuess: given === null && followed === null && (all & Source.data) !== 0,
  });
  chargeCounter(state, loop, counter, test);
  return { counter, test, setup };
}

/** A counter before its last step. */
function movedBack({ table }: KernelState, index: Value, operator: Counter['operator'], step: Value): Value {
  return operator === 'sub' ? table.binary('add', index, step) : table.binary('sub', index, step);
}

/** The loop's condition as a value, in the region of the body. */
export function testValue(state: KernelState, loop: Loop): Value {
  const { condition: node } = loop.parts;
  if (node === null) return state.table.constant(1, I32);
  state.inLoopTest = true;
  const holds = condition(state, conditionValue(state, node));
  state.inLoopTest = false;
  return loop.parts.leaves ? state.table.unary('not', holds) : holds;
}

/** Iterations of a loop: at each sample point, and over all of them. */
export interface CountedTrips {
  readonly at: (point: SamplePoint) => number;
  readonly mean: number;
  /** The same for all threads, or null. */
  readonly uniform: number | null;
}

interface Trips extends CountedTrips {
  readonly outerLoops: readonly number[];
  readonly valuesAt: Iteration['valuesAt'];
}

/** Numbers that stand in for what nobody gave: data is at least as long as the grid that strides over it. */
export function symbolGuess(state: KernelState, { before }: Loop, counter: Counter | null): SymbolGuess {
  const { defaults } = state.context;
  const [anyPoint] = counter === null ? [] : before.population.points(counter.step.loops);
  const stride =
    counter === null || anyPoint === undefined ? NaN : Math.abs(evaluate(counter.step, anyPoint));
  const argument = Math.max(defaults.argument, Number.isNaN(stride) ? 0 : stride);
  return (symbol) => ((symbol.sources & Source.argument) !== 0 ? argument : defaults.compileTime);
}

function tripsOf(
  state: KernelState,
  loop: Loop,
  counter: Counter,
  test: Value,
  sources: number,
  given: number | null,
  followed: FollowedLoop | null,
): Trips {
  const counted = new TripCounter(counter, test, loop.parts.tested, symbolGuess(state, loop, counter));
  const count = (point: SamplePoint): number => {
    const trips = counted.tripsAt(point);
    return Number.isNaN(trips) ? state.context.defaults.dataTrips : trips;
  };
  const loops = [...counter.start.loops, ...counter.step.loops, ...test.loops];
  const outerLoops = [...new Set([...loops, ...(followed?.outerLoops ?? [])])].filter(
    (number) => number !== counter.loop,
  );
  const at = followed?.tripsAt ?? count;
  const all = sources | (followed?.sources ?? 0);
  const trips = countTrips(loop, all, outerLoops, given === null ? at : (): number => given);
  return {
    ...trips,
    uniform: given ?? trips.uniform,
    outerLoops,
    valuesAt: (point) => counted.valuesAt(point),
  };
}

/**
 * The iterations of a loop over the threads that come to it.
 *
 * @param sources what their number depends on
 */
export function countTrips(
  { before: { population } }: Pick<Loop, 'before'>,
  sources: number,
  outerLoops: readonly number[],
  count: (point: SamplePoint) => number,
): CountedTrips {
  const differs = (sources & Source.thread) !== 0 || outerLoops.length > 0;
  const first = differs ? undefined : population.points()[0];
  const uniform = first === undefined ? null : count(first);
  const at = uniform === null ? count : (): number => uniform;
  return { at, mean: uniform ?? meanOver(population.spreadFor(outerLoops, at), outerLoops, at), uniform };
}

function meanOver(
  population: Population,
  loops: readonly number[],
  at: (point: SamplePoint) => number,
): number {
  const total = population.points(loops).reduce((sum, point) => sum + point.weight * at(point), 0);
  return population.weight > 0 ? total / population.weight : 0;
}

/** What is told of a loop that was counted. */
interface LoopRecord {
  readonly name: string;
  readonly sources: number;
  readonly known: boolean;
  readonly mean: number;
  readonly text: Words;
  readonly unknowns: readonly string[];
  /** Set where nothing tells a size that the loop runs to: data decide nothing about it. */
  readonly isSize?: boolean;
  /** Set where data decide how often the loop runs, and nobody has told. */
  readonly isGuess?: boolean;
}

/** Adds a loop to those of the kernel; says what was taken for granted where its count is not certain. */
export function recordLoop(state: KernelState, loop: Loop, record: LoopRecord): void {
  const { name, sources, known, mean, text } = record;
  const unknowns = known ? [] : record.unknowns;
  if (!known) {
    const code = unknowns.length > 0 ? 'cuda.loopRunsUnknown' : 'cuda.loopRuns';
    const values = { trips: text, names: unknowns.slice(0, 4), counted: rounded(mean) };
    const about = {
      range: state.rangeOf(loop.node),
      parameter: name,
      value: mean,
      ...(record.isSize === true && { isSize: record.isSize }),
      ...(record.isGuess === true && { isGuess: record.isGuess }),
    };
    state.assumeAt(loop.node, message(code, values), about);
  }
  state.loops.push({
    range: state.rangeOf(loop.node),
    depth: state.loopDepth,
    kind: tripKind(sources, known),
    trips: { text, value: known ? mean : null, unknowns },
    assumedTrips: mean,
  });
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Counting, comparing and jumping, once for each test that is left after unrolling. */
function chargeCounter(state: KernelState, loop: Loop, counter: Counter, test: Value): void {
  const { region, before } = loop;
  if (region.unrolled) return;
  const { ledger } = state;
  ledger.demand(counter.start, before);
  ledger.demand(counter.step, region);
  const simple = test.kind === 'binary' && test.args.includes(counter.index);
  if (simple) for (const side of test.args) ledger.demand(side, region);
  else ledger.demandTest(test, region);
  const tests = 1 / region.unrollFactor;
  const inHead = loop.parts.update !== null;
  const type = scalarOf(counter.index.type);
  const name = isStepped(counter) ? arithmeticClass(type) : 'integer';
  const words = isWide(type) ? 2 : 1;
  ledger.charge(name, tests * words * ((simple ? 1 : 0) + (inHead ? 1 : 0)), region);
  ledger.charge('control', tests, region);
  if ((test.sources | counter.start.sources) !== 0 && loop.parts.tested) {
    ledger.charge('integer', 1, before);
    ledger.charge('control', 1, before);
  }
}
