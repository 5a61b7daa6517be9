import type { Node } from 'web-tree-sitter';
import { mathCost } from '../../mix/cost/mathCosts';
import { namedChildren } from '../../syntax/nodes';
import { rootName } from './induction';

/**
 * What an inner loop of unknown length that accesses memory is worth when the size of the loop around it is judged: the
 * compiler has repeated it by then, four times and once for what is left over, with addresses. Found by compiling loops of
 * 3 to 8 iterations around such ones.
 */
const REPEATED_LOOP = { copies: 5, setup: 33 };
/** Copies that one without accesses is worth: the suite's gspace-micro has four of it unrolled. */
const ARITHMETIC_COPIES = 4;
/** Size of a body up to which a loop of unknown length is repeated. */
const MOST_REPEATED = 60;
/** Where an array lives: elements of one in registers cost nothing once the loop around is unrolled. */
export type ArrayPlace = 'memory' | 'shared' | 'registers';

/** What is known of the code whose size is asked for. */
export interface CodeFacts {
  placeOf(name: string): ArrayPlace;
  /** Iterations of a loop inside, where they are few and constant; null otherwise. */
  tripsOf(loop: Node): number | null;
  /** Whether whole numbers that are made of counters fold away, as they do in copies with constant counters. */
  readonly foldsIndices: boolean;
}

/** Shared elements side by side are loaded four at a time. */
const ACCESS_SIZE: Readonly<Record<ArrayPlace, number>> = { memory: 1, shared: 0.25, registers: 0 };
const CONDITIONALS = new Set(['if_statement', 'conditional_expression', 'switch_statement']);
const LOOPS = new Set(['for_statement', 'while_statement', 'do_statement', 'for_range_loop']);

/**
 * Machine instructions that a piece of code is worth when the compiler decides about unrolling:
 * arithmetic with multiply-adds fused, accesses without their addresses, calls with their expansion.
 */
export function codeSize(node: Node, facts: CodeFacts): number {
  const inner = (nodes: readonly Node[]): number =>
    nodes.reduce((sum, child) => sum + codeSize(child, facts), 0);
  const children = namedChildren(node);
  if (LOOPS.has(node.type)) return loopSize(node, facts, inner(children));
  switch (node.type) {
    case 'subscript_expression': {
      const name = rootName(node);
      return name === null ? 1 : ACCESS_SIZE[facts.placeOf(name)];
    }
    case 'binary_expression':
      return inner(children) + (isFused(node, facts) ? 0 : 1);
    case 'assignment_expression':
      return inner(children) + (node.childForFieldName('operator')?.text === '=' ? 0 : 1);
    case 'declaration':
      return facts.foldsIndices && isIndex(node) ? 0 : inner(children);
    case 'update_expression':
      return 1;
    case 'call_expression':
      return inner(children) + callSize(node.childForFieldName('function')?.text ?? '');
    default:
      return inner(children) + (CONDITIONALS.has(node.type) ? 1 : 0);
  }
}

function loopSize(node: Node, facts: CodeFacts, size: number): number {
  const trips = facts.tripsOf(node);
  const body = node.childForFieldName('body');
  // Repeated in full it has no counter; the size up to which tiles are repeated was found with one.
  if (trips !== null) return trips * (facts.foldsIndices || body === null ? size : codeSize(body, facts));
  if (node.descendantsOfType('subscript_expression').length === 0) return ARITHMETIC_COPIES * size;
  const isInnermost = node.descendantsOfType([...LOOPS]).length === 1;
  return isInnermost && size <= MOST_REPEATED ? REPEATED_LOOP.setup + REPEATED_LOOP.copies * size : 2 * size;
}

/** Tests whether a declaration is of a whole number that needs neither memory nor a call. */
function isIndex(node: Node): boolean {
  return (
    /^(?:const |constexpr )*(?:unsigned|int|uint|long|size_t|u?int\d+_t)\b/.test(node.text) &&
    node.descendantsOfType(['subscript_expression', 'call_expression', 'pointer_expression']).length === 0
  );
}

function operatorOf(node: Node | null | undefined): string {
  return node?.childForFieldName('operator')?.text ?? '';
}

/**
 * A product that an addition around it absorbs; of two products in one sum only the left one is, and none of an index
 * unless that folds away.
 */
function isFused(node: Node, { foldsIndices }: CodeFacts): boolean {
  if (operatorOf(node) !== '*') return false;
  let parent = node.parent;
  while (parent?.type === 'parenthesized_expression') parent = parent.parent;
  if (!foldsIndices && isInIndex(node)) return false;
  const sign = operatorOf(parent);
  if (parent?.type === 'assignment_expression') return sign === '+=' || sign === '-=';
  if (parent?.type !== 'binary_expression' || (sign !== '+' && sign !== '-')) return false;
  const left = parent.childForFieldName('left');
  return left?.id === node.id || operatorOf(left) !== '*';
}

function isInIndex(node: Node): boolean {
  let part: Node | null = node;
  while (part !== null && /^(binary|parenthesized)_expression$/.test(part.type)) part = part.parent;
  return part?.type === 'subscript_argument_list' || part?.type === 'subscript_expression';
}

/** Functions that are one instruction to the compiler until long after it has unrolled loops. */
const INTRINSIC = /^(__f|r)?r?sqrt(f|_r[nzud])?$/;

function callSize(callee: string): number {
  const name = callee.replace(/^.*::/, '');
  if (INTRINSIC.test(name)) return 1;
  const cost = mathCost(name);
  return cost === null ? 1 : Object.values(cost).reduce((sum, count) => sum + count, 0);
}

/** Tests whether code reads or writes elements of an array in registers. */
export function usesRegisterArray(node: Node, placeOf: CodeFacts['placeOf']): boolean {
  if (node.type === 'subscript_expression') {
    const name = rootName(node);
    if (name !== null && placeOf(name) === 'registers') return true;
  }
  return namedChildren(node).some((child) => usesRegisterArray(child, placeOf));
}
