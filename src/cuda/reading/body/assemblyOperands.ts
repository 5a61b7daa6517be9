import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { lowerExpression } from './expressions';
import { resolvePointer } from './places';
import type { Value } from '../values/graph';
import { I32, sizeOf } from '../values/types';
import type { KernelState } from './state';

/** The expressions of a list of operands of `asm`. */
export function operands(list: Node | null): Node[] {
  if (list === null) return [];
  return namedChildren(list).flatMap((operand) => operand.childForFieldName('value') ?? []);
}

/** A pointer so many bytes further on, by whole elements. */
export function furtherBy(state: KernelState, pointer: Value, bytes: number): Value {
  if (bytes === 0 || pointer.type.kind !== 'pointer') return pointer;
  const { base, index } = resolvePointer(state, pointer);
  const elements = Math.floor(bytes / Math.max(1, sizeOf(pointer.type.to) ?? 4));
  return state.table.pointer(
    base,
    state.table.binary('add', index, state.table.constant(elements, I32)),
    pointer.type,
  );
}

/** The input that `%number` of PTX text names; null for an output and for none. */
export function operandAt(state: KernelState, node: Node, number: number): Value | null {
  const outputs = operands(node.childForFieldName('output_operands')).length;
  const input = operands(node.childForFieldName('input_operands'))[number - outputs];
  return input === undefined ? null : lowerExpression(state, input);
}
