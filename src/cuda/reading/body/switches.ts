import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { conditionValue, runStatement } from './statements';
import { lowerExpression } from './expressions';
import { updatedNames } from './induction';
import { forgetAssigned, noteAssigned } from './assigned';
import { demandShared } from './sharedUses';
import { restore, settle, snapshot, splitBy, type Snapshot } from './flow';
import type { Population } from '../values/population';
import { Region, type Value } from '../values/graph';
import { exitFrame, type KernelState, type Variable } from './state';
import { scalar } from '../values/types';

interface Case {
  readonly value: Node | null;
  readonly body: readonly Node[];
}

/** Instructions of the comparison tree of a switch. */
const SWITCH_COST = { integer: 2, control: 2 };

/** Reads a switch: each case by its threads, with those that fall through from the case before. */
export function runSwitch(state: KernelState, node: Node): void {
  const [test, body] = [node.childForFieldName('condition'), node.childForFieldName('body')];
  const before = state.region;
  if (test === null || body === null || before === null) return;
  const selector = conditionValue(state, test);
  const cases = casesOf(body);
  if (selector.constant === null) {
    state.demand(selector);
    state.ledger.chargeCost(SWITCH_COST, before);
  }
  const frame = exitFrame('switch', before);
  state.frames.push(frame);
  const start = snapshot(state);
  const tests = caseTests(state, selector, cases);
  const guards = caseGuards(state, tests);
  for (const name of cases.flatMap(({ body: part }) => part.flatMap((one) => [...updatedNames(one)])))
    demandOld(state, name);
  demandShared(state, node, [body]);
  const shares = caseShares(state, node, selector, tests, before);
  let carried: Population | null = null;
  let carriedGuard: Value | null = null;
  const changed = new Map<Variable, Set<string>>();
  cases.forEach((entry, place) => {
    const own = shares[place]!;
    const population: Population = carried === null ? own : own.union(carried);
    if (carried === null) restore(start);
    else forgetAssigned(state, assignedSince(start), before);
    const region = new Region(before, 'branch', population);
    state.region = region;
    region.guard = guardOf(state, guards[place]!, carried === null ? [] : [carriedGuard]);
    state.ledger.open(before, [region]);
    state.scoped(() => entry.body.forEach((statement) => runStatement(state, statement)));
    // A case ends with the break that its threads leave by: what it assigned stands in its own region.
    settle(state, start, region);
    noteAssigned(start, changed);
    carried = state.region?.population ?? null;
    // Where only some threads of a case fall through, no condition tells which.
    carriedGuard = state.region === region ? region.guard : null;
  });
  state.frames.pop();
  forgetAssigned(state, changed, before);
  state.region = before;
}

/** The condition of a case, or of it and those before that fall through to it; null where one of these has none. */
function guardOf(state: KernelState, own: Value, before: readonly (Value | null)[]): Value | null {
  return before.reduce<Value | null>(
    (all, guard) => (all === null || guard === null ? null : state.table.logical('or-else', guard, all)),
    own,
  );
}

/** What a case has given to variables: those who come to the next one directly have what was there before. */
function assignedSince(start: Snapshot): ReadonlyMap<Variable, ReadonlySet<string>> {
  const changed = new Map<Variable, Set<string>>();
  noteAssigned(start, changed);
  return changed;
}

/** Threads of other cases keep the old value of what a case updates: it is made in front of the switch. */
function demandOld(state: KernelState, name: string): void {
  const variable = state.lookup(name);
  if (variable?.alias === null && variable.value !== null) state.demand(variable.value);
}

function casesOf(body: Node): Case[] {
  return namedChildren(body)
    .filter((child) => child.type === 'case_statement')
    .map((child) => {
      const value = child.childForFieldName('value');
      return { value, body: namedChildren(child).filter((part) => part.id !== value?.id) };
    });
}

/** The comparison of each case; null for `default`. */
function caseTests(state: KernelState, selector: Value, cases: readonly Case[]): readonly (Value | null)[] {
  return cases.map(({ value }) =>
    value === null ? null : state.table.binary('eq', selector, lowerExpression(state, value)),
  );
}

/** The comparisons as conditions; `default` takes those whom no comparison takes. */
function caseGuards(state: KernelState, tests: readonly (Value | null)[]): readonly Value[] {
  const others = tests
    .filter((test) => test !== null)
    .map((test) => state.table.unary('not', test))
    .reduce(
      (all, test) => state.table.logical('and-also', all, test),
      state.table.constant(1, scalar('bool')),
    );
  return tests.map((test) => test ?? others);
}

/** The threads of each case: exact where the selector can be evaluated, else equal shares. */
function caseShares(
  state: KernelState,
  node: Node,
  selector: Value,
  tests: readonly (Value | null)[],
  before: Region,
): readonly Population[] {
  if (tests.every((test) => test === null || test.evaluable || test.constant !== null)) {
    let rest = before.population;
    const exact = tests.map((test) => {
      if (test === null) return null;
      const { taken, others } = splitBy(state, test, rest);
      rest = others;
      return taken;
    });
    return exact.map((population) => population ?? rest);
  }
  const said = message('cuda.unknownSwitch', { selector: selector.text, cases: tests.length });
  state.assumeAt(node, said, { range: state.rangeOf(node) });
  return tests.map(() => before.population.scaled(1 / tests.length));
}
