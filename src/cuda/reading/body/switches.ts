import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { conditionValue, demandOld, runStatement } from './statements';
import { lowerExpression } from './expressions';
import { updatedNames } from './induction';
import { forgetAssigned, noteAssigned } from './assigned';
import { endsStraight } from './joinedArms';
import { demandSharedLoads } from './sharedLoads';
import { demandShared } from './sharedUses';
import { restore, settle, snapshot, splitBy, type Snapshot } from './flow';
import type { Population } from '../values/population';
import { Region, type Value } from '../values/graph';
import { exitFrame, type KernelState, type Variable } from './state';
import { scalar, sameType } from '../values/types';

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
  // Several ways lead behind a switch: what one case loads is not added to the others.
  demandSharedLoads(state, node, [body], false);
  const shares = caseShares(state, node, selector, tests, before);
  let carried: Population | null = null;
  let carriedGuard: Value | null = null;
  const changed = new Map<Variable, Set<string>>();
  const ends: CaseEnd[] = [];
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
    noteAssigned(start, changed);
    carried = state.region?.population ?? null;
    ends.push({ region, values: snapshot(state), leaves: carried === null });
    // Where only some threads of a case fall through, no condition tells which.
    carriedGuard = state.region === region ? region.guard : null;
  });
  state.frames.pop();
  const isComplete = tests.includes(null) || isExhaustive(selector, cases.length);
  const sunk = isComplete ? sunkResults(state, ends, changed.keys()) : [];
  // A case ends with the break that its threads leave by: what it assigned stands in its own region.
  for (const { region, values } of ends)
    settle(state, start, region, values, new Set(sunk.flatMap(({ results }) => results)));
  forgetAssigned(state, changed, before);
  for (const { variable, value } of sunk) variable.value = value;
  state.region = before;
}

/** A case that was read. */
interface CaseEnd {
  readonly region: Region;
  readonly values: Snapshot;
  /** Whether all of its threads leave the switch. */
  readonly leaves: boolean;
}

/** Tests whether the cases take all values of `x & mask`: so many that nothing is left for others. */
function isExhaustive({ kind, name, args: [, mask] }: Value, cases: number): boolean {
  return kind === 'binary' && name === 'and' && mask?.constant === cases - 1;
}

/** A variable whose last operation is made once behind the switch. */
interface SunkResult {
  readonly variable: Variable;
  readonly value: Value;
  /** What the cases would have made for it. */
  readonly results: readonly Value[];
}

/** Variables to which every case does the same last, with one operand of its own: that operation moves behind them. */
function sunkResults(
  state: KernelState,
  ends: readonly CaseEnd[],
  variables: Iterable<Variable>,
): readonly SunkResult[] {
  if (ends.length < 2 || !ends.every(({ region, leaves }) => leaves && endsStraight(region))) return [];
  return [...variables].flatMap((variable) => {
    const results = ends.map(({ values }) => values.get(variable)?.value ?? null);
    const value = sunkOperation(state, ends, results);
    return value === null ? [] : [{ variable, value, results: results.filter((one) => one !== null) }];
  });
}

function sunkOperation(
  state: KernelState,
  ends: readonly CaseEnd[],
  results: readonly (Value | null)[],
): Value | null {
  const [first] = results;
  if (first?.kind !== 'binary') return null;
  const isOne = results.every(
    (result, place) =>
      result?.kind === 'binary' &&
      result.name === first.name &&
      sameType(result.type, first.type) &&
      !state.ledger.isCharged(result, ends[place]!.region),
  );
  const common = [0, 1].find((operand) =>
    results.every((result) => result?.args[operand] === first.args[operand]),
  );
  if (!isOne || common === undefined) return null;
  const own = results.map((result) => result!.args[1 - common]!);
  own.forEach((operand, place) => state.ledger.demand(operand, ends[place]!.region));
  const sources = own.reduce((all, operand) => all | operand.sources, 0);
  const merged = state.table.opaque(own[0]!.type, state.varying, sources, [], own[0]!.text);
  const kept = first.args[common]!;
  return state.table.again(first, common === 0 ? [kept, merged] : [merged, kept]);
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
