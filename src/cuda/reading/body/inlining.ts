import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import { aggregateOf, type CallSite } from './calls';
import { namedChildren } from '../../syntax/nodes';
import { declaredNames, descriptorType, type DeclaredName } from './declarators';
import { lowerExpression } from './expressions';
import type { PassedName } from './induction';
import { lowerPlace } from './lvalues';
import { unknownValue } from './names';
import { memberPlace } from './places';
import { runFunctionBody } from './statements';
import {
  INLINE_DEPTH,
  registerVariable,
  type KernelState,
  type Place,
  type TemplateScope,
  type Variable,
} from './state';
import { F32, isFloating, scalarOf, type CType } from '../values/types';
import type { Value } from '../values/graph';

/** Reads a device function in place of its call; null when no definition is at hand. */
export function inlineFunction(state: KernelState, site: CallSite): Value | null {
  const definition = state.context.names
    .deviceFunctions(site.name)
    .find(
      (candidate) =>
        acceptsCount(candidate, site.argumentNodes.length) &&
        (site.ofType === undefined || takesFirst(state, candidate, site.ofType)),
    );
  const body = definition?.childForFieldName('body');
  if (definition === undefined || !body) return null;
  const made = state.resolver.namedType(site.name);
  if (made?.kind === 'struct') return unreadConstructor(state, site.node, made);
  if (isTooDeep(state, site)) {
    state.assume(message('cuda.recursive', { name: site.name }));
    return unknownValue(state, site.node, F32);
  }
  state.templateScopes.push(templateScope(state, definition, site));
  const parameters = parametersOf(definition, state);
  const variables = bindParameters(state, parameters, site);
  const outer = state.scopes;
  state.scopes = [membersOf(state, site), new Map(variables.map((variable) => [variable.name, variable]))];
  state.callStack.push({ name: site.name, site: site.node });
  const result = typedResult(state, definition, runFunctionBody(state, body));
  state.callStack.pop();
  state.scopes = outer;
  state.templateScopes.pop();
  return result ?? state.table.constant(0, { kind: 'scalar', scalar: 'i32' });
}

/** An object that its type's own constructor makes: that is not read, and said. */
export function unreadConstructor(
  state: KernelState,
  node: Node,
  type: Extract<CType, { kind: 'struct' }>,
): Value {
  state.assumeAt(node, message('cuda.constructor', { name: type.name }));
  return unknownValue(state, node, type);
}

/** Tests whether a struct has a constructor of its own. */
export function hasConstructor(state: KernelState, type: CType): type is Extract<CType, { kind: 'struct' }> {
  return type.kind === 'struct' && state.context.names.deviceFunctions(type.name).length > 0;
}

/** A returned list of members as the aggregate that the function says it returns. */
function typedResult(state: KernelState, definition: Node, result: Value | null): Value | null {
  const members = result === null ? undefined : state.lists.get(result);
  const written = definition.childForFieldName('type');
  if (result === null || members === undefined || written === null) return result;
  const type = descriptorType(written, state.resolver);
  return type.kind === 'struct' || type.kind === 'vector'
    ? aggregateOf(state, members, type, result.text)
    : result;
}

/** An operator that the program defines for its own type, read in place of its use; null where none is at hand. */
export function ownOperator(
  state: KernelState,
  node: Node,
  name: string,
  first: Value,
  operands: readonly [Node, ...Node[]],
): Value | null {
  if (first.type.kind !== 'struct') return null;
  const [object, ...others] = operands;
  const site = { node, qualifiedName: name, templateArguments: [] };
  const member = `${first.type.name}::${name}`;
  if (hasDefinition(state, member, others.length))
    return inlineFunction(state, { ...site, name: member, argumentNodes: others, object });
  const ofType = first.type.name;
  const isFree = state.context.names
    .deviceFunctions(name)
    .some((one) => acceptsCount(one, operands.length) && takesFirst(state, one, ofType));
  return isFree
    ? inlineFunction(state, { ...site, name, argumentNodes: operands, object: null, ofType })
    : null;
}

/** Tests whether the first parameter of a function is a struct of this name. */
function takesFirst(state: KernelState, definition: Node, name: string): boolean {
  const type = parametersOf(definition, state)[0]?.type;
  return type?.kind === 'struct' && type.name === name;
}

function hasDefinition(state: KernelState, name: string, count: number): boolean {
  return state.context.names.deviceFunctions(name).some((candidate) => acceptsCount(candidate, count));
}

/** The members of the object that a function is called on, under their own names. */
function membersOf(state: KernelState, { object }: CallSite): Map<string, Variable> {
  const place = object === null ? null : (lowerPlace(state, object) ?? temporary(state, object));
  if (place?.type.kind !== 'struct') return new Map();
  return new Map(
    (place.type.fields ?? []).map(({ name, type }) => [
      name,
      { ...registerVariable(name, type, null), alias: memberPlace(state, place, name) },
    ]),
  );
}

/** The result of an expression as an object without a name. */
function temporary(state: KernelState, node: Node): Place {
  const value = lowerExpression(state, node);
  const variable = registerVariable(`(${node.text})`, value.type, value);
  return { kind: 'variable', variable, path: '', type: value.type };
}

/** Reads a lambda's body where it is called, with the variables around it in sight. */
export function inlineLambda(state: KernelState, lambda: Node, site: CallSite): Value {
  const body = lambda.childForFieldName('body');
  const declarator = lambda.childForFieldName('declarator');
  if (body === null || state.callStack.length >= INLINE_DEPTH) return unknownValue(state, site.node);
  const variables = bindParameters(state, declarator === null ? [] : parameterList(declarator, state), site);
  state.scopes.push(new Map(variables.map((variable) => [variable.name, variable])));
  state.callStack.push({ name: `lambda ${site.name}`, site: site.node });
  const result = runFunctionBody(state, body);
  state.callStack.pop();
  state.scopes.pop();
  return result ?? unknownValue(state, site.node);
}

/** Parameters of a function definition with their types. */
export function parametersOf(definition: Node, state: KernelState): DeclaredName[] {
  const declarator = functionDeclarator(definition.childForFieldName('declarator'));
  return declarator === null ? [] : parameterList(declarator, state);
}

function functionDeclarator(node: Node | null): Node | null {
  if (node === null || node.type === 'function_declarator') return node;
  return functionDeclarator(node.childForFieldName('declarator') ?? namedChildren(node)[0] ?? null);
}

function parameterList(declarator: Node, state: KernelState): DeclaredName[] {
  const list = declarator.childForFieldName('parameters');
  if (list === null) return [];
  return namedChildren(list)
    .filter((child) => /^(optional_)?parameter_declaration$/.test(child.type))
    .map((child) => declaredNames(child, state.resolver)[0] ?? unnamed(child, state));
}

function unnamed(node: Node, state: KernelState): DeclaredName {
  const type = descriptorType(node, state.resolver);
  return { name: '', type, initializer: null, space: null, isReference: false, isVolatile: false };
}

/** Calls of a function by itself that are read one in the other, where an argument counts them off. */
const RECURSION_DEPTH = 40;

/**
 * Tests whether a call is nested too deeply to be read. A function that calls itself goes on as long as a whole
 * number among its arguments is known, by which it may end.
 */
function isTooDeep(state: KernelState, site: CallSite): boolean {
  const same = state.callStack.filter(({ name }) => name === site.name).length;
  if (same === 0) return state.callStack.length - recursions(state) >= INLINE_DEPTH;
  if (same >= RECURSION_DEPTH) return true;
  return !site.argumentNodes.some((node) => {
    if (/call_expression|update_expression|assignment_expression/.test(node.type)) return false;
    const { constant, type } = lowerExpression(state, node);
    return constant !== null && type.kind === 'scalar' && !isFloating(type.scalar);
  });
}

/** Calls in the stack beyond the first of each function. */
function recursions(state: KernelState): number {
  return state.callStack.length - new Set(state.callStack.map(({ name }) => name)).size;
}

/** Tests whether a function that is at hand may write the variable that a call gives it. */
export function mayWriteArgument(state: KernelState, { callee, place, count }: PassedName): boolean {
  return state.context.names.deviceFunctions(callee).some((definition) => {
    const parameter = acceptsCount(definition, count) ? parameterNodes(definition)[place] : undefined;
    return parameter !== undefined && /^[^=]*&/.test(parameter.text) && !/\bconst\b/.test(parameter.text);
  });
}

/** Tests whether a method that is at hand says that it leaves its object as it is. */
export function isConstMethod(state: KernelState, name: string): boolean {
  const definitions = state.context.names.deviceFunctions(name);
  return definitions.length > 0 && definitions.every((one) => /\)\s*const\b/.test(headOf(one)));
}

/** The text of a definition in front of its body. */
function headOf(definition: Node): string {
  const body = definition.childForFieldName('body');
  return definition.text.slice(0, body === null ? undefined : body.startIndex - definition.startIndex);
}

function parameterNodes(definition: Node): readonly Node[] {
  const list = functionDeclarator(definition.childForFieldName('declarator'))?.childForFieldName(
    'parameters',
  );
  return list ? namedChildren(list).filter((child) => /parameter_declaration$/.test(child.type)) : [];
}

function acceptsCount(definition: Node, count: number): boolean {
  const parameters = parameterNodes(definition);
  const optional = parameters.filter((child) => child.type === 'optional_parameter_declaration').length;
  return count <= parameters.length && count >= parameters.length - optional;
}

function bindParameters(state: KernelState, parameters: readonly DeclaredName[], site: CallSite): Variable[] {
  return parameters.map((parameter, place) => {
    const argument = site.argumentNodes[place];
    if (argument === undefined) return registerVariable(parameter.name, parameter.type, null);
    const alias = parameter.isReference ? lowerPlace(state, argument) : null;
    if (alias !== null) return { ...registerVariable(parameter.name, alias.type, null), alias };
    const value = lowerExpression(state, argument);
    const keeps = value.type.kind === 'pointer' || parameter.type.kind !== 'scalar';
    const bound = keeps ? value : state.table.convert(value, parameter.type);
    return registerVariable(parameter.name, keeps ? value.type : parameter.type, bound);
  });
}

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

/** Template arguments of a function at this call: explicit arguments, then deduced types. */
function templateScope(state: KernelState, definition: Node, site: CallSite): TemplateScope {
  const types = new Map<string, CType>();
  const values = new Map<string, number>();
  const open = new Set<string>();
  const parameters = templateParameters(definition);
  parameters.forEach(({ name, isType }, place) => {
    const explicit = site.templateArguments[place];
    if (!isType) open.add(name);
    if (explicit === undefined) return;
    const constant = isType
      ? null
      : (state.resolver.constant(explicit)?.value ?? localConstant(state, explicit));
    if (isType) types.set(name, descriptorType(explicit, state.resolver));
    else if (constant !== null) values.set(name, constant);
  });
  for (const name of values.keys()) open.delete(name);
  const missing = parameters.filter(({ name, isType }) => isType && !types.has(name)).map(({ name }) => name);
  deduceTypes(state, definition, site, missing, types);
  for (const name of missing.filter((candidate) => !types.has(candidate))) {
    state.assume(message('cuda.unknownTypeOf', { name, of: site.name }));
    types.set(name, F32);
  }
  return { types, values, open };
}

/** The value of a constant of the caller's body; null for anything else. */
function localConstant(state: KernelState, { text }: Node): number | null {
  return state.lookup(text.trim())?.value?.constant ?? null;
}

/** `T` from the argument whose parameter is written `T`, `T*` or `const T&`. */
function deduceTypes(
  state: KernelState,
  definition: Node,
  site: CallSite,
  missing: readonly string[],
  types: Map<string, CType>,
): void {
  if (missing.length === 0) return;
  parametersOf(definition, state).forEach((parameter, place) => {
    const written = parameter.type.kind === 'pointer' ? parameter.type.to : parameter.type;
    const argument = site.argumentNodes[place];
    if (
      written.kind !== 'opaque' ||
      argument === undefined ||
      !missing.includes(written.text) ||
      types.has(written.text)
    )
      return;
    const type = argumentType(state, argument);
    if (type === null) return;
    const bare = type.kind === 'pointer' ? type.to : type;
    types.set(written.text, parameter.type.kind === 'pointer' ? bare : type);
  });
}

/** The type of an argument expression, for simple expressions that can be looked at without effects. */
function argumentType(state: KernelState, node: Node): CType | null {
  if (/call_expression|update_expression|assignment_expression/.test(node.type)) return null;
  const value = lowerExpression(state, node);
  return value.type.kind === 'opaque' ? { kind: 'scalar', scalar: scalarOf(value.type) } : value.type;
}

function templateName(node: Node): string {
  const declared = node.childForFieldName('declarator') ?? node.childForFieldName('name');
  return (declared ?? namedChildren(node).at(-1) ?? node).text;
}
