import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { message, type Words } from '../../../kernel/message';
import { hoisted } from '../../mix/cost/hoisting';
import { arithmeticClass } from '../../mix/cost/instructionCosts';
import { condition } from './operators';
import { lowerExpression } from './expressions';
import { callsStraightCode } from './repeatedCalls';
import { codeSize, usesRegisterArray, type ArrayPlace, type CodeFacts } from './codeSize';
import type { Changes, Update } from './induction';
import {
  constantTrips,
  movesInTest,
  tripKind,
  tripText,
  unknownNames,
  unrollPragma,
  type Loop,
} from './loopPlan';
import { evaluate, type SymbolGuess } from '../values/evaluate';
import { resolvePointer } from './places';
import type { Population } from '../values/population';
import type { Iteration, SamplePoint } from '../values/samplePoints';
import { conditionValue } from './statements';
import type { KernelState, Variable } from './state';
import { variesIn } from '../values/linear';
import { deeper, type Region, type Counter, type Value } from '../values/graph';
import type { FollowedLoop } from '../values/recurrence';
import { TripCounter } from '../values/tripCount';
import { I32, isFloating, isHalf, isWide, scalarOf } from '../values/types';
import { Source } from '../values/value';

/**
 * Unrolling by nvcc 13.0 without a pragma, found by compiling ten bodies for trip counts from 8 to 1024: a loop
 * of known length is repeated in full while the copies stay below about 300 instructions, a longer one 16
 * times; a straight body of a loop of unknown length 16 times when short, 4 times when longer, with loops over
 * what is left by 4 and by 1. Loops over an array of the thread itself are worth more to it: of tiles that are
 * multiplied and added to, 16 × 16 is repeated in full and 24 × 24 is not, of rows 256 are and 512 are not.
 */
const UNROLLING = {
  fullSize: 300,
  tileSize: 540,
  shortSize: 8,
  longSize: 60,
  shortCopies: 16,
  longCopies: 4,
};
/** Instructions in front of a loop that is unrolled at run time: how many groups, how many are left. */
const REMAINDER_SETUP = { integer: 4, control: 3 };
/** An unsigned quotient of 32 bits. */
const QUOTIENT = { integer: 14, special: 1, conversion: 2 };

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
): { readonly counter: Counter; readonly test: Value } {
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
  setUnrolling(state, loop, counter, test, trips, pragma);
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
  });
  chargeCounter(state, loop, counter, test);
  return { counter, test };
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

function setUnrolling(
  state: KernelState,
  loop: Loop,
  counter: Counter,
  test: Value,
  trips: Trips,
  pragma: number | null,
): void {
  const { region, changes, before } = loop;
  const { ledger } = state;
  const compileTime = isCompileTime(counter, test, trips);
  const { body } = loop.parts;
  const isTile = body.some((one) => usesRegisterArray(one, (name) => placeOf(state, name)));
  const facts: CodeFacts = {
    placeOf: (name) => placeOf(state, name),
    tripsOf: (inner) => constantTrips(inner, (node) => constantOf(state, node)),
    foldsIndices: isTile,
  };
  const size = body.reduce((sum, one) => sum + Math.max(0.5, codeSize(one, facts)), 0);
  region.stepIsConstant = stepsByConstant(counter);
  if (pragma === 1) return;
  // One turn is no loop, however long.
  const fits = trips.mean <= 1 || trips.mean * size <= (isTile ? UNROLLING.tileSize : UNROLLING.fullSize);
  // An explicit factor is kept, whether or not more would fit.
  const whole = pragma === null ? fits : pragma === 0 || pragma >= trips.mean;
  region.unrolled = compileTime && whole;
  if (region.unrolled) return;
  const divides = !region.stepIsConstant && dividesForTrips(counter, test, region);
  if ((!region.stepIsConstant && !divides) || isStepped(counter)) return;
  const copies = pragma ?? (size <= UNROLLING.shortSize ? UNROLLING.shortCopies : UNROLLING.longCopies);
  if (pragma === null && (size > UNROLLING.longSize || readsItsEnd(test, region))) return;
  const isKept = divides && body.some((one) => usesHalves(state, one));
  const isRepeated = (allows: boolean): boolean => (pragma ?? 0) > 0 || (allows && !isKept);
  const inlines = changes.called.size > 0 && callsStraightCode(state, changes);
  if (divides && isRepeated(changes.repeats || (inlines && !changes.jumps)))
    ledger.chargeCost(QUOTIENT, hoisted(before, deepestOf(counter, test, region)));
  const isStraight = changes.straight || (inlines && !changes.branches);
  if (!isRepeated(isStraight || isStraightOnceUnrolled(body, changes, facts))) return;
  region.unrollFactor = copiesPerTest(trips.mean, Math.max(1, copies), compileTime);
  const length = compileTime ? trips.mean : null;
  region.copiesByCompiler = copiesByCompiler(size, length, pragma);
  region.bodiesInCode = bodiesInCode(counter, copies, length);
  if (!compileTime) ledger.chargeCost(REMAINDER_SETUP, before);
}

/** Tests whether a body is straight code once its loops of few turns are repeated in full, which comes first. */
function isStraightOnceUnrolled(
  body: readonly Node[],
  { repeatsInner, called }: Changes,
  facts: CodeFacts,
): boolean {
  if (!repeatsInner || called.size > 0) return false;
  const loops = body.flatMap((one) => one.descendantsOfType('for_statement'));
  return loops.every((loop) => facts.tripsOf(loop) !== null && codeSize(loop, facts) <= UNROLLING.fullSize);
}

/**
 * Copies of a straight body that nvcc 13.0 makes: four where it does not know how often the loop runs, else as many as
 * divide that and stay below a size (bodies of five sizes with ten lengths from 40 to 1024).
 *
 * @param trips null where it is not known
 */
function copiesByCompiler(size: number, trips: number | null, pragma: number | null): number {
  if (pragma !== null) return pragma;
  const most = COPIES_BY_SIZE.find(([largest]) => size <= largest)?.[1] ?? FEWEST_COPIES;
  if (trips === null || most <= UNROLLING.longCopies) return Math.min(most, UNROLLING.longCopies);
  return [most, most / 2].find((copies) => trips % copies === 0) ?? UNROLLING.longCopies;
}

/** Sizes of bodies with the copies that nvcc makes up to there, and those of longer ones. */
const COPIES_BY_SIZE = [
  [5, 16],
  [11, 8],
  [20, 4],
] as const;
const FEWEST_COPIES = 2;

/** Tests whether the compiler knows how often a loop runs. */
function isCompileTime(counter: Counter, test: Value, trips: Trips): boolean {
  const sources = test.sources | counter.start.sources | counter.step.sources;
  return sources === 0 && test.evaluable && (!isStepped(counter) || trips.mean <= STEPPED);
}

function stepsByConstant({ step, operator }: Counter): boolean {
  return step.constant !== null && (operator === 'add' || operator === 'sub');
}

/** Bodies side by side in the machine code: ptxas repeats those of nvcc four times more where the counter has 32 bits. */
function bodiesInCode({ index }: Counter, copies: number, trips: number | null): number {
  const side = isWide(scalarOf(index.type)) ? Math.min(UNROLLING.longCopies, copies) : copies;
  return Math.max(1, Math.min(trips ?? Infinity, side));
}

/** Turns of a loop that the compiler makes itself to know how many there are (LLVM's brute-force trip counts). */
const STEPPED = 100;

/** Tests whether no formula tells how often a counter moves: its numbers are fractions. */
function isStepped({ index: { type } }: Counter): boolean {
  return type.kind === 'scalar' && isFloating(type.scalar);
}

/**
 * Tests whether the compiler divides in front of a loop to know how often it runs, and so repeats it: the counter, its
 * step and what it is compared with have a sign, where overflow is undefined, and 32 bits.
 */
function dividesForTrips({ operator, index, step, start }: Counter, test: Value, region: Region): boolean {
  const isSigned = [index, step, start, ...test.args].every(
    ({ type }) => type.kind === 'scalar' && type.scalar === 'i32',
  );
  return operator === 'add' && isSigned && !variesIn(step, region);
}

/** The innermost region in which the number of a loop's turns may change. */
function deepestOf({ start, step }: Counter, test: Value, loop: Region): Region {
  const ends = test.args.filter((part) => !variesIn(part, loop));
  return [start, step, ...ends].reduce((deepest, { region }) => deeper(deepest, region), start.region);
}

/** Tests whether code names halves: the headers of CUDA compute and convert them in assembly. */
function usesHalves(state: KernelState, node: Node): boolean {
  if (node.type !== 'identifier') return namedChildren(node).some((part) => usesHalves(state, part));
  let type = state.lookup(node.text)?.type;
  while (type?.kind === 'pointer' || type?.kind === 'array')
    type = type.kind === 'array' ? type.element : type.to;
  return type !== undefined && (type.kind === 'scalar' || type.kind === 'vector') && isHalf(type.scalar);
}

/** Tests whether a loop goes on as long as what it reads says so: no iteration can start before the one in front ends. */
function readsItsEnd(test: Value, loop: Region): boolean {
  const seen = new Set<Value>();
  const visit = (part: Value): boolean => {
    if (seen.has(part)) return false;
    seen.add(part);
    return part.kind === 'load' ? variesIn(part, loop) : part.args.some(visit);
  };
  return visit(test);
}

/** Iterations for one test, with the remainder done by fours and then one by one. */
function copiesPerTest(trips: number, copies: number, exact: boolean): number {
  if (exact || copies <= 1 || trips < 1) return copies;
  const rest = trips % copies;
  const tests = Math.floor(trips / copies) + (copies > 4 ? Math.floor(rest / 4) + (rest % 4) : rest);
  return Math.max(1, trips / Math.max(1, tests));
}

/** The value of a constant or of a variable that holds one; null for anything else. */
function constantOf(state: KernelState, node: Node): number | null {
  return state.resolver.constant(node)?.value ?? state.lookup(node.text)?.value?.constant ?? null;
}

function placeOf(state: KernelState, name: string): ArrayPlace {
  const variable = state.lookup(name);
  if (variable?.value?.type.kind === 'pointer') {
    const pointed = state.addressed.get(resolvePointer(state, variable.value).base);
    if (pointed?.kind === 'variable') return 'registers';
  }
  if (variable?.base === null) return variable.type.kind === 'array' ? 'registers' : 'memory';
  const type = variable?.base.type;
  return type?.kind === 'pointer' && type.space === 'shared' ? 'shared' : 'memory';
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
