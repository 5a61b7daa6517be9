import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { lowerExpression } from './expressions';
import { indexedByOwn, returnedPlace } from './returnedPlaces';
import { dereference, indexedPlace, memberPlace, readPlace } from './places';
import { registerVariable, type KernelState, type Place } from './state';
import { I32, elementType, type CType } from '../values/types';

/** The name under which a method has its object. */
export const THIS = 'this';

/** The place that an expression names, or null when it names none. */
export function lowerPlace(state: KernelState, node: Node): Place | null {
  switch (node.type) {
    case 'parenthesized_expression': {
      const inner = namedChildren(node)[0];
      return inner === undefined ? null : lowerPlace(state, inner);
    }
    case 'identifier':
      return variablePlace(state, node.text);
    case 'parameter_declaration':
      // `C c(x)` reads as a function with a parameter of type `x`.
      return node.childForFieldName('declarator') === null ? variablePlace(state, node.text) : null;
    case 'subscript_expression':
      return subscript(state, node);
    case 'call_expression':
      return returnedPlace(state, node);
    case 'pointer_expression': {
      const argument = node.childForFieldName('argument');
      if (argument === null || node.childForFieldName('operator')?.text !== '*') return null;
      if (argument.type === THIS) return state.lookup(THIS)?.alias ?? null;
      return dereference(state, lowerExpression(state, argument), state.table.constant(0, I32));
    }
    case 'field_expression':
      return field(state, node);
    default:
      return null;
  }
}

/** The place of a variable by name; null for a name that is none. */
export function variablePlace(state: KernelState, name: string): Place | null {
  const variable = state.lookup(name);
  if (variable !== null) {
    if (variable.alias !== null) return variable.alias;
    if (variable.base === null) return { kind: 'variable', variable, path: '', type: variable.type };
    return {
      kind: 'memory',
      base: variable.base,
      index: state.table.constant(0, I32),
      field: '',
      type: variable.type,
    };
  }
  const global = state.context.names.globalVariable(name);
  if (global === null) return null;
  const pointer: CType = {
    kind: 'pointer',
    to: elementType(global.type),
    space: global.space,
    readOnly: global.space === 'constant',
  };
  const base = state.table.symbol(`&${name}`, pointer, 0, null, false);
  state.objects.set(base.name, global.type);
  if (global.elements !== undefined) state.tables.set(base, global.elements);
  return { kind: 'memory', base, index: state.table.constant(0, I32), field: '', type: global.type };
}

function subscript(state: KernelState, node: Node): Place | null {
  const argument = node.childForFieldName('argument');
  const indices = node.childForFieldName('indices');
  if (argument === null || indices === null) return null;
  const place = isPlaceNode(argument) ? lowerPlace(state, argument) : null;
  const own = place === null ? null : indexedByOwn(state, node, place, indices);
  if (own !== null) return own;
  const index = namedChildren(indices)
    .map((child) => lowerExpression(state, child))
    .at(-1);
  if (index === undefined) return null;
  if (place?.type.kind === 'array') return indexedPlace(state, place, index);
  const pointer = place === null ? lowerExpression(state, argument) : readPlace(state, place);
  return dereference(state, pointer, index);
}

function isPlaceNode(node: Node): boolean {
  return [
    'identifier',
    'subscript_expression',
    'field_expression',
    'pointer_expression',
    'parenthesized_expression',
  ].includes(node.type);
}

function field(state: KernelState, node: Node): Place | null {
  const argument = node.childForFieldName('argument');
  const member = node.childForFieldName('field');
  if (argument === null || member === null) return null;
  if (/^(threadIdx|blockIdx|blockDim|gridDim)$/.test(argument.text)) return null;
  if (argument.type === THIS) {
    const object = state.lookup(THIS)?.alias ?? null;
    return object === null ? null : memberPlace(state, object, member.text);
  }
  const place = isPlaceNode(argument) ? lowerPlace(state, argument) : null;
  if (
    node.text
      .slice(argument.endIndex - node.startIndex)
      .trimStart()
      .startsWith('->')
  ) {
    const pointer = place === null ? lowerExpression(state, argument) : readPlace(state, place);
    return memberPlace(state, dereference(state, pointer, state.table.constant(0, I32)), member.text);
  }
  if (place !== null) return memberPlace(state, place, member.text);
  if (argument.type === 'identifier' || argument.type === 'qualified_identifier') return null;
  const whole = lowerExpression(state, argument);
  const holder = registerVariable(argument.text, whole.type, whole);
  return memberPlace(state, { kind: 'variable', variable: holder, path: '', type: whole.type }, member.text);
}
