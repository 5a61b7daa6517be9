import type { Node } from 'web-tree-sitter';
import { message } from '../../../kernel/message';
import { deducedType } from '../../constants/deducedType';
import { namedChildren } from '../../syntax/nodes';
import { typeFromText, typeName } from '../values/typeText';
import { F32, scalarOf, type CType } from '../values/types';
import type { CallSite } from './calls';
import { descriptorType } from './declarators';
import { lowerExpression } from './expressions';
import { parametersOf } from './inlining';
import { passedLambda } from './lambdas';
import { UNKNOWN_AS_FLOAT } from './places';
import type { KernelState, TemplateScope } from './state';

/** The parameters of the template that a function definition belongs to. */
export function templateParameters(definition: Node): { readonly name: string; readonly isType: boolean }[] {
  const list =
    definition.parent?.type === 'template_declaration'
      ? definition.parent.childForFieldName('parameters')
      : null;
  if (list === null) return [];
  return namedChildren(list).map((node) => ({
    name: templateName(node),
    isType: /type_parameter/.test(node.type),
  }));
}

/**
 * Template arguments of a function at this call: explicit arguments, then deduced types. What its class names already is
 * none of them.
 */
export function templateScope(
  state: KernelState,
  definition: Node,
  site: CallSite,
  ofClass: TemplateScope | null,
): TemplateScope {
  const types = new Map<string, CType>();
  const values = new Map<string, number>();
  const open = new Set<string>();
  const parameters = templateParameters(definition).filter(
    ({ name }) => ofClass?.types.has(name) !== true && ofClass?.values.has(name) !== true,
  );
  parameters.forEach(({ name, isType }, place) => {
    const explicit = site.templateArguments[place];
    if (!isType) open.add(name);
    if (explicit === undefined) return;
    const constant = isType ? null : (state.resolver.constant(explicit)?.value ?? null);
    if (isType) types.set(name, descriptorType(explicit, state.resolver));
    else if (constant !== null) values.set(name, constant);
  });
  const missing = parameters.filter(({ name }) => !types.has(name) && !values.has(name));
  const told = deducedArguments(
    state,
    definition,
    site,
    missing.map(({ name }) => name),
  );
  for (const { name, isType } of missing) {
    const type = told.get(name);
    const value = isType || type?.kind !== 'opaque' ? NaN : Number(type.text);
    if (!Number.isNaN(value)) values.set(name, value);
    if (!isType) continue;
    if (type === undefined)
      state.assume(message('cuda.unknownTypeOf', { name, of: site.name }), { countedAs: UNKNOWN_AS_FLOAT });
    types.set(name, type ?? F32);
  }
  for (const name of values.keys()) open.delete(name);
  return { types, values, open };
}

/**
 * What the arguments of a call tell of template parameters: `T` from the one whose parameter is written `T`, `T *` or
 * `const Vec<T, N> &`. A number is told as a type of its digits.
 */
function deducedArguments(
  state: KernelState,
  definition: Node,
  site: CallSite,
  missing: readonly string[],
): ReadonlyMap<string, CType> {
  const told = new Map<string, CType>();
  if (missing.length === 0) return told;
  // The kernel may have types and numbers of the same names.
  const open = new Map(missing.map((name) => [name, { kind: 'opaque', text: name } as const]));
  state.templateScopes.push({ types: open, values: new Map(), open: new Set() });
  const parameters = parametersOf(definition, state);
  state.templateScopes.pop();
  parameters.forEach(({ type: wanted }, place) => {
    const argument = site.argumentNodes[place];
    const names = missing.filter((name) => !told.has(name) && mentions(wanted, name));
    if (argument === undefined || names.length === 0) return;
    const isLambda = passedLambda(state, argument) !== null;
    const given = isLambda ? wanted : argumentType(state, argument);
    if (given === null) return;
    for (const name of names) {
      const type = deduced(state, name, wanted, given);
      if (type !== null) told.set(name, type);
    }
  });
  return told;
}

/** What a parameter `T`, `T *` or `Vec<T>` makes of `T` for an argument; null where the two do not tell. */
function deduced(state: KernelState, name: string, wanted: CType, given: CType): CType | null {
  const [inner, bare] = wanted.kind === 'pointer' ? [wanted.to, pointee(given)] : [wanted, given];
  if (inner.kind === 'opaque') return inner.text === name ? bare : null;
  const text = bare.kind === 'struct' ? deducedType(name, typeName(inner) ?? '', bare.name) : null;
  return text === null ? null : typeFromText(text, state.resolver.namedType);
}

const pointee = (type: CType): CType => (type.kind === 'pointer' ? type.to : type);

function mentions(type: CType, name: string): boolean {
  return new RegExp(String.raw`\b${name}\b`).test(typeName(type) ?? '');
}

/** The type of an argument expression, for simple expressions that can be looked at without effects. */
export function argumentType(state: KernelState, node: Node): CType | null {
  if (/call_expression|update_expression|assignment_expression/.test(node.type)) return null;
  const value = lowerExpression(state, node);
  return value.type.kind === 'opaque' ? { kind: 'scalar', scalar: scalarOf(value.type) } : value.type;
}

function templateName(node: Node): string {
  const declared = node.childForFieldName('declarator') ?? node.childForFieldName('name');
  return (declared ?? namedChildren(node).at(-1) ?? node).text;
}
