import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import type { KernelState } from './state';

/**
 * Instructions of both arms together up to which a compiler computes both and selects (LLVM's
 * `two-entry-phi-node-folding-threshold`).
 */
const MOST = 4;
const CHEAP = new Set(['+', '-', '*', '&', '|', '^', '<<', '>>', '<', '>', '<=', '>=', '==', '!=', '~', '!']);
const UPDATES = new Set(['+=', '-=', '*=', '&=', '|=', '^=', '<<=', '>>=']);

/**
 * Tests whether the arms of a branch are so cheap that all threads run both and select: assignments to scalar variables
 * by a few operators, without memory, calls, divisions or jumps.
 */
export function isSpeculated(state: KernelState, arms: readonly Node[]): boolean {
  let cost = 0;
  for (const statement of arms.flatMap(statementsOf)) {
    const own = costOfStatement(state, statement);
    if (own === null) return false;
    cost += own;
  }
  return cost > 0 && cost <= MOST;
}

function statementsOf(arm: Node): readonly Node[] {
  switch (arm.type) {
    case 'compound_statement':
    case 'else_clause':
      return namedChildren(arm).flatMap(statementsOf);
    default:
      return [arm];
  }
}

/** Instructions of a statement; null for what is not speculated. */
function costOfStatement(state: KernelState, statement: Node): number | null {
  const [expression, ...others] = statement.type === 'expression_statement' ? namedChildren(statement) : [];
  if (expression === undefined || others.length > 0) return null;
  if (expression.type === 'update_expression')
    return isScalar(state, expression.childForFieldName('argument')) ? 1 : null;
  if (expression.type !== 'assignment_expression') return null;
  const operator = expression.childForFieldName('operator')?.text ?? '=';
  const right = expression.childForFieldName('right');
  if (right === null || !isScalar(state, expression.childForFieldName('left'))) return null;
  if (operator !== '=' && !UPDATES.has(operator)) return null;
  const cost = costOfExpression(state, right);
  return cost === null ? null : cost + (operator === '=' ? 0 : 1);
}

function costOfExpression(state: KernelState, node: Node): number | null {
  switch (node.type) {
    case 'number_literal':
    case 'true':
    case 'false':
      return 0;
    case 'identifier':
      return isScalar(state, node) || state.lookup(node.text) === null ? 0 : null;
    case 'parenthesized_expression':
      return sumOf(state, namedChildren(node), 0);
    case 'unary_expression':
    case 'binary_expression': {
      const operator = node.childForFieldName('operator')?.text ?? '';
      return CHEAP.has(operator) ? sumOf(state, namedChildren(node), 1) : null;
    }
    default:
      return null;
  }
}

function sumOf(state: KernelState, parts: readonly Node[], own: number): number | null {
  return parts.reduce<number | null>((sum, part) => {
    const cost = costOfExpression(state, part);
    return sum === null || cost === null ? null : sum + cost;
  }, own);
}

/** A variable of a thread that holds one number. */
function isScalar(state: KernelState, node: Node | null): boolean {
  const variable = node?.type === 'identifier' ? state.lookup(node.text) : null;
  return (
    variable !== null && variable.alias === null && variable.space === null && variable.type.kind === 'scalar'
  );
}
