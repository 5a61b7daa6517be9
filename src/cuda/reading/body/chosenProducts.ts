import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import type { Value } from '../values/graph';
import { isFloating, scalarOf } from '../values/types';
import type { KernelState } from './state';

/** A side of an operator, with where it is written. */
interface Operand {
  readonly value: Value;
  readonly node: Node;
}

/**
 * Notes a product of a constant with what a condition chooses between a number and a constant, where nothing else uses the
 * choice: the compiler multiplies in the arm that has the number (LLVM's `foldOpIntoPhi`, `FoldOpIntoSelect`), so that a
 * sum behind the choice does not take the product in.
 */
export function noteChosenProduct(state: KernelState, made: Value, a: Operand, b: Operand): void {
  if (made.kind !== 'binary' || made.name !== 'mul' || !isFloating(scalarOf(made.type))) return;
  const [choice, factor] = b.value.constant === null ? [b, a] : [a, b];
  if (factor.value.constant !== null && isOwnChoice(choice)) state.ledger.noteChosen(made);
}

function isOwnChoice({ value: { kind, args }, node }: Operand): boolean {
  const [, yes, no] = args;
  if ((kind !== 'ternary' && kind !== 'merge') || yes === undefined || no === undefined) return false;
  return (yes.constant === null) !== (no.constant === null) && isUsedOnce(node);
}

/** Tests whether an operand is written in its place, or a variable that is read nowhere else in its function. */
function isUsedOnce(node: Node): boolean {
  if (node.type === 'parenthesized_expression') return isUsedOnce(namedChildren(node)[0] ?? node);
  if (node.type === 'conditional_expression') return true;
  if (node.type !== 'identifier') return false;
  let around: Node | null = node;
  while (around !== null && around.type !== 'function_definition') around = around.parent;
  return around !== null && readsIn(around).get(node.text) === 1;
}

const READS = new WeakMap<Node['tree'], Map<number, ReadonlyMap<string, number>>>();

/** How often the names in a function are read. */
function readsIn(body: Node): ReadonlyMap<string, number> {
  const known = READS.get(body.tree) ?? new Map<number, ReadonlyMap<string, number>>();
  READS.set(body.tree, known);
  const found = known.get(body.id);
  if (found !== undefined) return found;
  const reads = new Map<string, number>();
  for (const node of body.descendantsOfType('identifier'))
    if (node !== null && !isSet(node)) reads.set(node.text, (reads.get(node.text) ?? 0) + 1);
  known.set(body.id, reads);
  return reads;
}

/** Tests whether a name is declared or given another value. */
function isSet(node: Node): boolean {
  const { parent } = node;
  if (parent === null) return false;
  if (/declarat/.test(parent.type)) return parent.childForFieldName('declarator')?.id === node.id;
  return (
    parent.type === 'assignment_expression' &&
    parent.childForFieldName('operator')?.text === '=' &&
    parent.childForFieldName('left')?.id === node.id
  );
}
