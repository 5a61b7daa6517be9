import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import type { CType, StructType } from '../values/types';
import type { TemplateScope } from './state';

/**
 * What a method's code has names for because of the object that it is called on: its class, the class's aliases, and what
 * the parameters of the class's template are there. A definition behind the class has names of its own for these
 * (`template <class U> U Vec<U>::sum()`).
 */
export function classNames(type: StructType, definition: Node): TemplateScope {
  const { parameters = [], types = [], values = [] } = type.names ?? {};
  const scope: TemplateScope = { types: new Map(), values: new Map(values), open: new Set() };
  // An alias of the class itself was met while its members were not known yet.
  for (const [name, own] of types) scope.types.set(name, isSame(own, type) ? type : own);
  ownNames(definition).forEach((written, place) => {
    const parameter = parameters[place];
    const [own, value] =
      parameter === undefined ? [] : [scope.types.get(parameter), scope.values.get(parameter)];
    if (own !== undefined) scope.types.set(written, own);
    if (value !== undefined) scope.values.set(written, value);
  });
  return scope;
}

function isSame(a: CType, b: StructType): boolean {
  return a.kind === 'struct' && a.name === b.name;
}

/** The arguments in the name of a method that is defined behind its class: `T` and `N` of `Vec<T, N>::sum`. */
function ownNames(definition: Node): readonly string[] {
  const [list] = definition
    .descendantsOfType('function_declarator')[0]
    ?.childForFieldName('declarator')
    ?.descendantsOfType('template_argument_list') ?? [null];
  return list === null || list === undefined ? [] : namedChildren(list).map(({ text }) => text);
}
