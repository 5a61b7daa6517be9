import { message } from '../../../kernel/message';
import { before } from '../../../kernel/texts';
import type { Node } from 'web-tree-sitter';
import { aggregateOf, typeCalled, type CallSite } from './calls';
import { classNames } from './classNames';
import { namedChildren, ofNode } from '../../syntax/nodes';
import { declaredNames, descriptorType, type DeclaredName } from './declarators';
import { lowerExpression } from './expressions';
import type { PassedName } from './induction';
import { passedLambda, seenFrom } from './lambdas';
import { lowerPlace, THIS } from './lvalues';
import { unknownValue } from './names';
import { constructedObject } from './objects';
import { memberPlace, resolvePointer } from './places';
import { namedMembers } from './unionMembers';
import { runFunctionBody } from './statements';
import { argumentType, templateScope } from './templateArguments';
import {
  INLINE_DEPTH,
  registerVariable,
  type KernelState,
  type Lambda,
  type Place,
  type Variable,
} from './state';
import { F32, isFloating, sameType, type CType, type StructType } from '../values/types';
import type { Value } from '../values/graph';

/** Reads a device function in place of its call; null when no definition is at hand. */
export function inlineFunction(state: KernelState, site: CallSite): Value | null {
  const definition = definitionOf(state, site);
  if (!definition?.childForFieldName('body')) return null;
  const made = state.resolver.namedType(typeCalled(site));
  if (made?.kind === 'struct') return constructedObject(state, site.node, made, site.argumentNodes);
  if (isTooDeep(state, site)) {
    state.assume(message('cuda.recursive', { name: site.name }), { omits: site.name });
    return unknownValue(state, site.node, F32);
  }
  const result = inlined(state, site, (_, body) =>
    typedResult(state, definition, runFunctionBody(state, body, returnedNumber(state, definition))),
  );
  return result ?? state.table.constant(0, { kind: 'scalar', scalar: 'i32' });
}

/** Does something with the body of a function that is called, its parameters in sight; null where none is at hand. */
export function inlined<Result>(
  state: KernelState,
  site: CallSite,
  read: (definition: Node, body: Node) => Result,
): Result | null {
  const definition = definitionOf(state, site);
  const body = definition?.childForFieldName('body');
  if (!definition || !body || state.callStack.length >= MOST_CALLS) return null;
  const object = objectOf(state, site);
  const depth = state.templateScopes.length;
  const names =
    object?.type.kind === 'struct'
      ? classNames(
          methodClass(state, object.type, site.name.slice(site.name.lastIndexOf(':') + 1), definition),
          definition,
        )
      : null;
  if (names !== null) state.templateScopes.push(names);
  state.templateScopes.push(templateScope(state, definition, site, names));
  const variables = bindParameters(state, parametersOf(definition, state), site);
  const outer = state.scopes;
  state.scopes = [membersOf(state, object), new Map(variables.map((variable) => [variable.name, variable]))];
  state.callStack.push({ name: site.name, site: site.node });
  const result = read(definition, body);
  state.callStack.pop();
  state.scopes = outer;
  state.templateScopes.length = depth;
  return result;
}

/** Calls that are read one in the other at most. */
const MOST_CALLS = 60;

/** The definition of a function that is called, of several the one that takes what it is given; null when none is at hand. */
function definitionOf(state: KernelState, site: CallSite): Node | null {
  const [first, ...others] = candidatesOf(state, site).filter(
    (candidate) =>
      acceptsCount(candidate, site.argumentNodes.length) &&
      (site.ofType === undefined || takesFirst(state, candidate, site.ofType)),
  );
  return first === undefined || others.length === 0
    ? (first ?? null)
    : overloadOf(state, site, [first, ...others]);
}

/** Of functions of one name the first of those that most of the arguments have the types of. */
function overloadOf(
  state: KernelState,
  { argumentNodes }: CallSite,
  candidates: readonly [Node, ...Node[]],
): Node {
  const given = argumentNodes.map((node) =>
    passedLambda(state, node) === null ? argumentType(state, node) : null,
  );
  const fits = (candidate: Node): number =>
    parametersOf(candidate, state).filter(({ type }, place) => {
      const own = given[place] ?? null;
      return own !== null && isTakenAs(own, type);
    }).length;
  const [first] = candidates;
  return candidates.reduce((best, one) => (fits(one) > fits(best) ? one : best), first);
}

/** Tests whether an argument has the type of a parameter; pointers by what they point to. */
function isTakenAs(given: CType, wanted: CType): boolean {
  if (given.kind === 'pointer' && wanted.kind === 'pointer') return sameType(given.to, wanted.to);
  return sameType(given, wanted);
}

/** The type that a function says it returns, where that is a number; null for others. */
function returnedNumber(state: KernelState, definition: Node): CType | null {
  const written = definition.childForFieldName('type');
  if (written === null || definition.childForFieldName('declarator')?.type !== 'function_declarator')
    return null;
  const type = descriptorType(written, state.resolver);
  return type.kind === 'scalar' ? type : null;
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
  const member = `${classOf(methodClass(state, first.type, name))}::${name}`;
  if (hasDefinition(state, member, others.length))
    return inlineFunction(state, { ...site, name: member, argumentNodes: others, object });
  const ofType = classOf(first.type);
  const isFree = state.context.names
    .deviceFunctions(name)
    .some((one) => acceptsCount(one, operands.length) && takesFirst(state, one, ofType));
  return isFree
    ? inlineFunction(state, { ...site, name, argumentNodes: operands, object: null, ofType })
    : null;
}

/** The name of a struct's class, without template arguments. */
export function classOf({ name }: Extract<CType, { kind: 'struct' }>): string {
  return before(name, '<');
}

/** Functions that a call may mean: methods of the object, or of the one whose method is read, before others. */
function candidatesOf(state: KernelState, { name, object }: CallSite): readonly Node[] {
  const { names } = state.context;
  const type = (object === null ? state.lookup(THIS)?.alias?.type : typeOfObject(state, object)) ?? null;
  const own = type?.kind === 'struct' && !name.includes('::') ? methodsOf(state, type, name) : [];
  return own.length > 0 ? own : names.deviceFunctions(name);
}

/** The methods of a name that a class has, or else one of its bases. */
function methodsOf(state: KernelState, type: StructType, name: string): readonly Node[] {
  return state.context.names.deviceFunctions(`${classOf(methodClass(state, type, name))}::${name}`);
}

/** The class that a method of an object is of: its own, or the first base that has it, or that has this definition. */
export function methodClass(
  state: KernelState,
  type: StructType,
  name: string,
  definition: Node | null = null,
): StructType {
  const hasIt = (one: StructType): boolean => {
    const found = state.context.names.deviceFunctions(`${classOf(one)}::${name}`);
    return definition === null ? found.length > 0 : found.includes(definition);
  };
  return classAndBases(type).find(hasIt) ?? type;
}

function classAndBases(type: StructType): readonly StructType[] {
  return [type, ...(type.bases ?? []).flatMap(classAndBases)];
}

/** The type of the object of a method call, as far as its name tells. */
function typeOfObject(state: KernelState, object: Node): CType | null {
  const made = object.type === 'call_expression' ? object.childForFieldName('function') : null;
  if (made !== null) return state.resolver.namedType(made.text);
  return object.type === THIS
    ? (state.lookup(THIS)?.alias?.type ?? null)
    : (lowerPlace(state, object)?.type ?? null);
}

/** Tests whether the first parameter of a function is a struct of this name. */
function takesFirst(state: KernelState, definition: Node, name: string): boolean {
  const type = parametersOf(definition, state)[0]?.type;
  return type?.kind === 'struct' && classOf(type) === name;
}

function hasDefinition(state: KernelState, name: string, count: number): boolean {
  return state.context.names.deviceFunctions(name).some((candidate) => acceptsCount(candidate, count));
}

/** The object that a function is called on, which is its own for another method of it; null for none. */
function objectOf(state: KernelState, { name, object }: CallSite): Place | null {
  if (object === null) {
    const own = state.lookup(THIS)?.alias ?? null;
    return own?.type.kind === 'struct' && methodsOf(state, own.type, name).length > 0 ? own : null;
  }
  if (object.type === 'this') return state.lookup(THIS)?.alias ?? null;
  return lowerPlace(state, object) ?? temporary(state, object);
}

/** The members of an object under their own names, and the object itself. */
export function membersOf(state: KernelState, place: Place | null): Map<string, Variable> {
  if (place?.type.kind !== 'struct') return new Map();
  const alias = (name: string, type: CType, to: Place): [string, Variable] => [
    name,
    { ...registerVariable(name, type, null), alias: to },
  ];
  return new Map([
    ...namedMembers(place.type).map(({ name, type }) => alias(name, type, memberPlace(state, place, name))),
    alias(THIS, place.type, place),
  ]);
}

/** The result of an expression as an object without a name. */
function temporary(state: KernelState, node: Node): Place {
  const value = lowerExpression(state, node);
  const variable = registerVariable(`(${node.text})`, value.type, value);
  return { kind: 'variable', variable, path: '', type: value.type };
}

/** Reads a lambda's body where it is called, with the variables around the lambda in sight. */
export function inlineLambda(state: KernelState, { node, scopes }: Lambda, site: CallSite): Value {
  const body = node.childForFieldName('body');
  const declarator = node.childForFieldName('declarator');
  if (body === null || state.callStack.length >= INLINE_DEPTH) return unknownValue(state, site.node);
  const variables = bindParameters(state, declarator === null ? [] : parameterList(declarator, state), site);
  state.callStack.push({ name: `lambda ${site.name}`, site: site.node });
  const own = new Map(variables.map((variable) => [variable.name, variable]));
  const result = seenFrom(state, [...scopes, own], () => runFunctionBody(state, body));
  state.callStack.pop();
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
    .map((child) => ({
      ...(declaredNames(child, state.resolver)[0] ?? unnamed(child, state)),
      initializer: child.childForFieldName('default_value'),
    }));
}

function unnamed(node: Node, state: KernelState): DeclaredName {
  const type = descriptorType(node, state.resolver);
  return { name: '', type, initializer: null, space: null, isReference: false, isVolatile: false };
}

/** Calls of a function by itself that are read one in the other, where an argument counts them off. */
const RECURSION_DEPTH = 40;

/**
 * Tests whether a call is nested too deeply to be read. A function that calls itself goes on as long as a whole
 * number among its arguments, or those of its template, is known, by which it may end.
 */
function isTooDeep(state: KernelState, site: CallSite): boolean {
  const same = state.callStack.filter(({ name }) => name === site.name).length;
  if (same === 0) return state.callStack.length - recursions(state) >= INLINE_DEPTH;
  if (same >= RECURSION_DEPTH) return true;
  if (site.templateArguments.some((node) => (state.resolver.constant(node)?.value ?? null) !== null))
    return false;
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
const headOf = ofNode((definition): string => {
  const body = definition.childForFieldName('body');
  return definition.text.slice(0, body === null ? undefined : body.startIndex - definition.startIndex);
});

/** Names of a function's parameters in their order; empty for one without a name. */
export const parameterNames = ofNode((definition): readonly string[] =>
  parameterNodes(definition).map((parameter) => {
    let inner = parameter.childForFieldName('declarator');
    while (inner !== null && inner.type !== 'identifier')
      inner = inner.childForFieldName('declarator') ?? namedChildren(inner).at(-1) ?? null;
    return inner?.text ?? '';
  }),
);

const parameterNodes = ofNode((definition): readonly Node[] => {
  const list = functionDeclarator(definition.childForFieldName('declarator'))?.childForFieldName(
    'parameters',
  );
  return list ? namedChildren(list).filter((child) => /parameter_declaration$/.test(child.type)) : [];
});

/** The fewest and the most arguments that a function takes. */
const argumentCounts = ofNode((definition): readonly [least: number, most: number] => {
  const parameters = parameterNodes(definition);
  const optional = parameters.filter((child) => child.type === 'optional_parameter_declaration').length;
  return [parameters.length - optional, parameters.length];
});

export function acceptsCount(definition: Node, count: number): boolean {
  const [least, most] = argumentCounts(definition);
  return count >= least && count <= most;
}

export function bindParameters(
  state: KernelState,
  parameters: readonly DeclaredName[],
  site: Pick<CallSite, 'argumentNodes'>,
): Variable[] {
  return parameters.map((parameter, place) => {
    const argument = site.argumentNodes[place];
    if (argument === undefined) return byDefault(state, parameter);
    const lambda = passedLambda(state, argument);
    if (lambda !== null) return { ...registerVariable(parameter.name, parameter.type, null), lambda };
    const alias = parameter.isReference ? lowerPlace(state, argument) : null;
    if (alias !== null) return { ...registerVariable(parameter.name, alias.type, null), alias };
    const value = seenThrough(state, parameter.type, lowerExpression(state, argument));
    const keeps = value.type.kind === 'pointer' || parameter.type.kind !== 'scalar';
    const bound = keeps ? value : state.table.convert(value, parameter.type);
    return registerVariable(parameter.name, keeps ? value.type : parameter.type, bound);
  });
}

/** A parameter for which a call gives nothing: what its declaration gives, where no variable of the caller is in sight. */
function byDefault(state: KernelState, { name, type, initializer }: DeclaredName): Variable {
  if (initializer === null || initializer.type === 'initializer_list')
    return registerVariable(name, type, null);
  const value = seenFrom(state, [], () => lowerExpression(state, initializer));
  return registerVariable(name, type, type.kind === 'scalar' ? state.table.convert(value, type) : value);
}

/** A pointer as a parameter has it: through a `volatile` one each access is made that the source writes. */
function seenThrough(state: KernelState, type: CType, value: Value): Value {
  if (type.kind !== 'pointer' || type.isVolatile !== true || value.type.kind !== 'pointer') return value;
  const { base, index } = resolvePointer(state, value);
  return state.table.pointer(base, index, { ...value.type, isVolatile: true });
}
