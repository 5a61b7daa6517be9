import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { lowerExpression } from './expressions';
import { memberType } from './places';
import { registerVariable, type KernelState } from './state';
import type { CType } from '../values/types';

/** Declares the names of `auto [a, b] = v` as the members of a copy of a vector or struct; other bindings stay unknown. */
export function declareBindings(state: KernelState, declaration: Node): void {
  for (const part of namedChildren(declaration)) {
    const names = part.type === 'init_declarator' ? part.childForFieldName('declarator') : null;
    const initializer = part.childForFieldName('value');
    if (names?.type !== 'structured_binding_declarator' || initializer === null) continue;
    const value = lowerExpression(state, initializer);
    const whole = registerVariable('(bound)', value.type, value);
    const members = memberNames(value.type);
    namedChildren(names).forEach(({ text }, place) => {
      const member = members[place];
      if (member === undefined) return;
      const type = memberType(value.type, member, state);
      const alias = { kind: 'variable', variable: whole, path: `.${member}`, type } as const;
      state.declare({ ...registerVariable(text, type, null), alias });
    });
  }
}

function memberNames(type: CType): readonly string[] {
  if (type.kind === 'vector') return ['x', 'y', 'z', 'w'].slice(0, type.lanes);
  return type.kind === 'struct' ? (type.fields ?? []).map(({ name }) => name) : [];
}
