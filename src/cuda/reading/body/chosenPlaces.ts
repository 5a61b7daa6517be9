import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { lowerExpression } from './expressions';
import { hasEffect } from './induction';
import { lowerPlace } from './lvalues';
import type { MemoryPlace } from './memoryContents';
import { operate, OPERATORS } from './operators';
import { addressOf, isLoaded, readPlace, writePlace } from './places';
import type { KernelState } from './state';
import type { Value } from '../values/graph';
import { partOf, spaceOf } from '../values/memoryParts';
import { sameType } from '../values/types';
import { Source } from '../values/value';

/**
 * What `c ? f(a[i]) : f(b[i])` is where one operation ends both sides: that operation on the element that is chosen, as
 * `chosenPlace` tells. Null for other choices.
 */
export function chosenElement(state: KernelState, chosen: Value, yes: Node, no: Node): Value | null {
  const [one, other] = [withoutParentheses(yes), withoutParentheses(no)];
  if (chosen.constant !== null || loadsLate(chosen) || one.type !== other.type) return null;
  const [mark, otherMark] = [one, other].map((node) => node.childForFieldName('operator')?.text ?? '');
  if (one.type === 'binary_expression' && mark === otherMark) return chosenSum(state, chosen, one, other);
  const [argument, otherArgument] = [one, other].map((node) => node.childForFieldName('argument') ?? null);
  if (one.type === 'unary_expression' && mark === '-' && otherMark === '-' && argument && otherArgument) {
    const element = chosenElement(state, chosen, argument, otherArgument);
    return element === null ? null : state.table.unary('negate', element);
  }
  const place = chosenPlace(state, chosen, one, other);
  return place === null ? null : readPlace(state, place);
}

/** Two operations of one kind with one operand in common, a number or a variable. */
function chosenSum(state: KernelState, chosen: Value, yes: Node, no: Node): Value | null {
  const operator = OPERATORS[yes.childForFieldName('operator')?.text ?? ''];
  const sides = ['left', 'right'].map((side) => [yes, no].map((node) => node.childForFieldName(side)!));
  const common = sides.findIndex(
    ([a, b]) => a!.text === b!.text && /^(number_literal|identifier)$/.test(a!.type),
  );
  const [a, b] = sides[1 - common] ?? [];
  if (operator === undefined || common < 0 || a === undefined || b === undefined) return null;
  const element = chosenElement(state, chosen, a, b);
  if (element === null) return null;
  const operand = lowerExpression(state, sides[common]![0]!);
  return common === 0
    ? operate(state, operator, operand, element)
    : operate(state, operator, element, operand);
}

/** Tests whether a condition ends with a part that loads and that not all threads come to: what it chooses stays apart. */
function loadsLate({ kind, args: [, second] }: Value): boolean {
  return (
    (kind === 'and-also' || kind === 'or-else') &&
    second !== undefined &&
    (second.sources & Source.data) !== 0
  );
}

/**
 * The element that `c ? a[i] : b[i]` is: where both sides are elements that differ in their array, or in their place, only,
 * the compiler chooses the address and loads once, whatever was loaded for the condition. Where they differ in both, it does
 * so unless both were loaded before. Null for other choices.
 */
function chosenPlace(state: KernelState, chosen: Value, yes: Node, no: Node): MemoryPlace | null {
  if (!isElement(yes) || !isElement(no)) return null;
  const [a, b] = [lowerPlace(state, yes), lowerPlace(state, no)];
  if (a?.kind !== 'memory' || b?.kind !== 'memory' || !mayBeChosen(a, b)) return null;
  const { table } = state;
  if (a.base === b.base)
    return a.index === b.index ? null : { ...a, index: table.ternary(chosen, a.index, b.index) };
  // Who goes to which array is left to the threads where they tell.
  if (chosen.evaluable || !areOfOneKind(a, b)) return null;
  if (a.index === b.index && a.index.constant !== 0)
    return { ...a, base: table.ternary(chosen, a.base, b.base) };
  if (isLoaded(state, a) && isLoaded(state, b)) return null;
  const address = table.ternary(chosen, addressOf(state, a), addressOf(state, b));
  return { ...a, base: address, index: table.constant(0, a.index.type) };
}

function withoutParentheses(node: Node): Node {
  const [inner] = node.type === 'parenthesized_expression' ? namedChildren(node) : [];
  return inner === undefined ? node : withoutParentheses(inner);
}

function isElement(node: Node): boolean {
  return /^(subscript|pointer)_expression$/.test(node.type) && !hasEffect(node);
}

function mayBeChosen(a: MemoryPlace, b: MemoryPlace): boolean {
  return (
    a.field === b.field &&
    a.type.kind === 'scalar' &&
    sameType(a.type, b.type) &&
    a.isVolatile !== true &&
    b.isVolatile !== true
  );
}

/** Tests whether two arrays lie in one kind of memory, of which one instruction loads. */
function areOfOneKind({ base: a }: MemoryPlace, { base: b }: MemoryPlace): boolean {
  return partOf(a).group === partOf(b).group && spaceOf(a) !== 'local' && sameType(a.type, b.type);
}

/** Reads `if (c) x = a[i]; else x = b[i];` as `x = c ? a[i] : b[i]`, where that is an element; whether it is one. */
export function assignChosen(state: KernelState, chosen: Value, yes: Node, no: Node): boolean {
  const [one, other] = [assignmentIn(yes), assignmentIn(no)];
  if (one === null || one.left.type !== 'identifier' || one.left.text !== other?.left.text) return false;
  const variable = lowerPlace(state, one.left);
  if (variable?.kind !== 'variable' || variable.type.kind !== 'scalar') return false;
  const element = chosenElement(state, chosen, one.right, other.right);
  if (element === null) return false;
  writePlace(state, variable, element);
  return true;
}

/** The only statement of an arm, where it is `x = …;`. */
function assignmentIn(arm: Node): { readonly left: Node; readonly right: Node } | null {
  const [only, ...others] = namedChildren(arm);
  if (only === undefined || others.length > 0) return null;
  if (/^(compound_statement|else_clause)$/.test(arm.type)) return assignmentIn(only);
  const [left, right] = [only.childForFieldName('left'), only.childForFieldName('right')];
  const isPlain = arm.type === 'expression_statement' && only.childForFieldName('operator')?.text === '=';
  return isPlain && left !== null && right !== null ? { left, right } : null;
}
