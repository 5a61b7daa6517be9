import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { forgetAssigned, noteAssigned } from './assigned';
import { updatedNames } from './induction';
import { settle, snapshot } from './flow';
import { runLoop, runLoopOf } from './loops';
import type { LoopParts } from './loopPlan';
import { Region } from '../values/graph';
import { demandOld, jumpCondition, runStatement, runStatements, runUnless } from './statements';
import { exitFrame, type KernelState, type Variable } from './state';

/** The label of a labelled statement. */
export function labelOf(node: Node): string {
  return node.childForFieldName('label')?.text ?? '';
}

/** The statement behind a label. */
function statementsOf(node: Node): readonly Node[] {
  const label = node.childForFieldName('label');
  return namedChildren(node).filter(({ id }) => id !== label?.id);
}

/** Reads statements with labels among them: jumps forward leave code, jumps back make loops. */
export function runLabelled(state: KernelState, nodes: readonly Node[]): void {
  const target = nodes.findIndex(
    (node, place) =>
      node.type === 'labeled_statement' && nodes.slice(0, place).some((one) => jumpsTo(one, labelOf(node))),
  );
  if (target >= 0) {
    const node = nodes[target]!;
    const label = labelOf(node);
    const first = nodes.findIndex((one) => jumpsTo(one, label));
    runStatements(state, nodes.slice(0, first));
    runUpTo(state, 'label', label, nodes.slice(first, target));
    return runStatements(state, [...statementsOf(node), ...nodes.slice(target + 1)]);
  }
  const place = nodes.findIndex(({ type }) => type === 'labeled_statement');
  const node = nodes[place]!;
  for (const one of nodes.slice(0, place)) runStatement(state, one);
  const last = nodes.findLastIndex((one, index) => index > place && jumpBack(one, labelOf(node)) !== null);
  const jump = last < 0 ? null : jumpBack(nodes[last]!, labelOf(node));
  if (jump === null) return runStatements(state, [...statementsOf(node), ...nodes.slice(place + 1)]);
  const body = [...statementsOf(node), ...nodes.slice(place + 1, last)];
  runLoopOf(state, node, { ...LOOP_OF_A_LABEL, condition: jump.condition, body });
  runStatements(state, nodes.slice(last + 1));
}

const LOOP_OF_A_LABEL: Omit<LoopParts, 'body' | 'condition'> = {
  initializer: null,
  update: null,
  tested: false,
  leaves: false,
};

function jumpsTo(node: Node, label: string): boolean {
  if (node.type === 'goto_statement') return node.childForFieldName('label')?.text === label;
  return namedChildren(node).some((child) => jumpsTo(child, label));
}

/** The condition of `if (…) goto label;`, null within for a bare jump; null for any other statement. */
function jumpBack(node: Node, label: string): { readonly condition: Node | null } | null {
  if (node.type === 'goto_statement') return jumpsTo(node, label) ? { condition: null } : null;
  if (node.type !== 'if_statement' || node.childForFieldName('alternative') !== null) return null;
  const arm = node.childForFieldName('consequence');
  const only = arm?.type === 'compound_statement' ? namedChildren(arm) : [arm];
  const [jump] = only;
  if (only.length !== 1 || jump?.type !== 'goto_statement' || !jumpsTo(jump, label)) return null;
  const clause = node.childForFieldName('condition');
  const condition = clause?.type === 'condition_clause' ? clause.childForFieldName('value') : clause;
  return condition ? { condition } : null;
}

/** Reads `do … while (0)`: code that threads leave from several places by `break`. */
export function runDo(state: KernelState, node: Node): void {
  const body = node.childForFieldName('body');
  const test = node.childForFieldName('condition')?.text.replace(/[\s()]/g, '');
  const runsOnce = test === '0' || test === 'false';
  if (body === null || !runsOnce || hasContinue(body)) return runLoop(state, node);
  const [exit, rest, ...more] = body.type === 'compound_statement' ? namedChildren(body) : [];
  const leaves = exit === undefined ? null : jumpCondition(exit, 'break_statement');
  // `do { if (a) break; b; } while (0)` is `if (!a) b;`
  if (leaves !== null && rest?.type === 'expression_statement' && more.length === 0)
    return state.scoped(() => runUnless(state, node, leaves, rest));
  state.scoped(() => runUpTo(state, 'switch', null, [body]));
}

function hasContinue(node: Node): boolean {
  return node.type === 'continue_statement' || namedChildren(node).some(hasContinue);
}

/** Reads code that threads leave for its end from several places, by jumps to a label or by `break`. */
function runUpTo(
  state: KernelState,
  kind: 'label' | 'switch',
  label: string | null,
  nodes: readonly Node[],
): void {
  const before = state.region;
  if (before === null) return;
  // Threads that leave early keep what the code behind updates.
  for (const name of nodes.flatMap((node) => [...updatedNames(node)])) demandOld(state, name);
  const frame = exitFrame(kind, before, label);
  const start = snapshot(state);
  frame.start = start;
  state.frames.push(frame);
  runStatements(state, nodes);
  state.frames.pop();
  if (frame.left.length === 0) return;
  settle(state, start, state.region);
  const changed = new Map<Variable, Set<string>>();
  noteAssigned(start, changed);
  forgetAssigned(state, changed, before);
  const through = state.region === null ? [] : [state.region.population];
  const population = [...frame.left, ...through].reduce((all, some) => all.union(some));
  state.region = before;
  if (Math.abs(population.weight - before.weight) <= 1e-9 * before.weight) return;
  const rest = new Region(before, 'body', population);
  state.ledger.open(before, [rest]);
  state.region = rest;
}
