import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import { arithmeticClass } from '../../mix/cost/instructionCosts';
import { resolvePointer, scalarCount } from './places';
import { aggregateOf } from './calls';
import type { KernelState } from './state';
import {
  commonScalar,
  I32,
  isFloating,
  isWide,
  scalar,
  scalarOf,
  type CType,
  type ScalarName,
} from '../values/types';
import type { Value } from '../values/graph';
import { COMPARISONS, type BinaryOperator } from '../values/value';

/** Binary operators by their sign in the source. */
export const OPERATORS: Readonly<Record<string, BinaryOperator>> = {
  '+': 'add',
  '-': 'sub',
  '*': 'mul',
  '/': 'div',
  '%': 'mod',
  '<<': 'shl',
  '>>': 'shr',
  '&': 'and',
  '|': 'or',
  '^': 'xor',
  '<': 'lt',
  '<=': 'le',
  '>': 'gt',
  '>=': 'ge',
  '==': 'eq',
  '!=': 'ne',
};

/** The operator of a compound assignment without its `=`; null for a plain one. */
export function compoundOperator(node: Node): BinaryOperator | null {
  const text = node.childForFieldName('operator')?.text ?? '=';
  return OPERATORS[text.slice(0, -1)] ?? null;
}

/** An operator on two values: pointer arithmetic, arithmetic, or member by member for aggregates. */
export function operate(state: KernelState, operator: BinaryOperator, a: Value, b: Value): Value {
  if (COMPARISONS.has(operator) && a.type.kind === 'pointer' && b.type.kind === 'pointer') {
    const [left, right] = [resolvePointer(state, a), resolvePointer(state, b)];
    // Places in one array compare like their numbers.
    if (left.base === right.base) return state.table.binary(operator, left.index, right.index);
  }
  const pointer = a.type.kind === 'pointer' ? a : b.type.kind === 'pointer' && operator === 'add' ? b : null;
  if (pointer !== null && (operator === 'add' || operator === 'sub')) {
    const other = pointer === a ? b : a;
    if (other.type.kind === 'pointer')
      return state.table.binary(
        'sub',
        state.table.convert(a, scalar('i64')),
        state.table.convert(b, scalar('i64')),
      );
    const { base, index } = resolvePointer(state, pointer);
    return state.table.pointer(base, state.table.binary(operator, index, other), pointer.type);
  }
  if (
    a.type.kind === 'struct' ||
    b.type.kind === 'struct' ||
    a.type.kind === 'opaque' ||
    b.type.kind === 'opaque'
  ) {
    return overloaded(state, operator, a, b);
  }
  const shifts = operator === 'shl' || operator === 'shr';
  const common = commonScalar(scalarOf(a.type), scalarOf(b.type));
  const made =
    shifts || (!isFloating(common) && !isWide(common))
      ? state.table.binary(operator, a, b)
      : state.table.binary(operator, widened(state, a, common), widened(state, b, common));
  state.ledger.noteMade(made, state.here);
  return made;
}

/** An operand in the type in which the operator computes. */
function widened(state: KernelState, value: Value, common: ScalarName): Value {
  return value.type.kind === 'scalar' ? state.table.convert(value, scalar(common)) : value;
}

/** An operator that the program defines for its own type: one instruction for each scalar member. */
function overloaded(state: KernelState, operator: BinaryOperator, a: Value, b: Value): Value {
  const type = a.type.kind === 'scalar' ? b.type : a.type;
  const { name, count } = scalarCount(type);
  state.assume(message('cuda.structOperators'));
  state.demand(a);
  state.demand(b);
  const compares = COMPARISONS.has(operator);
  const makes = state.table.opaque(
    compares ? scalar('bool') : type,
    state.varying,
    a.sources | b.sources,
    [a, b],
    `${a.text} ${operator} ${b.text}`,
  );
  state.ledger.charge(arithmeticClass(name), count, state.here, { makes });
  return makes;
}

/** A value as a truth value. */
export function condition(state: KernelState, value: Value): Value {
  if (value.type.kind === 'scalar' && value.type.scalar === 'bool') return value;
  return state.table.binary('ne', value, state.table.constant(0, I32));
}

/** A cast; a pointer keeps the memory space that it came from. */
export function convertTo(state: KernelState, value: Value, type: CType): Value {
  if (type.kind === 'pointer' && value.type.kind === 'pointer') {
    const readOnly = value.type.readOnly || type.readOnly;
    return state.table.convert(value, { ...type, space: value.type.space, readOnly });
  }
  const members = state.lists.get(value);
  if (members !== undefined && (type.kind === 'struct' || type.kind === 'vector'))
    return aggregateOf(state, members, type, value.text);
  return type.kind === 'opaque' ? value : state.table.convert(value, type);
}
