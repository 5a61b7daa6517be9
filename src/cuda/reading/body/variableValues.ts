import { tableElement } from './constantTables';
import { memberOfCopy } from './copiedObjects';
import type { KernelState, Place, Variable } from './state';
import { writtenAround } from './unionMembers';
import { deeper, type Value } from '../values/graph';
import { chosenPaths } from '../values/layout';
import { isFloating, isHalf, sizeOf, type CType, type ScalarName } from '../values/types';
import { Source } from '../values/value';

const LANES = ['.x', '.y', '.z', '.w'];

/** The current value of a variable in registers, or of a part of one. */
export function readVariable(state: KernelState, place: Extract<Place, { kind: 'variable' }>): Value {
  const { variable, path } = place;
  if (path === '') return seenAs(state, wholeOf(state, variable, place.type), place.type);
  const others = writtenAround(variable, path);
  if (others !== null) return throughUnion(state, place, others);
  const part = memberAt(state, variable, path) ?? tableElement(state, place) ?? undefined;
  if (part !== undefined) return seenAs(state, part, place.type);
  const [, holder, within] = /^(.*)(@\d+)$/.exec(path) ?? [];
  const held = holder === undefined ? undefined : memberAt(state, variable, holder);
  if (held !== undefined) return state.table.extract(held, within!, place.type);
  if (variable.value?.kind === 'symbol' && !path.includes('['))
    return argumentMember(state, variable.name + path, place.type);
  if (variable.value !== null && isKnown(variable.value) && !path.includes('[#'))
    return (
      memberOfCopy(state, variable.value, path, place.type) ??
      state.table.extract(variable.value, path, place.type)
    );
  const value = state.table.opaque(
    place.type,
    deeper(variable.value?.region ?? state.root, place.chosenIn ?? state.root),
    Source.data,
    [...elementsAround(variable, path), ...copiedElements(state, variable, path)],
    `${variable.name}${path}`,
  );
  variable.parts.set(path, value);
  return value;
}

/** A member of a union as what others were given: their bits, which no instruction makes. */
function throughUnion(
  state: KernelState,
  { variable, path, type }: Extract<Place, { kind: 'variable' }>,
  written: readonly Value[],
): Value {
  const [only] = written;
  if (written.length === 1 && only !== undefined && sizeOf(only.type) === sizeOf(type))
    return seenAs(state, only, type);
  const sources = written.reduce((all, value) => all | value.sources, 0);
  return state.table.opaque(type, state.varying, sources, written, `${variable.name}${path}`);
}

/** The bits of a number as those of another type: no instruction makes them. */
export function seenAs({ table }: KernelState, value: Value, type: CType): Value {
  const isOther =
    value.type.kind === 'scalar'
      ? type.kind === 'vector' || (type.kind === 'scalar' && isOtherKind(value.type.scalar, type.scalar))
      : value.type.kind === 'vector' && type.kind === 'scalar';
  return isOther ? table.extract(value, 'as', type) : value;
}

function isOtherKind(a: ScalarName, b: ScalarName): boolean {
  return isFloating(a) !== isFloating(b) || isHalf(a) !== isHalf(b);
}

/** A variable's value; one whose members were written since is made of them and of what was there before. */
function wholeOf(state: KernelState, variable: Variable, type: CType): Value {
  const { parts } = variable;
  if (parts.size === 0 || (type.kind !== 'vector' && type.kind !== 'struct'))
    return variable.value ?? unset(state, variable, type);
  const value = variable.value ?? unset(state, { ...variable, parts: NO_PARTS }, type);
  // What an unrolled loop chooses was made where it was written.
  const members = [...parts].flatMap(([path, part]) => (path.includes('#') ? [] : [part]));
  // Of what was there before nothing is left where all members were written.
  const made = isCovered(type, parts) ? members : [value, ...members];
  const whole = state.table.opaque(type, state.varying, value.sources, made, variable.name);
  state.aggregates.set(whole, { value, parts: new Map(parts) });
  return whole;
}

/** Tests whether every member of an aggregate has a value of its own. */
function isCovered(type: CType, parts: ReadonlyMap<string, Value>): boolean {
  const members =
    type.kind === 'vector'
      ? LANES.slice(0, type.lanes)
      : type.kind === 'struct'
        ? (type.fields ?? []).map(({ name }) => `.${name}`)
        : [];
  return members.length > 0 && members.every((member) => parts.has(member));
}

/** A member of a variable as far as it has a value of its own. */
export function memberAt(state: KernelState, variable: Members, path: string): Value | undefined {
  return (
    variable.parts.get(path) ?? memberOf(state, variable.value, path) ?? listedMember(state, variable, path)
  );
}

/** What a variable holds, whole and by member. */
type Members = Pick<Variable, 'type' | 'value'> & { readonly parts: ReadonlyMap<string, Value> };

/** The member of an aggregate that was put together from members. */
function memberOf(state: KernelState, whole: Value | null, path: string): Value | undefined {
  const made = whole === null ? undefined : state.aggregates.get(whole);
  return made && (made.parts.get(path) ?? memberOf(state, made.value, path));
}

/** The member of an aggregate that was listed member by member, as `{a, b}` or `make_float2(a, b)`. */
function listedMember(
  state: KernelState,
  { type, value }: Pick<Variable, 'type' | 'value'>,
  path: string,
): Value | undefined {
  const list = value === null ? undefined : state.lists.get(value);
  if (list === undefined) return undefined;
  const place =
    type.kind === 'vector'
      ? LANES.indexOf(path)
      : type.kind === 'struct'
        ? (type.fields ?? []).findIndex(({ name }) => `.${name}` === path)
        : -1;
  return list[place];
}

/** Values that an element chosen by an unrolled loop may hold: those of any element of its array. */
function elementsAround({ type, value, parts }: Variable, path: string): readonly Value[] {
  const array = path.slice(0, Math.max(0, path.lastIndexOf('[')));
  if (!path.includes('#')) return [];
  if (type.kind !== 'array' && array === '') return [...(value === null ? [] : [value]), ...parts.values()];
  return [...parts].flatMap(([other, value]) => (other.startsWith(`${array}[`) ? [value] : []));
}

/** The elements of an array in a copied object, of which an unrolled loop chooses one in each copy. */
function copiedElements(state: KernelState, variable: Variable, path: string): readonly Value[] {
  if (variable.value === null || !isKnown(variable.value) || !path.includes('[#')) return [];
  return chosenPaths(variable.type, path).map(({ path: own, type }) =>
    readVariable(state, { kind: 'variable', variable, path: own, type }),
  );
}

/** Tests whether a value is made of something: an aggregate is opaque but has its members, a variable not set has none. */
function isKnown(value: Value): boolean {
  return value.kind !== 'opaque' || value.args.length > 0;
}

/** A step of a path into a base of a class, whose members have the names of the class's own. */
const BASE = /\.\([^()]*\)/g;

/** A member of a struct that is passed by value: an argument of its own; its pointers go to global memory. */
function argumentMember(state: KernelState, path: string, type: CType): Value {
  const name = path.replaceAll(BASE, '');
  const known = type.kind === 'scalar' ? (state.context.parameters.get(name) ?? null) : null;
  const typed: CType = type.kind === 'pointer' ? { ...type, space: 'global' } : type;
  return state.table.symbol(name, typed, Source.argument, known, known !== null);
}

const NO_PARTS = new Map<string, Value>();

/** An array read as a whole needs its elements; what has no value is some value. */
function unset(state: KernelState, variable: Variable, type: CType): Value {
  const parts = [...variable.parts.values()];
  const region = parts.length === 0 ? state.root : state.varying;
  const value = state.table.opaque(type, region, Source.data, parts, variable.name);
  if (parts.length === 0) variable.value = value;
  return value;
}
