import type { Node } from 'web-tree-sitter';
import { classHere } from './declarators';
import { memberPlace } from './places';
import { registerVariable, type KernelState } from './state';
import type { CType } from '../values/types';
import { namedMembers } from './unionMembers';

// Structs and unions that a function defines between its statements.

/** `struct S { … };` and `union { … };`: the members of a union without a name are variables that lie at one place. */
export function declareClass(state: KernelState, node: Node): void {
  if (nameClass(state, node) || node.childForFieldName('name') !== null) return;
  const type = classHere(node, state.resolver);
  if (type === null) return;
  const whole = registerVariable('', type, null);
  for (const { name, type: own } of namedMembers(type)) {
    const alias = memberPlace(state, { kind: 'variable', variable: whole, path: '', type }, name);
    state.declare({ ...registerVariable(name, own, null), alias });
  }
}

/** `typedef struct { … } S;`; other aliases are found by their text. */
export function declareTypedef(state: KernelState, node: Node): void {
  const specifier = node.childForFieldName('type');
  const type = specifier && classHere(specifier, state.resolver);
  const name = node.childForFieldName('declarator');
  if (type !== null && name?.type === 'type_identifier') setType(state, name.text, type);
}

/** Makes the class that a specifier defines known by its name; false where it defines none, or one without a name. */
export function nameClass(state: KernelState, specifier: Node): boolean {
  const type = classHere(specifier, state.resolver);
  if (type === null || type.name === '') return false;
  setType(state, type.name, type);
  return true;
}

function setType(state: KernelState, name: string, type: CType): void {
  state.templateScopes.at(-1)?.types.set(name, type);
}
