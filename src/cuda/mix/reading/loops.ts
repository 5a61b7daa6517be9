import type { Node } from 'web-tree-sitter';
import { openCountedLoop, testValue } from './countedLoops';
import { declaredNames } from './declarators';
import { lowerExpression } from './expressions';
import { lowerPlace } from './lvalues';
import { innermostFrame } from './flow';
import { changesOf } from './induction';
import { countingUpdate, loopParts, unknownNames, type Loop } from './loopPlan';
import { mathCost } from '../cost/mathCosts';
import { Population } from '../model/population';
import { Region } from '../model/region';
import { runStatement } from './statements';
import { registerVariable, type ExitFrame, type KernelState, type Variable } from './state';
import { Source } from '../model/value';

/** Reads a loop once, for the average number of its iterations. */
export function runLoop(state: KernelState, node: Node): void {
  if (node.type === 'for_range_loop') return runRangeLoop(state, node);
  const parts = loopParts(node);
  state.scoped(() => {
    if (parts.initializer !== null) runInitializer(state, parts.initializer);
    const before = state.region;
    if (before === null) return;
    const changes = changesOf([parts.condition, parts.update, parts.body], isPureCall);
    const region = new Region(before, 'loop', Population.of([]));
    const loop = { node, parts, changes, region, before, number: state.loopCount++ };
    const update = countingUpdate(parts, changes);
    const counter = update === null ? null : state.lookup(update.variable);
    const start = counter?.base === null ? counter.value : null;
    const carried = carryVariables(state, loop);
    if (update !== null && counter !== null && start !== null) {
      openCountedLoop(state, loop, update, counter, start);
      runBody(state, loop, carried, parts.update?.type === 'comma_expression' ? parts.update : null);
    } else {
      openUncountedLoop(state, loop);
      runBody(state, loop, carried, parts.update);
    }
  });
}

function runInitializer(state: KernelState, initializer: Node): void {
  if (initializer.type === 'declaration') runStatement(state, initializer);
  else lowerExpression(state, initializer);
}

function isPureCall(callee: string): boolean {
  const name = callee.replace(/^.*::/, '');
  return mathCost(name) !== null || /^(f?min|f?max|abs|__ldg|make_\w+|\w+_cast<.*>)$/.test(name);
}

/** Variables that the loop changes hold an unknown value at the start of an iteration. */
function carryVariables(state: KernelState, loop: Loop): Variable[] {
  const carried: Variable[] = [];
  for (const name of loop.changes.names.keys()) {
    const variable = state.lookup(name);
    if (variable === null || variable.alias !== null || variable.base !== null) continue;
    carried.push(variable);
    if (variable.value !== null) state.ledger.demand(variable.value, loop.before);
    for (const part of variable.parts.values()) state.ledger.demand(part, loop.before);
    forget(state, variable, loop.region);
  }
  if (loop.changes.memory) state.invalidateMemory();
  return carried;
}

function forget(state: KernelState, variable: Variable, region: Region): void {
  const type = variable.value?.type ?? variable.type;
  variable.parts.clear();
  variable.value = state.table.opaque(type, region.varying, Source.data, [], variable.name);
}

/** A loop without a counter: it ends on data, or on something that is not understood. */
function openUncountedLoop(state: KernelState, loop: Loop): void {
  const trips = state.context.defaults.dataTrips;
  loop.region.population = loop.before.population.scaled(trips);
  state.region = loop.region;
  const test = testValue(state, loop);
  const text = test.constant !== null ? 'until it is left' : `while ${test.text}`;
  state.assume(
    `line ${state.lineOf(loop.node)}: how often the loop runs depends on data (${text}): counted as ${trips}`,
  );
  recordDataLoop(state, loop.node, text, unknownNames(test));
  state.ledger.demand(test, loop.region);
  state.ledger.charge('control', 1, loop.region);
}

function recordDataLoop(state: KernelState, node: Node, text: string, unknowns: readonly string[]): void {
  const trips = { text, value: null, unknowns };
  const assumedTrips = state.context.defaults.dataTrips;
  state.loops.push({ range: state.rangeOf(node), depth: state.loopDepth, kind: 'data', trips, assumedTrips });
}

/** Runs the body once, with `update` behind it, and leaves the loop. */
function runBody(state: KernelState, loop: Loop, carried: readonly Variable[], update: Node | null): void {
  const frame: ExitFrame = { kind: 'loop', left: [], returned: [], region: loop.region };
  const outerMemory = state.memoryRegion;
  const outerFrame = innermostFrame(state, ['function']);
  const returnedBefore = outerFrame?.left.length ?? 0;
  if (loop.changes.memory) state.memoryRegion = loop.region;
  state.frames.push(frame);
  state.loopDepth++;
  state.region = loop.region;
  const { body } = loop.parts;
  if (body !== null) state.scoped(() => runStatement(state, body));
  state.region ??= loop.region;
  if (update !== null) lowerExpression(state, update);
  for (const variable of carried) settleVariable(state, variable, state.region);
  state.loopDepth--;
  state.frames.pop();
  state.memoryRegion = outerMemory;
  for (const variable of carried) forget(state, variable, loop.before);
  if (loop.changes.memory) state.invalidateMemory();
  state.region = regionBehind(loop, outerFrame?.left.slice(returnedBefore) ?? []);
}

/** What a variable is at the end of an iteration has to be made in it. */
function settleVariable(state: KernelState, variable: Variable, region: Region): void {
  if (variable.value !== null && variable.value.kind !== 'index') state.ledger.demand(variable.value, region);
  for (const part of variable.parts.values()) state.ledger.demand(part, region);
}

/** The region behind a loop: the one before it, less the threads that returned from inside. */
function regionBehind(loop: Loop, returned: readonly Population[]): Region | null {
  const gone = returned.reduce((sum, population) => sum + population.weight, 0);
  const { before } = loop;
  if (gone === 0 || before.weight === 0) return before;
  const left = Math.max(0, 1 - gone / before.weight);
  return left === 0 ? null : new Region(before, 'body', before.population.scaled(left));
}

/** `for (auto x : array)`: as many iterations as a local array has elements, else an unknown number. */
function runRangeLoop(state: KernelState, node: Node): void {
  const [range, body] = [node.childForFieldName('right'), node.childForFieldName('body')];
  const before = state.region;
  if (before === null || range === null) return;
  const place = lowerPlace(state, range);
  const length = place?.type.kind === 'array' ? place.type.length : null;
  const trips = length ?? state.context.defaults.dataTrips;
  const region = new Region(before, 'loop', before.population.scaled(trips));
  const parts = { initializer: null, condition: null, update: null, body, tested: true };
  const loop = {
    node,
    parts,
    changes: changesOf([body], isPureCall),
    region,
    before,
    number: state.loopCount++,
  };
  const text = `elements of ${range.text}`;
  if (length === null) {
    state.assume(`line ${state.lineOf(node)}: the number of ${text} is unknown: counted as ${trips}`);
    recordDataLoop(state, node, text, [range.text]);
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
    runBody(state, loop, carryVariables(state, loop), null);
  });
}
