import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import { lowerBuiltin } from './builtins';
import { namedChildren } from '../../syntax/nodes';
import { descriptorType } from './declarators';
import { convertTo } from './operators';
import { lowerExpression } from './expressions';
import { lowerPlace } from './lvalues';
import { unknownValue } from './names';
import { classOf, inlineFunction, inlineLambda, methodClass } from './inlining';
import type { KernelState } from './state';
import { builtinType } from '../values/typeNames';
import { F32, type CType } from '../values/types';
import type { Value } from '../values/graph';
import { before } from '../../../kernel/texts';

/** A call as written: `name<templateArguments>(argumentNodes)`, perhaps on an object. */
export interface CallSite {
  readonly node: Node;
  /** Without namespaces. */
  readonly name: string;
  readonly qualifiedName: string;
  readonly templateArguments: readonly Node[];
  readonly argumentNodes: readonly Node[];
  /** `object` of `object.name(…)`. */
  readonly object: Node | null;
  /** Struct that the first parameter of the function has to be; absent for any function. */
  readonly ofType?: string;
}

const CASTS = new Set(['static_cast', 'reinterpret_cast', 'const_cast', 'dynamic_cast', 'bit_cast']);

/** A call, a cast in call form, or a constructor. */
export function lowerCall(state: KernelState, node: Node): Value {
  const site = callSite(node);
  if (site === null) return unknownValue(state, node);
  const functor = functorSite(state, node, site);
  if (functor !== null) return inlineFunction(state, functor) ?? unknownCall(state, site);
  const conversion = castType(state, node, site);
  if (conversion !== null) return construct(state, site, conversion);
  const variable = site.object === null ? state.lookup(site.name) : null;
  const lambda = variable?.lambda ?? null;
  if (lambda !== null) return inlineLambda(state, lambda, site);
  const builtin = lowerBuiltin(state, site);
  if (builtin !== null) return builtin;
  return inlineFunction(state, site) ?? unknownCall(state, site);
}

/** A call of an object, `op(a, b)` or `Op()(a, b)`, as one of its call operator; null for other calls. */
export function functorSite(state: KernelState, node: Node, site: CallSite): CallSite | null {
  if (site.object !== null) return null;
  const callee = node.childForFieldName('function');
  const made = callee?.type === 'call_expression' ? callee.childForFieldName('function') : null;
  const type = made === null ? state.lookup(site.name)?.type : state.resolver.namedType(made.text);
  if (type?.kind !== 'struct') return null;
  return {
    ...site,
    name: `${classOf(methodClass(state, type, 'operator()'))}::operator()`,
    object: made === null ? callee : null,
  };
}

/** The type whose constructor a call may be: `Vec<T, 3>` of `Vec<T, 3>(x, y)`. */
export function typeCalled({ name, templateArguments }: CallSite): string {
  return templateArguments.length === 0
    ? name
    : `${name}<${templateArguments.map(({ text }) => text).join(', ')}>`;
}

/** A call by its parts; null for what is none. */
export function callSite(node: Node): CallSite | null {
  const callee = calleeOf(node);
  const argumentList = node.childForFieldName('arguments');
  if (callee === null || argumentList === null) return null;
  const { name, object, templates } = calleeParts(callee);
  return {
    node,
    name,
    qualifiedName: before(callee.text, '<'),
    templateArguments: templates === null ? [] : namedChildren(templates),
    argumentNodes: namedChildren(argumentList),
    object,
  };
}

/** What is called; `(half)(a + b)` reads as a call of `(half)`, which is one of `half`. */
function calleeOf(node: Node): Node | null {
  let callee = node.childForFieldName('function');
  while (callee?.type === 'parenthesized_expression' && namedChildren(callee).length === 1)
    callee = namedChildren(callee)[0]!;
  return callee;
}

function calleeParts(callee: Node): { name: string; object: Node | null; templates: Node | null } {
  switch (callee.type) {
    case 'template_function':
    case 'template_method': {
      const inner = callee.childForFieldName('name');
      return {
        name: inner?.text ?? callee.text,
        object: null,
        templates: callee.childForFieldName('arguments'),
      };
    }
    case 'qualified_identifier': {
      const inner = callee.childForFieldName('name');
      return inner === null ? { name: callee.text, object: null, templates: null } : calleeParts(inner);
    }
    case 'field_expression': {
      const member = callee.childForFieldName('field');
      const parts = member === null ? null : calleeParts(member);
      return {
        name: parts?.name ?? callee.text,
        templates: parts?.templates ?? null,
        object: callee.childForFieldName('argument'),
      };
    }
    default:
      return { name: callee.text, object: null, templates: null };
  }
}

/** The target type of `static_cast<T>(x)`, `T(x)` or `float(x)`; null when the call is none of them. */
function castType(state: KernelState, node: Node, site: CallSite): CType | null {
  if (CASTS.has(site.name)) {
    const target = site.templateArguments[0];
    return target === undefined ? null : descriptorType(target, state.resolver);
  }
  const callee = calleeOf(node);
  if (callee?.type === 'primitive_type') return builtinType(callee.text);
  if (site.object !== null || state.lookup(site.name) !== null) return null;
  const named = state.resolver.namedType(typeCalled(site)) ?? builtinType(site.name);
  return named === null || state.context.names.deviceFunctions(site.name).length > 0 ? null : named;
}

function construct(state: KernelState, site: CallSite, type: CType): Value {
  const values = site.argumentNodes.map((argument) => lowerExpression(state, argument));
  const [first] = values;
  if (first !== undefined && values.length === 1) return convertTo(state, first, type);
  return aggregateOf(state, values, type, site.node.text);
}

/** Several values as one aggregate in registers. */
export function aggregateOf(state: KernelState, values: readonly Value[], type: CType, text: string): Value {
  const sources = values.reduce((all, value) => all | value.sources, 0);
  const whole = state.table.opaque(type, state.varying, sources, values, text);
  state.lists.set(whole, values);
  return whole;
}

/** A kernel that a kernel launches. */
const LAUNCH = /^[\w:]+\s*(?:<[^<>()]*>\s*)?<<</;

/** A call whose body is not at hand: its arguments are computed, the call itself counts nothing. */
function unknownCall(state: KernelState, site: CallSite): Value {
  const name = site.qualifiedName;
  const isLaunch = LAUNCH.test(site.node.text);
  state.assume(message(isLaunch ? 'cuda.launchedInside' : 'cuda.unknownFunction', { name }), { omits: name });
  for (const argument of site.argumentNodes) {
    const place = argument.type === 'pointer_expression' ? lowerPlace(state, argument) : null;
    if (place === null) state.demand(lowerExpression(state, argument));
  }
  state.invalidateMemory();
  return unknownValue(state, site.node, F32);
}
