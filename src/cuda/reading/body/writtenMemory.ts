import type { MemoryPart, WrittenMemory } from '../values/graph';
import type { Node } from 'web-tree-sitter';
import { namedChildren, ofNode } from '../../syntax/nodes';
import { isPureCall } from './changedVariables';
import { changesOf, type Changes } from './induction';
import { acceptsCount, parameterNames } from './inlining';
import { resolvePointer } from './places';
import type { KernelState, Variable } from './state';
import { partOf } from '../values/memoryParts';

/** Memory that a place or a pointer lies in; null where that is not known. */
type Parts = readonly MemoryPart[] | null;

/**
 * What a name leads to where code stands; null where that is not known.
 * @param isMember whether a member of it is asked for, not what one points to
 */
type Names = (name: string, isMember?: boolean) => Parts;

/** Functions that are looked into, one in the other. */
const DEPTH = 4;

const ATOMICS = /^atomic[A-Z]\w*$/;
/** Conversions to and from halves, which CUDA's headers write as assembly: to the compiler it may write global memory. */
const HALF_CONVERSION = /^__(half|bfloat16|low|high|(u?(int|short|ll)|float|double)2(half|bfloat16))/;

/** The memory that code may write, as far as its pointers can be told where it stands. */
export function writtenMemory(
  state: KernelState,
  nodes: readonly Node[],
  changes: Pick<Changes, 'targets' | 'calls' | 'whole'>,
): WrittenMemory {
  const names = within(nodes, changes.whole, (name, isMember) => {
    const variable = state.lookup(name);
    if (variable === null) return null;
    const isOwn = isMember === true && isInRegisters(variable);
    return isOwn ? [] : partsOfVariable(state, variable, changes.whole.has(name));
  });
  const parts = joined([
    ...[...changes.whole].map((name) => partsReferred(state, nodes, name, names)),
    writtenBy(state, changes, names, 0),
  ]);
  return parts ?? 'everything';
}

/** The memory that a name stands for which code assigns to: none for a variable. */
function partsReferred(state: KernelState, nodes: readonly Node[], name: string, names: Names): Parts {
  const own = nodes.map((node) => declarationsIn(node).get(name)).find((one) => one !== undefined);
  if (own === undefined) return (state.lookup(name)?.alias ?? null) === null ? [] : names(name);
  return own?.isReference === true && own.from !== null ? partsAt(own.from, names) : [];
}

function writtenBy(
  state: KernelState,
  { targets, calls }: Pick<Changes, 'targets' | 'calls'>,
  names: Names,
  depth: number,
): Parts {
  return joined([
    ...targets.map((target) => partsOfMember(target, names) ?? partsAt(target, names)),
    ...calls.map((call) => partsOfCall(state, call, names, depth)),
  ]);
}

/** Parts of which some may be the same, each once. */
function joined(all: readonly Parts[]): Parts {
  const parts: MemoryPart[] = [];
  for (const some of all) {
    if (some === null) return null;
    for (const part of some)
      if (!parts.some(({ group, array }) => group === part.group && array === part.array)) parts.push(part);
  }
  return parts;
}

/** What lies around `a.b.c` where `a` is a name; null for other places, and where that is not known. */
function partsOfMember(target: Node, names: Names): Parts {
  let node: Node | null = target;
  while (node?.type === 'field_expression' && node.childForFieldName('operator')?.text === '.')
    node = node.childForFieldName('argument');
  return node !== target && node?.type === 'identifier' ? names(node.text, true) : null;
}

/** Tests for a structure of the thread's own: assigning to a member of it writes no memory. */
function isInRegisters({ alias, base, type }: Variable): boolean {
  if (alias !== null) return alias.kind === 'variable' && isInRegisters(alias.variable);
  return base === null && type.kind === 'struct';
}

/** What a place or a pointer lies in, by the name that it begins with. */
function partsAt(node: Node, names: Names): Parts {
  switch (node.type) {
    case 'identifier':
      return names(node.text);
    case 'subscript_expression':
    case 'pointer_expression':
      return partsOfInner(node.childForFieldName('argument'), names);
    case 'field_expression':
      // A member may be a pointer to anything.
      return node.childForFieldName('operator')?.text === '.' && node.parent?.type !== 'subscript_expression'
        ? partsOfInner(node.childForFieldName('argument'), names)
        : null;
    case 'parenthesized_expression':
      return partsOfInner(namedChildren(node)[0] ?? null, names);
    case 'cast_expression':
      return partsOfInner(node.childForFieldName('value'), names);
    case 'binary_expression': {
      const sides = ['left', 'right'].map((side) => partsOfInner(node.childForFieldName(side), names));
      return sides.find((side) => side !== null && side.length > 0) ?? null;
    }
    case 'call_expression':
      return /^(reinterpret|static|const)_cast\b/.test(node.childForFieldName('function')?.text ?? '')
        ? partsOfInner(namedChildren(node.childForFieldName('arguments') ?? node)[0] ?? null, names)
        : null;
    default:
      return null;
  }
}

function partsOfInner(node: Node | null, names: Names): Parts {
  return node === null ? null : partsAt(node, names);
}

/** @param isMoved whether the code sets the variable anew */
function partsOfVariable(
  state: KernelState,
  { alias, base, value, type }: Variable,
  isMoved: boolean,
): Parts {
  if (alias !== null)
    return alias.kind === 'memory' ? [partOf(alias.base)] : partsOfVariable(state, alias.variable, isMoved);
  if (base !== null) return [partOf(base)];
  if (value?.type.kind === 'pointer') {
    const pointed = resolvePointer(state, value).base;
    if (state.addressed.has(pointed)) return isMoved ? null : [];
    const part = partOf(pointed);
    return [isMoved ? { ...part, array: null } : part];
  }
  // Numbers, vectors and arrays in registers.
  const element = innermost(type);
  return element.kind === 'scalar' || element.kind === 'vector' ? [] : null;
}

function innermost(type: Variable['type']): Variable['type'] {
  return type.kind === 'array' ? innermost(type.element) : type;
}

/** Names as code has them that declares some itself. */
function within(nodes: readonly Node[], moved: ReadonlySet<string>, around: Names): Names {
  const declared = new Map(nodes.flatMap((node) => [...declarationsIn(node)]));
  const open = new Set<string>();
  const names: Names = (name, isMember) => {
    const own = declared.get(name);
    if (own === undefined) return around(name, isMember);
    if (own === null) return null;
    if (!own.isPointer) return [];
    if (own.from === null || moved.has(name) || open.has(name)) return null;
    open.add(name);
    const parts = partsAt(own.from, names);
    open.delete(name);
    return parts;
  };
  return names;
}

/** What code declares: something of the thread's own, or what leads to where an expression leads. */
interface Declared {
  readonly isPointer: boolean;
  readonly isReference: boolean;
  readonly from: Node | null;
}

/** Names that code declares; null for those that it declares more than once. */
const declarationsIn = ofNode((node): ReadonlyMap<string, Declared | null> => {
  const found = new Map<string, Declared | null>();
  for (const declaration of node.descendantsOfType('declaration')) {
    const isLocal = !/\b(__shared__|auto)\b/.test(declaration.text.split('=', 1)[0]!);
    for (const declarator of declaration.childrenForFieldName('declarator')) {
      const [name, declared] = declarator === null ? [null, null] : declaredBy(declarator, isLocal);
      if (name !== null) found.set(name, found.has(name) ? null : declared);
    }
  }
  return found;
});

function declaredBy(declarator: Node, isLocal: boolean): readonly [string | null, Declared] {
  const value = declarator.type === 'init_declarator' ? declarator.childForFieldName('value') : null;
  let inner: Node | null = declarator;
  let [isPointer, isReference] = [!isLocal, false];
  while (inner !== null && inner.type !== 'identifier') {
    isReference ||= inner.type === 'reference_declarator';
    isPointer ||= isReference || inner.type === 'pointer_declarator';
    inner = inner.childForFieldName('declarator') ?? namedChildren(inner)[0] ?? null;
  }
  return [inner?.text ?? null, { isPointer, isReference, from: value }];
}

/** What a call may write; null where that is not known. */
function partsOfCall(state: KernelState, call: Node, names: Names, depth: number): Parts {
  const { callee, given } = partsIn(call);
  if (ATOMICS.test(callee)) return partsOfInner(given[0] ?? null, names);
  if (HALF_CONVERSION.test(callee)) return [{ group: 'global', array: null }];
  const definitions = state.context.names
    .deviceFunctions(callee)
    .filter((one) => acceptsCount(one, given.length));
  if (definitions.length === 0 || depth === DEPTH) return null;
  const parts = given.map((argument) => partsAt(argument, names));
  return joined(definitions.map((definition) => writesOf(state).of(definition, parts, depth)));
}

/** What a call names, and what it gives. */
const partsIn = ofNode((call): { readonly callee: string; readonly given: readonly Node[] } => ({
  callee: call.childForFieldName('function')?.text ?? '',
  given: namedChildren(call.childForFieldName('arguments') ?? call),
}));

/**
 * What functions write, by what they are given. Each is looked into once for each way: where functions of many overloads
 * call such functions, ways through them are a power of the depth.
 */
class FunctionWrites {
  private readonly known = new Map<string, Parts>();
  /** Stand for definitions and arrays in keys. */
  private readonly numbers = new Map<object, number>();

  constructor(private readonly state: KernelState) {}

  of(definition: Node, given: readonly Parts[], depth: number): Parts {
    const key = `${depth} ${this.numberOf(definition)} ${given.map((parts) => this.keyOf(parts)).join()}`;
    let found = this.known.get(key);
    if (found === undefined)
      this.known.set(key, (found = partsOfFunction(this.state, definition, given, depth)));
    return found;
  }

  private keyOf(parts: Parts): string {
    if (parts === null) return '?';
    return parts
      .map(({ group, array }) => (array === null ? group : `${group}${this.numberOf(array)}`))
      .join('+');
  }

  private numberOf(one: object): number {
    let number = this.numbers.get(one);
    if (number === undefined) this.numbers.set(one, (number = this.numbers.size));
    return number;
  }
}

const writes = new WeakMap<KernelState, FunctionWrites>();

function writesOf(state: KernelState): FunctionWrites {
  let known = writes.get(state);
  if (known === undefined) writes.set(state, (known = new FunctionWrites(state)));
  return known;
}

function partsOfFunction(
  state: KernelState,
  definition: Node,
  given: readonly Parts[],
  depth: number,
): Parts {
  const body = definition.childForFieldName('body');
  if (body === null) return null;
  const parameters = new Map(parameterNames(definition).map((name, place) => [name, place]));
  const changes = changesOf([body], isPureCall);
  const inside = within([body], changes.whole, (name) => {
    const place = parameters.get(name);
    return place === undefined || changes.whole.has(name) ? null : (given[place] ?? null);
  });
  return writtenBy(state, changes, inside, depth + 1);
}
