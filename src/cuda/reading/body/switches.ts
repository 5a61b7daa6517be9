import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { conditionValue, runStatement } from './statements';
import { lowerExpression } from './expressions';
import { snapshot, settle, splitBy } from './flow';
import type { Population } from '../values/population';
import { Region, type Value } from '../values/graph';
import type { ExitFrame, KernelState } from './state';
import { scalar } from '../values/types';
import { Source } from '../values/value';

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
  const frame: ExitFrame = { kind: 'switch', left: [], returned: [], region: before };
  state.frames.push(frame);
  const start = snapshot(state);
  const tests = caseTests(state, selector, cases);
  const guards = caseGuards(state, tests);
  const shares = caseShares(state, node, selector, tests, before);
  let carried: Population | null = null;
  cases.forEach((entry, place) => {
    const own = shares[place]!;
    const population: Population = carried === null ? own : own.union(carried);
    if (population.weight <= 0) return;
    state.region = new Region(before, 'branch', population);
    // Threads that fall through come from cases before: no single condition tells who they are.
    state.region.guard = carried === null ? guards[place]! : null;
    state.ledger.open(before, [state.region]);
    state.scoped(() => entry.body.forEach((statement) => runStatement(state, statement)));
    settle(state, start, state.region);
    carried = state.region?.population ?? null;
  });
  state.frames.pop();
  forgetAssigned(state, start, before);
  state.region = before;
}

/** After a switch a variable holds what one of the cases left in it. */
function forgetAssigned(state: KernelState, start: ReturnType<typeof snapshot>, region: Region): void {
  for (const [variable, { value }] of start) {
    if (variable.value === value || variable.value === null) continue;
    variable.value = state.table.opaque(variable.value.type, region.varying, Source.data, [], variable.name);
  }
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
