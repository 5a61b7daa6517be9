import { message } from '../../../kernel/message';
import type { Node } from 'web-tree-sitter';
import { namedChildren } from '../../syntax/nodes';
import { declareBindings } from './bindings';
import { elementPath } from './constantTables';
import { constructedNames } from './constructed';
import { declaredNames, type DeclaredName } from './declarators';
import { convertTo } from './operators';
import { lowerExpression } from './expressions';
import { constructedObject, hasConstructor } from './objects';
import { lowerPlace } from './lvalues';
import { lambdaHere } from './lambdas';
import { nameClass } from './localTypes';
import { localBase, memberType, readPlace } from './places';
import { registerVariable, type KernelState, type Variable } from './state';
import { isOnlyStored } from './unreadArrays';
import { F32, I32, elementType, sameType, type CType, type MemorySpace } from '../values/types';
import { type Value } from '../values/graph';
import { Source } from '../values/value';

/** Declares variables and runs their initialisers; the last one declared. */
export function runDeclaration(state: KernelState, node: Node, bare = false): Variable | null {
  let last: Variable | null = null;
  const specifier = node.childForFieldName('type');
  if (specifier !== null) nameClass(state, specifier);
  const names = [...declaredNames(node, state.resolver), ...constructedNames(state, node)];
  for (const declared of names) {
    const initializer = declared.initializer ?? (bare ? node.childForFieldName('value') : null);
    last = declare(state, node, { ...declared, initializer });
    state.declare(last);
  }
  declareBindings(state, node);
  return last;
}

/** What stands in the brackets of `C c{…}` and `C c(…)`. */
const LISTS = /^(argument|initializer|parameter)_list$/;

function declare(state: KernelState, node: Node, declared: DeclaredName): Variable {
  const { name, type, initializer, space } = declared;
  if (space !== null && space !== 'local') {
    const alignment = state.context.source.alignmentOf(node);
    const variable = memoryVariable(state, declared, space, alignment);
    if (space === 'shared' && isOnlyStored(node, name)) state.unreadArrays.add(variable.base!);
    return variable;
  }
  if (initializer?.type === 'lambda_expression')
    return { ...registerVariable(name, type, null), lambda: lambdaHere(state, initializer) };
  const reference = declared.isReference && initializer !== null ? lowerPlace(state, initializer) : null;
  if (reference !== null) return { ...registerVariable(name, reference.type, null), alias: reference };
  if (type.kind === 'array') return localArray(state, node, declared);
  const variable = plainVariable(state, declared);
  const isIndexed = type.kind === 'vector' || type.kind === 'struct';
  return isIndexed && state.indexedArrays.has(name) ? spilled(state, node, variable) : variable;
}

function plainVariable(state: KernelState, { name, type, initializer }: DeclaredName): Variable {
  if (initializer === null) return registerVariable(name, type, null);
  if (LISTS.test(initializer.type) && hasConstructor(state, type))
    return registerVariable(
      name,
      type,
      constructedObject(state, initializer, type, namedChildren(initializer)),
    );
  return initialized(state, name, type, initializer);
}

/** A variable of which a part is chosen when the kernel runs: it lies in local memory, with what it begins with. */
function spilled(state: KernelState, node: Node, variable: Variable): Variable {
  const { type } = variable;
  noteLocalMemory(state, node, variable.name);
  const base = localBase(state, variable);
  if (variable.value !== null || variable.parts.size > 0) {
    const value = readPlace(state, { kind: 'variable', variable, path: '', type });
    state.demand(value);
    state.memory.store({ base, index: state.table.constant(0, I32), field: '', type }, value, state.here);
  }
  return { ...variable, base, value: null, parts: new Map() };
}

/** Says that a variable lies in local memory: which of its accesses the compiler joins or saves is not known here. */
function noteLocalMemory(state: KernelState, node: Node, name: string): void {
  state.assumeAt(node, message('cuda.localMemory', { name }));
}

function memoryVariable(
  state: KernelState,
  { name, type, isVolatile }: DeclaredName,
  space: MemorySpace,
  alignment: number | null,
): Variable {
  const pointer: CType = { kind: 'pointer', to: elementType(type), space, readOnly: false, isVolatile };
  const base = state.table.symbol(`&${name}`, pointer, 0, null, false);
  const isAligned = type.kind === 'array' && alignment !== null;
  state.objects.set(base.name, isAligned ? { ...type, alignment } : type);
  return { name, type, space, base, value: null, parts: new Map(), alias: null, lambda: null };
}

/** A local array is in registers unless some index into it is unknown at compile time. */
function localArray(state: KernelState, node: Node, declared: DeclaredName): Variable {
  const { name, type, initializer } = declared;
  const plain = registerVariable(name, sized(type, initializer), null);
  const inMemory = state.indexedArrays.has(name);
  if (inMemory) noteLocalMemory(state, node, name);
  const variable = inMemory ? { ...plain, base: localBase(state, plain) } : plain;
  if (initializer?.type !== 'initializer_list') return variable;
  const element = elementType(type);
  flatten(initializer).forEach((node, place) => {
    const value = convertTo(state, lowerExpression(state, node), element);
    if (variable.base === null) return void variable.parts.set(elementPath(variable.type, place), value);
    state.demand(value);
    const index = state.table.constant(place, I32);
    state.memory.store({ base: variable.base, index, field: '', type: element }, value, state.here);
  });
  return variable;
}

/** `int a[] = {1, 2}` has as many elements as its initialiser. */
function sized(type: CType, initializer: Node | null): CType {
  if (type.kind !== 'array' || type.length !== null || initializer?.type !== 'initializer_list') return type;
  if (initializer.parent?.childForFieldName('declarator')?.childForFieldName('size')) return type;
  return { ...type, length: namedChildren(initializer).length };
}

function flatten(list: Node): Node[] {
  return namedChildren(list).flatMap((child) =>
    child.type === 'initializer_list' ? flatten(child) : [child],
  );
}

function initialized(state: KernelState, name: string, type: CType, initializer: Node): Variable {
  const list = LISTS.test(initializer.type);
  const values = list ? namedChildren(initializer).map((child) => lowerExpression(state, child)) : [];
  const [only, ...others] = values;
  const isCopy = only !== undefined && others.length === 0 && sameType(only.type, type);
  if (list && !isCopy && (type.kind === 'struct' || type.kind === 'vector'))
    return aggregateVariable(state, name, type, values);
  const value = list ? values[0] : lowerExpression(state, initializer);
  if (value === undefined) return registerVariable(name, type, null);
  if (isDeduced(type)) return registerVariable(name, value.type, value);
  const converted =
    type.kind === 'pointer' && value.type.kind !== 'pointer' ? value : convertTo(state, value, type);
  return registerVariable(name, converted.type.kind === 'pointer' ? converted.type : type, converted);
}

/** `auto`, `auto *`, and class templates that are built from one value. */
function isDeduced(type: CType): boolean {
  if (type.kind === 'pointer') return type.to.kind === 'opaque' && /\bauto\b/.test(type.to.text);
  return type.kind === 'opaque';
}

function aggregateVariable(
  state: KernelState,
  name: string,
  type: CType,
  values: readonly Value[],
): Variable {
  const members =
    type.kind === 'vector'
      ? ['x', 'y', 'z', 'w']
      : type.kind === 'struct'
        ? (type.fields ?? []).map((field) => field.name)
        : [];
  const variable = registerVariable(name, type, null);
  members.forEach((member, place) => {
    const value = values[place];
    const declared = memberType(type, member, state);
    variable.parts.set(
      `.${member}`,
      value === undefined
        ? state.table.opaque(declared ?? F32, state.root, Source.data, [], member)
        : convertTo(state, value, declared),
    );
  });
  return variable;
}
