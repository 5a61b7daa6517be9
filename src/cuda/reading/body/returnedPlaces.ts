import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { callSite, functorSite, type CallSite } from './calls';
import { classOf, inlined, inlineFunction, methodClass } from './inlining';
import { libraryType } from '../values/libraryTypes';
import { lowerExpression } from './expressions';
import { lowerPlace } from './lvalues';
import { indexedPlace, memberPlace } from './places';
import { registerVariable, type KernelState, type Place } from './state';

/**
 * The place that a call of a function stands for which returns a reference (`float &at(int r, int c) { return m[r * 4 + c];
 * }`); null for other functions, and for bodies of more than the return.
 */
export function returnedPlace(state: KernelState, node: Node): Place | null {
  const call = callSite(node);
  if (call === null || state.lookup(call.name)?.lambda) return null;
  return placeReturnedBy(state, functorSite(state, node, call) ?? call);
}

/** The element that a struct's own `operator[]` returns a reference to; null where it returns none. */
export function indexedByOwn(state: KernelState, node: Node, place: Place, indices: Node): Place | null {
  const [index, object] = [namedChildren(indices)[0], node.childForFieldName('argument')];
  if (place.type.kind !== 'struct' || index === undefined || object === null) return null;
  if (libraryType(place.type.name) !== null) return libraryElement(state, place, index);
  const name = `${classOf(methodClass(state, place.type, 'operator[]'))}::operator[]`;
  const site = { node, name, qualifiedName: name, templateArguments: [], argumentNodes: [index], object };
  const returned = placeReturnedBy(state, site);
  if (returned !== null) return returned;
  const value = inlineFunction(state, site);
  if (value === null) return null;
  return {
    kind: 'variable',
    variable: registerVariable(node.text, value.type, value),
    path: '',
    type: value.type,
  };
}

/** `v[1]` of a vector, and a column `m[1]` of a matrix, whose operators are in a header of a library. */
function libraryElement(state: KernelState, place: Place, node: Node): Place | null {
  const [first, ...others] = place.type.kind === 'struct' ? (place.type.fields ?? []) : [];
  if (first === undefined) return null;
  const index = lowerExpression(state, node);
  if (first.type.kind === 'array') return indexedPlace(state, memberPlace(state, place, first.name), index);
  const member = index.constant === null ? undefined : [first, ...others][index.constant];
  return member === undefined ? null : memberPlace(state, place, member.name);
}

function placeReturnedBy(state: KernelState, site: CallSite): Place | null {
  return inlined(state, site, (definition, body) => {
    const [only, ...others] = namedChildren(body).filter(({ type }) => type !== 'comment');
    const isReference = definition.childForFieldName('declarator')?.type === 'reference_declarator';
    const [returned] = only?.type === 'return_statement' ? namedChildren(only) : [];
    return isReference && others.length === 0 && returned !== undefined ? lowerPlace(state, returned) : null;
  });
}
