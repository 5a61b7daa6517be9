import type { Node } from 'web-tree-sitter';
import { followersOf, namedChildren, ofNode } from '../../syntax/nodes';
import { DeferredStores } from './deferredStores';
import { lowerExpression } from './expressions';
import { changesOf, hasEffect, identifiersIn, rootName } from './induction';
import type { KernelState } from './state';
import { isReadOnly, type Value } from '../values/graph';

/** Values looked through for those that variables are made of. */
const VISITS = 4000;

/**
 * Demands, in front of a branch, what its arms load and other code, too: code before the branch for what a variable
 * holds, or code that all threads reach behind it. The compiler loads that once, where both find it.
 *
 * @param looksBehind false where only what variables hold is looked for
 */
export function demandSharedLoads(
  state: KernelState,
  branch: Node,
  arms: readonly Node[],
  looksBehind = true,
): void {
  const written = arms.flatMap(loadsInArm);
  if (written.length === 0) return;
  const changes = arms.map(changesIn);
  const isChanged = (name: string): boolean => changes.some(({ names }) => names.has(name));
  const declared = new Set(arms.flatMap(declaredIn));
  // A load that one arm makes is added to the others where these are straight.
  const isStraight = !arms.some(branches);
  const leaves = arms.some(jumps);
  let held: ReadonlySet<Value> | null = null;
  const seen = new Set<string>();
  for (const node of written) {
    const names = [...identifiersIn(node)];
    if (seen.has(textOf(node)) || names.some((name) => isChanged(name) || declared.has(name))) continue;
    seen.add(textOf(node));
    const load = placeOnTrial(state, node);
    if (load?.kind !== 'load' || state.ledger.isCharged(load, state.here)) continue;
    if (changes.some(({ memory }) => memory) && !isReadOnly(load.args[0])) continue;
    const isMet = (): boolean =>
      !leaves &&
      (isStraight || arms.every((arm) => isLoadedIn(arm, node))) &&
      isLoadedBehind(branch, node, names, isReadOnly(load.args[0]));
    if ((looksBehind && isMet()) || (held ??= heldValues(state)).has(load)) state.demand(load);
  }
}

/** What an arm reads, without reading it here; null for what is read wherever it is written (`volatile`). */
function placeOnTrial(state: KernelState, node: Node): Value | null {
  let load: Value | null = null;
  const memory = state.contents.save();
  const isFree = state.onTrial(new DeferredStores(), () => {
    load = lowerExpression(state, node);
  });
  state.contents.restore(memory);
  return isFree ? load : null;
}

const BRANCHING = ['if_statement', 'for_statement', 'while_statement', 'do_statement', 'switch_statement'];
const branches = ofNode((node) => node.descendantsOfType(BRANCHING).length > 0);

const isNeverPure = (): boolean => false;

/** What code changes, taking each call for one that changes something. */
const changesIn = ofNode((node) => changesOf([node], isNeverPure));

/** Everything that the values of variables in sight are made of, but for what only some threads have made. */
function heldValues(state: KernelState): ReadonlySet<Value> {
  const held = new Set<Value>();
  for (const { value, parts } of state.variablesInSight())
    for (const part of [...(value === null ? [] : [value]), ...parts.values()]) held.add(part);
  for (const value of held) {
    if (held.size > VISITS) break;
    if (value.kind !== 'merge') for (const arg of value.args) held.add(arg);
  }
  return held;
}

/** Elements of arrays that an arm reads by an index that is computed without calls and assignments. */
const loadsInArm = ofNode((node): readonly Node[] => loadsIn(node, loadsInArm, true));

/** Those that every thread reads that comes to the code. */
const loadsOfAll = ofNode((node): readonly Node[] => loadsIn(node, loadsOfAll, false));

function loadsIn(node: Node, inner: (child: Node) => readonly Node[], isArm: boolean): readonly Node[] {
  if (node.type === 'subscript_expression')
    return rootName(node) !== null && !hasEffect(node) ? [node] : namedChildren(node).flatMap(inner);
  if (node.type === 'lambda_expression' || (!isArm && node.type === 'conditional_expression')) return [];
  const target = node.type === 'assignment_expression' ? node.childForFieldName('left') : null;
  const isAddress = node.type === 'pointer_expression' && node.childForFieldName('operator')?.text === '&';
  const isCircuit = !isArm && /^(&&|\|\|)$/.test(node.childForFieldName('operator')?.text ?? '');
  if (isAddress) return [];
  const children = isCircuit ? [node.childForFieldName('left')!] : namedChildren(node);
  return children.filter(({ id }) => id !== target?.id).flatMap(inner);
}

const JUMPS = ['return_statement', 'break_statement', 'continue_statement', 'goto_statement'];
const jumps = ofNode((node) => node.descendantsOfType(JUMPS).length > 0);

/** Tests whether all threads that come to a branch load a place behind it, while it is the same place. */
function isLoadedBehind(branch: Node, load: Node, names: readonly string[], isConstant: boolean): boolean {
  for (const next of followersOf(branch)) {
    if (readsOf(next).has(textOf(load))) return true;
    const { names: changed, memory } = changesIn(next);
    if (names.some((name) => changed.has(name)) || (memory && !isConstant)) return false;
    if (jumps(next) || next.type === 'labeled_statement') return false;
  }
  return false;
}

/** Tests whether every thread that comes to a statement loads a place in it. */
function isLoadedIn(statement: Node, load: Node): boolean {
  if (readsOf(statement).has(textOf(load))) return true;
  if (statement.type !== 'if_statement') {
    const isBlock = statement.type === 'compound_statement' || statement.type === 'else_clause';
    return isBlock && namedChildren(statement).some((one) => isLoadedIn(one, load));
  }
  const arms = ['consequence', 'alternative'].map((name) => statement.childForFieldName(name));
  return arms.every((arm) => arm !== null && isLoadedIn(arm, load));
}

/** What every thread that comes to a statement loads in it, as it is written. */
const readsOf = ofNode((statement): ReadonlySet<string> => {
  if (/^(expression_statement|declaration|return_statement)$/.test(statement.type))
    return new Set(loadsOfAll(statement).map(textOf));
  const condition = statement.type === 'if_statement' ? statement.childForFieldName('condition') : null;
  return new Set(condition === null ? [] : loadsOfAll(condition).map(textOf));
});

const textOf = ofNode(({ text }) => text.replace(/\s/g, ''));

/** Names that code declares itself. */
const declaredIn = ofNode((node): readonly string[] =>
  node
    .descendantsOfType('declaration')
    .flatMap((declaration) => declaration.childrenForFieldName('declarator'))
    .flatMap((declarator) => declaredName(declarator)),
);

function declaredName(declarator: Node | null): readonly string[] {
  if (declarator === null) return [];
  return declarator.type === 'identifier'
    ? [declarator.text]
    : declaredName(declarator.childForFieldName('declarator'));
}
