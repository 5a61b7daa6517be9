import { message, type Words } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import { openCountedLoop, testValue } from './countedLoops';
import { namedChildren, parentOf } from '../../syntax/nodes';
import { rootName } from './induction';
import { declaredNames } from './declarators';
import { finalValues } from './finalValues';
import { lowerExpression } from './expressions';
import { lowerPlace } from './lvalues';
import { forwardStored } from './forwardedStores';
import { keepStored } from './keptStores';
import { changedVariables, changesIn } from './changedVariables';
import { rejoin } from './flow';
import { labelOf } from './labels';
import { openLoopEntry, type LoopEntry } from './loopEntry';
import { noteRecurrence, openFollowedLoop } from './followedLoops';
import {
  countingUpdate,
  exitStatement,
  isEndless,
  loopParts,
  unknownNames,
  type Loop,
  type LoopParts,
} from './loopPlan';
import { type LoopCount, type Value, Region } from '../values/graph';
import { Population } from '../values/population';
import { runStatement, runStatements } from './statements';
import { noteSteps, openSteps } from './steppedVariables';
import { subjectOf } from './subjects';
import {
  exitFrame,
  registerVariable,
  type CarriedVariable,
  type ExitFrame,
  type KernelState,
  type Variable,
} from './state';
import { chargeSetup, noteStraight } from './unrolling';
import { unusedVariables } from './unusedVariables';
import { scalar, type CType } from '../values/types';
import { Source } from '../values/value';

/** Reads a loop once, for the average number of its iterations. */
export function runLoop(state: KernelState, node: Node): void {
  if (node.type === 'for_range_loop') return runRangeLoop(state, node);
  state.scoped(() => runLoopOf(state, node, loopParts(node)));
}

/**
 * Reads a loop by its parts.
 *
 * @param node the statement that it is known by
 */
export function runLoopOf(state: KernelState, node: Node, parts: LoopParts): void {
  if (parts.initializer !== null) runInitializer(state, parts.initializer);
  const before = state.region;
  if (before === null) return;
  const changes = changesIn(state, [parts.condition, parts.update, ...parts.body]);
  const region = new Region(before, 'loop', Population.of([]));
  region.written = changes.written;
  const memory = state.contents.save();
  const loop = { node, parts, changes, region, before, memory, number: state.loopCount++ };
  const exit = exitStatement(parts);
  if (exit !== null) state.readInHead.add(exit.id);
  const update = countingUpdate(parts, changes);
  const counter = update === null ? null : state.lookup(update.variable);
  const start = counter?.base === null ? counter.value : null;
  const carried = carryVariables(state, loop);
  state.ledger.open(before, [region]);
  const followed = state.followedLoop(loop.number, node);
  if (followed?.counted === false) {
    openFollowedLoop(state, loop, followed, carried);
    runBody(state, loop, carried, parts.update);
  } else if (update !== null && counter !== null && start !== null) {
    const counted = openCountedLoop(state, loop, update, counter, start, followed?.loop ?? null);
    const rest = parts.update?.type === 'comma_expression' ? parts.update : null;
    const entry = openLoopEntry(state, loop, counted.counter, counted.test);
    chargeSetup(state, loop, counted.setup, entry);
    const exits = runBody(state, entry === null ? loop : { ...loop, before: entry.entered }, carried, rest);
    noteStraight(state, loop);
    if (entry !== null) state.region = behindEntry(state, before, entry);
    if (region.count !== null)
      region.count = { ...region.count, exits: exits.filter((exit) => exit !== null) };
    noteRecurrence(state, { loop, carried, exits, ...counted });
  } else {
    const test = openUncountedLoop(state, loop);
    const exits = runBody(state, loop, carried, parts.update);
    noteRecurrence(state, { loop, carried, exits, counter: null, test });
  }
}

/** The region behind a loop that some threads do not enter. */
function behindEntry(state: KernelState, before: Region, { entered, skipped }: LoopEntry): Region | null {
  return rejoin(state, before, [
    { begin: entered, end: state.region },
    { begin: skipped, end: skipped },
  ]);
}

function runInitializer(state: KernelState, initializer: Node): void {
  if (initializer.type === 'declaration') runStatement(state, initializer);
  else lowerExpression(state, initializer);
}

/** Variables that the loop changes hold an unknown value at the start of an iteration. */
function carryVariables(state: KernelState, loop: Loop): CarriedVariable[] {
  const carried: CarriedVariable[] = [];
  for (const variable of changedVariables(state, loop.changes)) {
    const start = variable.value;
    if (start !== null) state.ledger.demand(start, loop.before);
    for (const part of variable.parts.values()) state.ledger.demand(part, loop.before);
    const startParts = new Map(variable.parts);
    const inside = forget(state, variable, loop.region);
    if (setsUnderCondition(loop, variable.name)) nameMembers(state, variable, inside);
    carried.push({ variable, startParts, step: null, trace: { inside, start, end: null, behind: null } });
  }
  state.invalidateMemory(loop.changes.written);
  return carried;
}

function forget(state: KernelState, variable: Variable, region: Region): Value {
  const type = variable.value?.type ?? variable.type;
  variable.parts.clear();
  variable.value = state.table.opaque(type, region.varying, Source.data, [], variable.name);
  return variable.value;
}

const LANES = ['.x', '.y', '.z', '.w'];

/** Tests whether a loop assigns to a part of a variable in a branch. */
function setsUnderCondition({ changes, node }: Loop, name: string): boolean {
  const isInBranch = (target: Node): boolean => {
    let part = parentOf(target);
    while (part !== null && part.id !== node.id && part.type !== 'if_statement') part = parentOf(part);
    return part?.type === 'if_statement';
  };
  return changes.targets.some((target) => rootName(target) === name && isInBranch(target));
}

/** Gives the numbers in a vector or a structure names of their own, which both sides of a branch find. */
function nameMembers(state: KernelState, { name, type, parts, base }: Variable, inside: Value): void {
  if (base !== null) return;
  const named: readonly (readonly [string, CType])[] =
    type.kind === 'vector'
      ? LANES.slice(0, type.lanes).map((lane) => [lane, scalar(type.scalar)])
      : type.kind === 'struct' && type.isUnion !== true
        ? (type.fields ?? []).map((field) => [`.${field.name}`, field.type])
        : [];
  for (const [path, member] of named)
    if (member.kind === 'scalar')
      parts.set(path, state.table.opaque(member, inside.region, Source.data, [], name + path));
}

/** A loop without a counter: it ends on data, or on something that is not understood. Its test, as it is read. */
function openUncountedLoop(state: KernelState, loop: Loop): Value {
  const name = state.nameOf('trips', loop.node, subjectOf(state, loop.parts.condition, 'loop'));
  state.region = loop.region;
  const test = testValue(state, loop);
  const elapsed = waitOf(test);
  const waits = elapsed === null ? null : Math.max(1, Math.round((elapsed.known ?? NaN) / SPIN_CYCLES));
  const given = state.givenNumber(name);
  const trips = given ?? (waits || state.context.defaults.dataTrips);
  loop.region.population = loop.before.population.scaled(trips);
  const isEndless = test.constant !== null;
  if (waits) state.assumeAt(loop.node, message('cuda.clockLoop', { cycles: elapsed!.known!, trips }));
  else {
    const text = isEndless ? message('cuda.untilLeft') : message('cuda.whileTest', { test: test.text });
    const said = message('cuda.dataLoop', { text, trips });
    state.assumeAt(loop.node, said, {
      range: state.rangeOf(loop.node),
      parameter: name,
      value: trips,
      ...(given === null && { isGuess: true }),
    });
    recordDataLoop(state, loop.node, text, trips, unknownNames(test));
  }
  loop.region.count = {
    ...uncounted(loop.number, trips, isEndless ? null : test),
    ...(elapsed === null ? {} : { elapsed }),
  };
  state.ledger.demandTest(test, loop.region);
  state.ledger.charge('control', 1, loop.region);
  return test;
}

/** Cycles that one turn of a loop around the clock is taken to last, to count its turns. */
const SPIN_CYCLES = 32;

/** The cycles of `while (clock64() - start < cycles)`; null for any other condition. */
function waitOf({ kind, name, args: [passed, cycles] }: Value): Value | null {
  if (kind !== 'binary' || (name !== 'lt' && name !== 'le') || !passed || !cycles) return null;
  const reads = (value: Value): boolean => /^clock(64)?\(\)$/.test(value.text) || value.args.some(reads);
  return reads(passed) && !reads(cycles) ? cycles : null;
}

/** A count without a counter. */
function uncounted(number: number, trips: number, test: Value | null): LoopCount {
  return {
    number,
    counter: null,
    uniform: trips,
    mean: trips,
    trips: () => trips,
    outerLoops: [],
    test,
    tested: true,
    known: false,
    followed: false,
    exits: [],
  };
}

function recordDataLoop(
  state: KernelState,
  node: Node,
  text: Words,
  assumedTrips: number,
  unknowns: readonly string[],
): void {
  const trips = { text, value: null, unknowns };
  state.loops.push({ range: state.rangeOf(node), depth: state.loopDepth, kind: 'data', trips, assumedTrips });
}

/** Runs the body once, with `update` behind it, and leaves the loop. The conditions of the exits from inside. */
function runBody(
  state: KernelState,
  loop: Loop,
  carried: readonly CarriedVariable[],
  update: Node | null,
): readonly (Value | null)[] {
  const label = loop.node.type === 'labeled_statement' ? labelOf(loop.node) : null;
  const frame = exitFrame('loop', loop.region, label);
  frame.changed = carried.map(({ variable }) => variable);
  const outerLoops = state.writingLoops;
  const leftBefore = state.frames.map(({ left }) => left.length);
  state.writingLoops = [...outerLoops, loop.region];
  state.frames.push(frame);
  state.loopDepth++;
  state.region = loop.region;
  openSteps(state, loop, carried);
  const { body } = loop.parts;
  const start = state.contents.save();
  state.scoped(() => runStatements(state, body));
  state.region = rejoinContinued(state, frame, carried);
  if (update !== null) lowerExpression(state, update);
  keepStored(state, loop, loop.memory, start);
  const unused = unusedVariables(state, loop.node);
  const isPlain = [frame.left, frame.exits, frame.continued].every(({ length }) => length === 0);
  if (isPlain) noteSteps(state, loop, carried);
  const sums = new Map(
    carried.map((one) => [one.variable, isPlain ? finalValues(state, loop, one) : NO_VALUES] as const),
  );
  for (const { variable, trace } of carried) {
    if (!unused.has(variable.name)) settleVariable(state, variable, loop, sums.get(variable)!);
    trace.end = variable.value;
  }
  forwardStored(state, loop, carried);
  state.loopDepth--;
  state.frames.pop();
  state.writingLoops = outerLoops;
  for (const { variable, trace } of carried) {
    trace.behind = forget(state, variable, loop.before);
    for (const [path, value] of sums.get(variable)!)
      if (path === '') variable.value = value;
      else variable.parts.set(path, value);
  }
  loop.region.carried = carried.map(({ trace }) => trace);
  state.invalidateMemory(loop.changes.written);
  state.region = regionBehind(state, loop, goneFrom(state, loop, leftBefore, frame.left.length === 0));
  return frame.exits;
}

/**
 * Executions of a loop that end by leaving code around it. Of an exit that a late iteration takes the sampled
 * iterations may hold too many: a thread leaves once.
 *
 * @param leftBefore number of exits from each frame in front of the loop
 * @param staysInside whether nothing but the loop's test leads behind it
 */
function goneFrom(
  state: KernelState,
  { before, parts }: Loop,
  leftBefore: readonly number[],
  staysInside: boolean,
): number {
  const isNew = (place: number, index: number): boolean => index >= leftBefore[place]!;
  const gone = state.frames.reduce(
    (sum, { left }, place) =>
      left.reduce((all, { weight }, index) => all + (isNew(place, index) ? weight : 0), sum),
    0,
  );
  const all = gone > before.weight || (gone > 0 && staysInside && isEndless(parts.condition));
  if (!all || gone === before.weight) return gone;
  state.frames.forEach((frame, place) => {
    frame.left = frame.left.map((some, index) =>
      isNew(place, index) ? some.scaled(before.weight / gone) : some,
    );
  });
  return before.weight;
}

/**
 * The region at the end of an iteration. What threads that went on early (`continue`) had in a variable counts
 * beside what the others have in it.
 */
function rejoinContinued(state: KernelState, frame: ExitFrame, carried: readonly CarriedVariable[]): Region {
  for (const { condition, values, region } of frame.continued)
    for (const { variable } of carried) {
      const [early, late] = [values.get(variable) ?? null, variable.value];
      if (early === null || late === null || early === late || late.type.kind !== 'scalar') continue;
      state.ledger.demand(early, region);
      if (state.region !== null) state.demand(late);
      variable.value =
        condition === null
          ? state.table.opaque(late.type, frame.region, Source.data, [], variable.name)
          : state.table.merge(condition, early, late);
    }
  return state.region ?? frame.region;
}

const NO_VALUES: ReadonlyMap<string, Value> = new Map();

/**
 * Makes a variable's value at the end of an iteration inside of it. In each copy of an unrolled loop a sum of constants
 * is one.
 */
function settleVariable(
  { ledger, region }: KernelState,
  { value, parts }: Variable,
  { region: body }: Loop,
  sums: ReadonlyMap<string, Value>,
): void {
  if (region === null) return;
  const isMade = (path: string): boolean => !body.unrolled || !sums.has(path);
  if (value !== null && value.kind !== 'index' && isMade('')) ledger.demand(value, region);
  for (const [path, part] of parts) if (isMade(path)) ledger.demand(part, region);
}

/** The region behind a loop: the one before it, less the threads that returned from inside. */
function regionBehind(state: KernelState, { before }: Loop, gone: number): Region | null {
  if (gone === 0 || before.weight === 0) return before;
  const left = Math.max(0, 1 - gone / before.weight);
  if (left === 0) return null;
  const rest = new Region(before, 'body', before.population.scaled(left));
  state.ledger.open(before, [rest]);
  return rest;
}

/** `for (auto x : array)`: as many iterations as a local array has elements, else an unknown number. */
function runRangeLoop(state: KernelState, node: Node): void {
  const [range, body] = [node.childForFieldName('right'), node.childForFieldName('body')];
  const before = state.region;
  if (before === null || range === null) return;
  const place = range.type === 'initializer_list' ? null : lowerPlace(state, range);
  const listed = range.type === 'initializer_list' ? namedChildren(range).length : null;
  const length = listed ?? (place?.type.kind === 'array' ? place.type.length : null);
  const name = state.nameOf('trips', node, subjectOf(state, range, 'loop'));
  const given = state.givenNumber(name);
  const trips = length ?? given ?? state.context.defaults.dataTrips;
  const region = new Region(before, 'loop', before.population.scaled(trips));
  const loop = {
    node,
    parts: {
      ...{ initializer: null, condition: null, update: null, tested: true, leaves: false },
      body: body === null ? [] : [body],
    },
    changes: changesIn(state, [body]),
    region,
    before,
    memory: state.contents.save(),
    number: state.loopCount++,
  };
  const text = message('cuda.elementsOf', { range: range.text });
  if (length === null) {
    state.assumeAt(node, message('cuda.unknownNumber', { text, trips }), {
      range: state.rangeOf(node),
      parameter: name,
      value: trips,
      ...(given === null && { isGuess: true }),
    });
    recordDataLoop(state, node, text, trips, [range.text]);
  } else {
    const exact = { text, value: length, unknowns: [] };
    state.loops.push({
      range: state.rangeOf(node),
      depth: state.loopDepth,
      kind: 'constant',
      trips: exact,
      assumedTrips: length,
    });
    region.unrolled = true;
  }
  state.scoped(() => {
    for (const { name, type } of declaredNames(node, state.resolver)) {
      const element = place?.type.kind === 'array' ? place.type.element : type;
      state.declare(
        registerVariable(name, element, state.table.opaque(element, region, Source.data, [], name)),
      );
    }
    const carried = carryVariables(state, loop);
    state.ledger.open(before, [region]);
    region.count = { ...uncounted(loop.number, trips, null), known: false };
    runBody(state, loop, carried, null);
  });
}
