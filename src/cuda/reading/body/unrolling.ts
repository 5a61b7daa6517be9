import type { Node } from 'web-tree-sitter';
import { hoisted } from '../../mix/cost/hoisting';
import type { Cost } from '../../mix/cost/instructionCosts';
import { namedChildren } from '../../syntax/nodes';
import { deeper, type Counter, type Region, type Value } from '../values/graph';
import { variesIn } from '../values/linear';
import { isFloating, isHalf, isWide, scalarOf } from '../values/types';
import { codeSize, usesRegisterArray, type ArrayPlace, type CodeFacts } from './codeSize';
import type { CountedTrips } from './countedLoops';
import type { Changes } from './induction';
import type { LoopEntry } from './loopEntry';
import { constantTrips, type Loop } from './loopPlan';
import { resolvePointer } from './places';
import { calledSize, callsRepeatedCode, callsStraightCode } from './repeatedCalls';
import type { KernelState } from './state';

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
/** One of 64 bits whose operands fit into 32, which is tested: then that of 32 bits is made. */
const WIDE_QUOTIENT = { ...QUOTIENT, integer: QUOTIENT.integer + 4 };

/** Instructions in front of a loop for its copies. */
export interface Setup {
  readonly cost: Cost;
  readonly home: Region;
}

const NONE: readonly Setup[] = [];

/** Decides how often the compiler repeats a loop's body; what stands in front of the loop for that. */
export function setUnrolling(
  state: KernelState,
  loop: Loop,
  counter: Counter,
  test: Value,
  trips: Pick<CountedTrips, 'mean'>,
  pragma: number | null,
): readonly Setup[] {
  const { region, changes, before } = loop;
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
  if (pragma === 1) return NONE;
  // One turn is no loop, however long.
  const fits = trips.mean <= 1 || trips.mean * size <= (isTile ? UNROLLING.tileSize : UNROLLING.fullSize);
  // An explicit factor is kept, whether or not more would fit.
  const whole = pragma === null ? fits : pragma === 0 || pragma >= trips.mean;
  region.unrolled = compileTime && whole;
  if (region.unrolled) return NONE;
  const divides = mayDivide(state, pragma, region) && dividesForTrips(counter, test, region);
  if ((!region.stepIsConstant && !divides) || isStepped(counter)) return NONE;
  const inlined = size + calledSize(state, changes, facts);
  const copies = pragma ?? (inlined <= UNROLLING.shortSize ? UNROLLING.shortCopies : UNROLLING.longCopies);
  if (pragma === null && (inlined > UNROLLING.longSize || readsItsEnd(test, region))) return NONE;
  const isKept = divides && body.some((one) => usesHalves(state, one));
  const isRepeated = (allows: boolean): boolean => (pragma ?? 0) > 0 || (allows && !isKept);
  const repeats = changes.repeats || repeatsCalled(state, changes);
  const quotient = divisionOf(loop, counter, test, divides && isRepeated(repeats));
  if (!isRepeated(repeats || repeatsOnceUnrolled(body, changes, facts))) return quotient;
  region.isStraight = isStraight(state, loop, facts);
  region.unrollFactor = copiesPerTest(trips.mean, Math.max(1, copies), compileTime);
  const length = compileTime ? trips.mean : null;
  region.copiesByCompiler = copiesByCompiler(inlined, length, pragma);
  region.bodiesInCode = bodiesInCode(counter, copies, length);
  return compileTime ? quotient : [...quotient, { cost: REMAINDER_SETUP, home: before }];
}

/**
 * Charges what stands in front of a loop that is repeated: behind its first test, so that only those make it who have a
 * turn, unless it moved out of loops around.
 */
export function chargeSetup(
  { ledger }: KernelState,
  { before, region }: Loop,
  setup: readonly Setup[],
  entry: LoopEntry | null,
): void {
  const { count } = region;
  const hasNoTurn = count !== null && count.known && count.tested && count.mean === 0;
  for (const { cost, home } of setup)
    if (home !== before || !hasNoTurn)
      ledger.chargeCost(cost, home === before ? (entry?.entered ?? home) : home);
}

/**
 * Loops around one in which nvcc 13.0 does not divide for the number of its turns any more, nor repeats it: 45 nests of up
 * to four loops, loops of few turns and those of functions that are called counted.
 */
const DEPTH_TO_DIVIDE = 2;

function mayDivide({ loopDepth }: KernelState, pragma: number | null, { stepIsConstant }: Region): boolean {
  return !stepIsConstant && ((pragma !== null && pragma > 0) || loopDepth < DEPTH_TO_DIVIDE);
}

/**
 * Tests whether nothing stands between the accesses of one copy and those of the next: no branch that is left once arms are
 * selections. A loop that only its branches keep from that is noted.
 */
function isStraight(state: KernelState, { changes, number, node, parts }: Loop, facts: CodeFacts): boolean {
  const { branches, called, loops } = changes;
  if (called.size > 0) return !branches && !loops && callsStraightCode(state, changes);
  if (!branches) return !loops || repeatsOnceUnrolled(parts.body, changes, facts);
  if (!loops) state.keptByBranches.add(number);
  return state.wasStraight(number, node);
}

/** Notes a loop that its branches alone kept from being straight, where none of them is left once they are selections. */
export function noteStraight(state: KernelState, { number, node, region }: Loop): void {
  const hasNone = region.events.every(
    (event) => event.kind === 'charge' || event.regions.every(({ events }) => events.length === 0),
  );
  if (state.keptByBranches.has(number) && hasNone && !hasJoinedConditions(node))
    state.foundStraight.set(number, node.id);
}

/** Tests for conditions of several parts: nvcc makes a branch for each of them. */
function hasJoinedConditions(node: Node): boolean {
  return node
    .descendantsOfType('binary_expression')
    .some((part) => /^(&&|\|\|)$/.test(part?.childForFieldName('operator')?.text ?? ''));
}

/** Tests whether a body can be repeated once what it calls is read in place of the calls. */
function repeatsCalled(state: KernelState, changes: Changes): boolean {
  const { called, loops, leaves } = changes;
  return called.size > 0 && !loops && !leaves && callsRepeatedCode(state, changes);
}

/** The division in front of a loop for the number of its turns, as far out as that is the same. */
function divisionOf(
  { before, region }: Loop,
  counter: Counter,
  test: Value,
  isMade: boolean,
): readonly Setup[] {
  const home = hoisted(before, deepestOf(counter, test, region));
  return isMade ? [{ cost: quotientOf(counter), home }] : NONE;
}

/** Tests whether a body can be repeated once its loops of few turns are repeated in full, which comes first. */
function repeatsOnceUnrolled(
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
function isCompileTime(counter: Counter, test: Value, trips: Pick<CountedTrips, 'mean'>): boolean {
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
export function isStepped({ index: { type } }: Counter): boolean {
  return type.kind === 'scalar' && isFloating(type.scalar);
}

/**
 * Tests whether the compiler divides in front of a loop to know how often it runs, and so repeats it: the counter, its
 * step and what it is compared with have a sign, where overflow is undefined, and 32 bits or 64.
 */
function dividesForTrips({ operator, index, step, start }: Counter, test: Value, region: Region): boolean {
  const own = scalarOf(index.type);
  // Shorter numbers are widened to 64 bits, with a sign or without, and do not wrap there.
  const fits = own === 'i32' ? /^i32$/ : own === 'i64' ? /^([iu](8|16|32)|i64)$/ : null;
  const isSigned = [index, step, start, ...test.args].every(
    ({ type }) => type.kind === 'scalar' && fits?.test(type.scalar) === true,
  );
  return operator === 'add' && isSigned && !variesIn(step, region);
}

function quotientOf({ index }: Counter): Cost {
  return isWide(scalarOf(index.type)) ? WIDE_QUOTIENT : QUOTIENT;
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

/**
 * Iterations for one test, with the remainder done by fours and then one by one. A mean between two whole numbers is of
 * loops that go round so often or once more: of four copies 3.97 turns are not four tests where 4 are one.
 */
function copiesPerTest(trips: number, copies: number, exact: boolean): number {
  if (exact || copies <= 1 || trips < 1) return copies;
  const fewer = Math.floor(trips);
  const more = trips - fewer;
  const tests = (1 - more) * testsOf(fewer, copies) + more * testsOf(fewer + 1, copies);
  return Math.max(1, trips / tests);
}

function testsOf(trips: number, copies: number): number {
  const rest = trips % copies;
  return Math.floor(trips / copies) + (copies > 4 ? Math.floor(rest / 4) + (rest % 4) : rest);
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
