import { message } from '../../kernel/message';
import type { Node } from 'web-tree-sitter';
import type { MixContext } from './context';
import { isPureCall } from '../reading/body/changedVariables';
import type { TypeResolver } from '../reading/body/declarators';
import { changesOf } from '../reading/body/induction';
import { parametersOf } from '../reading/body/inlining';
import { runFunctionBody } from '../reading/body/statements';
import { templateParameters } from '../reading/body/templateArguments';
import { KernelState, NO_READINGS, registerVariable, type EarlierReadings } from '../reading/body/state';
import { CopiesBesideStores } from './cost/copiesBesideStores';
import { NestedCopies } from './cost/nestedCopies';
import { JoinedMembers } from './cost/joinedMembers';
import { SideBySide } from './cost/sideBySide';
import { F32, type CType } from '../reading/values/types';
import { typeFromText, typeName } from '../reading/values/typeText';
import { Source } from '../reading/values/value';

/**
 * Passes until it is settled which local arrays live in local memory, how loops go that have to be followed, and which are
 * straight code once their branches are selections.
 */
const MAX_PASSES = 4;

/**
 * Reads a kernel's body; what it executes stands in the trace of the state's regions.
 * @param definition the kernel's `function_definition` node
 */
export function readKernel(
  definition: Node,
  context: MixContext,
  before: Pick<KernelState, 'indexedArrays'> | null = null,
): KernelState {
  let indexed: ReadonlySet<string> = before?.indexedArrays ?? new Set();
  let earlier: EarlierReadings = NO_READINGS;
  const writes = new Set(changesOf([definition], isPureCall).names.keys());
  for (let pass = 1; ; pass++) {
    const state = readOnce(definition, context, writes, indexed, earlier);
    const isIndexed = state.indexedArrays.size > indexed.size;
    // Arrays that only such numbers index are in registers: they are looked at again before that is settled.
    const isStepped = isIndexed && state.foundSteps.size > 0;
    const isSettled = !isIndexed && state.found.size === 0 && state.foundStraight.size === 0;
    if (pass === MAX_PASSES || isSettled) return state;
    if (!isStepped) indexed = state.indexedArrays;
    earlier = {
      followed: new Map([...earlier.followed, ...state.found]),
      straight: new Map([...earlier.straight, ...state.foundStraight]),
      stepped: isStepped ? new Map([...earlier.stepped, ...state.foundSteps]) : earlier.stepped,
    };
  }
}

function readOnce(
  definition: Node,
  context: MixContext,
  writes: ReadonlySet<string>,
  indexed: ReadonlySet<string>,
  earlier: EarlierReadings,
): KernelState {
  const state: KernelState = new KernelState(
    context,
    resolverFor(context, () => state),
    indexed,
    writes,
    earlier,
  );
  bindTemplate(state, definition);
  bindKernelParameters(state, definition);
  const body = definition.childForFieldName('body');
  if (body !== null) runFunctionBody(state, body);
  new SideBySide(state.ledger, state.objects).join(state.root);
  new JoinedMembers(state.ledger).join(state.root);
  new NestedCopies(state.ledger, state.objects).join(state.root);
  new CopiesBesideStores(state.ledger, state.memory).join(state.root);
  return state;
}

/** Binds the kernel's template parameters; a type that nobody gives counts as float. */
function bindTemplate(state: KernelState, definition: Node): void {
  const types = new Map<string, CType>();
  const values = new Map<string, number>();
  const open = new Set<string>();
  for (const { name, isType } of templateParameters(definition)) {
    const text = state.context.templateArguments.get(name)?.trim() ?? '';
    const number = text === 'true' ? 1 : text === 'false' ? 0 : Number(text);
    if (!isType && text !== '' && !Number.isNaN(number)) values.set(name, number);
    else if (!isType) open.add(name);
    if (!isType) continue;
    const type = text === '' ? null : typeFromText(text, state.resolver.namedType);
    if (type !== null && type.kind !== 'opaque') types.set(name, type);
    else {
      state.assume(message('cuda.unknownType', { name }), { undeclared: name });
      types.set(name, F32);
    }
  }
  state.templateScopes.push({ types, values, open });
}

/** Types and constants by name, template arguments of the functions being read first. */
function resolverFor(context: MixContext, state: () => KernelState): TypeResolver {
  const namedType = (name: string): CType | null => {
    for (const { types } of state().templateScopes.toReversed()) {
      const type = types.get(name);
      if (type !== undefined) return type;
    }
    return context.names.namedType(completeName(state(), name.replace(/^typename\s+/, '')));
  };
  return {
    namedType,
    constant: (node) => {
      const bound = new Map(state().templateScopes.flatMap(({ values }) => [...values]));
      const own = bound.get(node.text);
      if (own !== undefined) return { value: own, scalar: 'i32' };
      return context.names.constant(node, new Map([...bound, ...localConstants(state(), node)]));
    },
  };
}

/** Names in a type's arguments, and of the owner of a type (`T::value_type`), that are no templates themselves. */
const ARGUMENT = /(?<!::)\b[A-Za-z_]\w*\b(?! ?<)/g;

/** The name of a type with what template parameters and constants of the code being read stand for in its place. */
function completeName(state: KernelState, name: string): string {
  if (!/<|::/.test(name)) return name;
  const scopes = state.templateScopes.toReversed();
  return name.replaceAll(ARGUMENT, (word) => {
    for (const { types, values } of scopes) {
      const type = types.get(word);
      const text = type === undefined ? values.get(word) : typeName(type);
      if (text !== undefined && text !== null) return String(text);
    }
    return String(state.lookup(word)?.value?.constant ?? word);
  });
}

/**
 * Variables in an expression that hold a constant. Those that are made of template parameters have another value here
 * than where the text is read with the parameters' defaults.
 */
function localConstants(state: KernelState, node: Node): readonly (readonly [string, number])[] {
  return node.descendantsOfType(['identifier', 'type_identifier']).flatMap((one) => {
    const value = one === null ? null : (state.lookup(one.text)?.value?.constant ?? null);
    return value === null ? [] : [[one!.text, value] as const];
  });
}

/** Pointers of a kernel point to global memory; numbers known at the launch keep their values. */
function bindKernelParameters(state: KernelState, definition: Node): void {
  for (const { name, type } of parametersOf(definition, state)) {
    const passed: CType =
      type.kind === 'array' ? { kind: 'pointer', to: type.element, space: 'global', readOnly: false } : type;
    const typed: CType = passed.kind === 'pointer' ? { ...passed, space: 'global' } : passed;
    const known = state.context.parameters.get(name) ?? null;
    const numeric = typed.kind === 'scalar';
    const symbol = state.table.symbol(
      name,
      typed,
      Source.argument,
      numeric ? known : null,
      numeric && known !== null,
    );
    state.scopes[0]!.set(name, registerVariable(name, typed, symbol));
  }
}
