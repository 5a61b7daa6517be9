import type { Node } from 'web-tree-sitter';
import { message } from '../../../kernel/message';
import { namedChildren } from '../../syntax/nodes';
import type { Value } from '../values/graph';
import type { CType, StructType } from '../values/types';
import { lowerExpression } from './expressions';
import { classNames } from './classNames';
import { acceptsCount, bindParameters, classOf, membersOf, parametersOf } from './inlining';
import { lowerPlace } from './lvalues';
import { unknownValue } from './names';
import { convertTo } from './operators';
import { memberPlace, memberType, readPlace, writePlace } from './places';
import { INLINE_DEPTH, registerVariable, type KernelState, type Place } from './state';
import { runFunctionBody } from './statements';

/** Tests whether a struct has a constructor of its own. */
export function hasConstructor(state: KernelState, type: CType): type is StructType {
  return type.kind === 'struct' && state.context.names.deviceFunctions(classOf(type)).length > 0;
}

/**
 * An object that a constructor of its type makes, read where the object is made: its members as their initialisers and the
 * body leave them. A constructor that is not at hand is said.
 */
export function constructedObject(
  state: KernelState,
  node: Node,
  type: StructType,
  argumentNodes: readonly Node[],
): Value {
  const definition = state.context.names
    .deviceFunctions(classOf(type))
    .find((one) => acceptsCount(one, argumentNodes.length));
  const body = definition?.childForFieldName('body');
  if (!definition || !body || state.callStack.length >= INLINE_DEPTH || type.fields === null) {
    state.assumeAt(node, message('cuda.constructor', { name: type.name }));
    return unknownValue(state, node, type);
  }
  const object: Place = {
    kind: 'variable',
    variable: registerVariable(`(${type.name})`, type, null),
    path: '',
    type,
  };
  const site = { node, argumentNodes };
  state.templateScopes.push(classNames(type, definition));
  const parameters = bindParameters(state, parametersOf(definition, state), site);
  const outer = state.scopes;
  const members = membersOf(state, object);
  const references = new Map<string, Place>();
  state.scopes = [members, new Map(parameters.map((one) => [one.name, one]))];
  state.callStack.push({ name: type.name, site: node });
  for (const [member, values] of initialisersOf(definition)) {
    const isReference = type.fields.some(
      ({ name, isReference: refers }) => name === member && refers === true,
    );
    const place = isReference && values[0] !== undefined ? lowerPlace(state, values[0]) : null;
    if (place === null) initialise(state, object, member, values, node);
    else {
      references.set(member, place);
      members.set(member, { ...registerVariable(member, place.type, null), alias: place });
    }
  }
  runFunctionBody(state, body);
  state.callStack.pop();
  state.templateScopes.pop();
  state.scopes = outer;
  const whole = readPlace(state, object);
  if (references.size > 0) state.references.set(whole, references);
  return whole;
}

/** Gives a member its first value; what is no member is a base, which is not read. */
function initialise(
  state: KernelState,
  object: Place,
  member: string,
  [first, ...others]: readonly Node[],
  node: Node,
): void {
  const isMember = object.type.kind === 'struct' && object.type.fields?.some(({ name }) => name === member);
  if (isMember !== true || others.length > 0) {
    state.assumeAt(node, message('cuda.constructor', { name: member }));
    return;
  }
  const type = memberType(object.type, member, state);
  const value =
    first === undefined
      ? state.table.constant(0, type)
      : convertTo(state, lowerExpression(state, first), type);
  if (first !== undefined || type.kind === 'scalar')
    writePlace(state, memberPlace(state, object, member), value);
}

/** `a(x), b{y}` behind a constructor's parameters. */
function initialisersOf(definition: Node): readonly (readonly [string, readonly Node[]])[] {
  const list = namedChildren(definition).find(({ type }) => type === 'field_initializer_list');
  return (list === undefined ? [] : namedChildren(list)).flatMap((one) => {
    const [name, values] = namedChildren(one);
    return name === undefined
      ? []
      : [[name.text, values === undefined ? [] : namedChildren(values)] as const];
  });
}
