import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { descriptorType, type DeclaredName } from './declarators';
import { lowerExpression } from './expressions';
import { variablePlace } from './lvalues';
import { unknownValue } from './names';
import { dereference, indexedPlace, readPlace } from './places';
import type { KernelState } from './state';
import type { Value } from '../values/graph';

/**
 * Variables of a declaration like `C c(x, y)`, which the grammar takes for a function with parameters of types `x` and
 * `y`: where these are variables, it is an object made of them.
 */
export function constructedNames(state: KernelState, declaration: Node): readonly DeclaredName[] {
  const specifier = declaration.childForFieldName('type');
  if (specifier === null) return [];
  return declaration.childrenForFieldName('declarator').flatMap((declarator) => {
    const name = declarator?.childForFieldName('declarator');
    const initializer = declarator?.childForFieldName('parameters') ?? null;
    const isCall = declarator?.type === 'function_declarator' && name?.type === 'identifier';
    if (!isCall || initializer === null || !namesVariables(state, initializer)) return [];
    const type = descriptorType(specifier, state.resolver);
    return [{ name: name.text, type, initializer, space: null, isReference: false, isVolatile: false }];
  });
}

function namesVariables(state: KernelState, list: Node): boolean {
  const names = namedChildren(list).map((one) => one.childForFieldName('type')?.text ?? '');
  return names.length > 0 && names.every((name) => state.lookup(name) !== null);
}

/** The value of `x` or `x[i]` that the grammar took for a parameter. */
export function readArgument(state: KernelState, node: Node): Value {
  const name = node.childForFieldName('type')?.text ?? '';
  const place = state.lookup(name) === null ? null : variablePlace(state, name);
  const declarator = node.childForFieldName('declarator');
  if (place === null) return unknownValue(state, node);
  if (declarator === null) return readPlace(state, place);
  const size = declarator.type === 'abstract_array_declarator' ? declarator.childForFieldName('size') : null;
  if (size === null || declarator.childForFieldName('declarator') !== null) return unknownValue(state, node);
  const index = lowerExpression(state, size);
  const element =
    place.type.kind === 'array'
      ? indexedPlace(state, place, index)
      : dereference(state, readPlace(state, place), index);
  return readPlace(state, element);
}
