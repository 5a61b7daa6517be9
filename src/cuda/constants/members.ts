import { bracedList, elementFor } from '../syntax/braces';
import { foldText } from '../syntax/angles';
import type { Evaluation } from './evaluation';
import { madeMember } from './madeMembers';
import { isDim3, scalarOf } from './resolve';
import type { AssignedValue, ResolvedSymbol, Scope, TypeMember, VariableSymbol } from './scope';
import { bareType } from './types';
import { partNamed } from './objectParts';
import { unknownValue, type Value } from './value';
import { callValue, combine, evaluateOne, inOrder, reaching, variableValue } from './variables';
import { withoutTrailing } from '../../kernel/texts';

/** A variable, a member of one or an element of one, perhaps by its address: what can be asked for a member. */
const PATH = /^[\s&(]*([A-Za-z_]\w*(?:(?:\.|->)[A-Za-z_]\w*|\[[^[\]]*\])*)[\s)]*$/;

/** The path under which it stands that the number of a list's elements changes. */
export const sizePath = (list: string): string => `${list}.size`;

const member = (type: string, name: string): TypeMember => ({ type, name, extents: [] });

/** Structures of the CUDA runtime that describe launches and nodes of graphs (CUDA Runtime API). */
const RUNTIME: Readonly<Record<string, readonly TypeMember[]>> = {
  cudaKernelNodeParams: [
    member('void*', 'func'),
    member('dim3', 'gridDim'),
    member('dim3', 'blockDim'),
    member('unsigned int', 'sharedMemBytes'),
    member('void**', 'kernelParams'),
    member('void**', 'extra'),
  ],
  cudaMemsetParams: [
    member('void*', 'dst'),
    member('size_t', 'pitch'),
    member('unsigned int', 'value'),
    member('unsigned int', 'elementSize'),
    member('size_t', 'width'),
    member('size_t', 'height'),
  ],
};

/** Aliases of aliases that are followed: of a circle there is no end. */
const MOST_ALIASES = 8;

interface TypeFound {
  readonly bare: string;
  readonly found: ResolvedSymbol | null;
  readonly from: Scope;
}

/** A data member with its place in a braced initialiser. */
interface PlacedMember {
  readonly place: number;
  readonly member: TypeMember;
  /** Where its default is read. */
  readonly scope: Scope;
}

/** A member of a type by its name; null where the type or the member is not known. */
export function memberOf(type: string, name: string, scope: Scope): PlacedMember | null {
  const { bare, found, from } = behindAliases(type, scope);
  if (found === null) return memberIn(RUNTIME[bare] ?? [], name, from);
  return found.symbol.kind === 'type' ? memberIn(found.symbol.members, name, found.scope) : null;
}

/** The data members of a class, an alias of one included, and where their defaults are read; null for other types. */
export function membersOf(
  type: string,
  scope: Scope,
): { readonly members: readonly TypeMember[]; readonly scope: Scope } | null {
  const { found } = behindAliases(type, scope);
  if (found?.symbol.kind !== 'type' || found.symbol.members.length === 0) return null;
  return { members: found.symbol.members, scope: found.scope };
}

/** What a type is an alias of: its name, what that stands for if anything, and where it was looked for. */
function behindAliases(type: string, from: Scope, depth = 0): TypeFound {
  const bare = withoutTrailing(bareType(type), '*&');
  const found = from.lookup(bare);
  if (found?.symbol.kind !== 'type' || found.symbol.target === null || depth > MOST_ALIASES)
    return { bare, found, from };
  return behindAliases(found.symbol.target, found.scope.parent ?? found.scope, depth + 1);
}

function memberIn(members: readonly TypeMember[], name: string, scope: Scope): PlacedMember | null {
  const place = members.findIndex((member) => member.name === name);
  return place < 0 ? null : { place, member: members[place]!, scope };
}

/**
 * `owner.name` from what the owner was given as a whole (braces, another variable, a caller's argument) and from
 * what was assigned to the member; null where the code says nothing of it.
 */
export function memberValue(
  owner: ResolvedSymbol & { readonly symbol: VariableSymbol },
  name: string,
  evaluation: Evaluation,
  from: Scope,
): Value | null {
  const { symbol } = owner;
  const path = `${symbol.name}.${name}`;
  const assigned = owner.scope.own(path);
  const own = assigned?.kind === 'variable' ? assigned.values : NONE;
  const whole = new Set(symbol.values);
  if (whole.size === 0 && own.length > 0) return null;
  if (whole.size === 0)
    return (
      ofComponents(owner.scope, path, evaluation, from) ?? defaultValue(symbol.type, name, evaluation, from)
    );
  const all = merged(symbol.values, own, name);
  const { values } = reaching(all, evaluation, from);
  const compute = () =>
    combine(
      values.map((value) =>
        whole.has(value)
          ? memberOfWhole(value, owner, name, evaluation, from)
          : evaluateOne(value, owner, symbol, evaluation, from),
      ),
      path,
    );
  const guarded = () => evaluation.within(all, compute) ?? unknownValue(path);
  return values.length === 0 ? null : evaluation.remember(values, from, guarded);
}

/** A `dim3` of an object whose components are assigned one by one (`launch.grid.x = …`); null where none is. */
function ofComponents(scope: Scope, path: string, evaluation: Evaluation, from: Scope): Value | null {
  const isAssigned = ['x', 'y', 'z'].some((axis) => scope.own(`${path}.${axis}`)?.kind === 'variable');
  if (!isAssigned) return null;
  const symbol: VariableSymbol = { kind: 'variable', name: path, type: 'dim3', extents: [], values: [] };
  return variableValue({ symbol, scope }, symbol, evaluation, from);
}

/** One list for each member of a variable, so that what was computed from it can be found again. */
const MERGED = new WeakMap<
  readonly AssignedValue[],
  Map<string, { readonly own: readonly AssignedValue[]; readonly list: readonly AssignedValue[] }>
>();

const NONE: readonly AssignedValue[] = [];

function merged(
  whole: readonly AssignedValue[],
  own: readonly AssignedValue[],
  name: string,
): readonly AssignedValue[] {
  const members = MERGED.get(whole) ?? new Map();
  MERGED.set(whole, members);
  const known = members.get(name);
  if (known?.own === own) return known.list;
  const list = inOrder([...whole, ...own]);
  members.set(name, { own, list });
  return list;
}

function memberOfWhole(
  value: AssignedValue,
  owner: ResolvedSymbol & { readonly symbol: VariableSymbol },
  name: string,
  evaluation: Evaluation,
  from: Scope,
): Value {
  const { symbol } = owner;
  const unknown = unknownValue(`${symbol.name}.${name}`);
  if (value.calls !== undefined) {
    const calls = value.calls()?.map(({ text, scope }) => ({ text: memberText(text, name), scope }));
    if (calls?.some(({ text }) => text === null) !== false) return unknown;
    return callValue(calls as { text: string; scope: Scope }[], unknown.text, evaluation);
  }
  // Of a structure that something wrote the member is what has no number.
  if (value.text === null) {
    const whole = evaluateOne(value, owner, { ...symbol, name: unknown.text }, evaluation, from);
    return partNamed(whole, name) ?? whole;
  }
  const usedAt = from.place?.flow === value.place?.flow ? from.place?.usedAt : undefined;
  const scope = value.place?.flow.at(value.place.at, usedAt) ?? owner.scope;
  const made = madeMember(value.text, symbol.type, name, scope, evaluation);
  if (made !== null && made.unknowns.length === 0) return made;
  const braces = bracedList(value.text);
  if (braces === null) {
    const text = memberText(value.text, name);
    if (text !== null) return evaluation.evaluate(text, scope);
    return partNamed(evaluation.evaluate(value.text, scope), name) ?? unknown;
  }
  const type = braces.type === '' ? symbol.type : braces.type;
  const placed = memberOf(type, name, scope);
  if (placed === null) return unknown;
  const element = elementFor(braces.elements, name, placed.place);
  if (element !== undefined) return evaluation.evaluate(element, scope);
  return defaultValue(type, name, evaluation, scope) ?? zero(placed, evaluation) ?? unknown;
}

/** `a` and `&a` have the member `a.name`. */
function memberText(text: string, name: string): string | null {
  const path = PATH.exec(foldText(text))?.[1];
  return path === undefined ? null : `${path}.${name}`;
}

/** What a member without a value of its own begins with: its default, and one thread or block for a `dim3`. */
function defaultValue(type: string, name: string, evaluation: Evaluation, from: Scope): Value | null {
  const placed = memberOf(type, name, from);
  if (placed === null || /[*&]\s*$/.test(type)) return null;
  const { member, scope } = placed;
  if (member.default !== undefined) return evaluation.evaluate(member.default, scope);
  return isDim3(member.type) ? evaluation.evaluate('dim3(1)', scope) : null;
}

/** A scalar that braces leave out is zero. */
function zero({ member, scope }: PlacedMember, evaluation: Evaluation): Value | null {
  return scalarOf(member.type, scope) === null ? null : evaluation.evaluate('0', scope);
}
