import { noteArrayUse } from './arrayUses';
import { message } from '../../../kernel/message';
import { globalElement } from './constantTables';
import { coveredElements, memberCovered, readCovered, writeCovered } from './coveredElements';
import { noteUnionWrite, unionAround, unnamedHolder } from './unionMembers';
import { changedMembers, noteCopy } from './copiedObjects';
import { constantNumber, loadedNumber } from './deviceVariables';
import { registerView } from './registerViews';
import type { KernelState, Place, Variable } from './state';
import type { MemoryPlace } from './memoryContents';
import { readVariable, seenAs } from './variableValues';
import { isFoldable } from '../values/linear';
import { deeper, type Value, type WrittenMemory } from '../values/graph';
import { partOf, spaceOf } from '../values/memoryParts';

import {
  I32,
  elementType,
  scalar,
  sizeOf,
  sameType,
  type CType,
  type MemorySpace,
  type ScalarName,
  type VectorType,
} from '../values/types';
import { Source } from '../values/value';

/** What takes the place of a type that nothing tells. */
export const UNKNOWN_AS_FLOAT = message('cuda.countedAs.unknownType');

const LANES = ['.x', '.y', '.z', '.w'];

/** The type of a member; unknown members compute as the aggregate's lanes, else as 32-bit integers. */
export function memberType(type: CType, member: string, state: KernelState): CType {
  if (type.kind === 'vector') return scalar(type.scalar);
  const field =
    type.kind === 'struct' ? type.fields?.find((candidate) => candidate.name === member) : undefined;
  if (field !== undefined) return field.type;
  state.assume(message('cuda.unknownMember', { member }), { countedAs: UNKNOWN_AS_FLOAT });
  return scalar('f32');
}

/** Innermost elements in one object of `type`; null while a bound is unknown. */
function elementCount(type: CType): number | null {
  if (type.kind !== 'array') return 1;
  const inner = elementCount(type.element);
  return inner === null || type.length === null ? null : inner * type.length;
}

/** The place `index` objects of `type` behind `base` and `offset`. */
function elementPlace(
  state: KernelState,
  base: Value,
  offset: Value,
  index: Value,
  type: CType,
): MemoryPlace {
  const count = elementCount(type);
  const { table } = state;
  const stride =
    count === null
      ? table.symbol('(array bound)', I32, Source.unresolved, null, false)
      : table.constant(count, I32);
  const moved = table.binary('add', offset, table.binary('mul', index, stride));
  if (offset.constant !== 0) state.pointerSums.add(moved);
  if (spaceOf(base) !== 'local') noteUndeclared(state, elementType(type));
  return { kind: 'memory', base, index: moved, field: '', type };
}

/** Objects of CUDA's headers that are asked to do something and not read: their size does not matter. */
const HANDLE = /\b(?:barrier|fragment|arrival_token|pipeline\w*)\b/;

/** Says of what lies in memory that no declaration tells its size. */
function noteUndeclared(state: KernelState, type: CType): void {
  const isUndeclared = type.kind === 'opaque' || (type.kind === 'struct' && type.fields === null);
  if (!isUndeclared) return;
  const name = type.kind === 'opaque' ? type.text : type.name;
  if (HANDLE.test(name)) return;
  state.assume(message('cuda.undeclared', { name }), { undeclared: name });
}

/** Base and element offset of a pointer value. */
export function resolvePointer(state: KernelState, pointer: Value): { base: Value; index: Value } {
  if (pointer.kind !== 'pointer') return { base: pointer, index: state.table.constant(0, I32) };
  return { base: pointer.args[0]!, index: pointer.args[1]! };
}

/** Place that `*pointer` or `pointer[index]` denotes. */
export function dereference(state: KernelState, pointer: Value, index: Value): Place {
  const covered = coveredElements(state, pointer, index);
  if (covered !== null) return covered;
  const { base, index: offset } = resolvePointer(state, pointer);
  const pointed = state.addressed.get(base);
  if (pointed?.type.kind === 'array')
    return indexedPlace(state, pointed, state.table.binary('add', offset, index));
  if (pointed !== undefined && offset.constant === 0 && index.constant === 0) return pointed;
  const moved = state.table.binary('add', offset, index);
  if (pointed?.kind === 'variable' && pointed.variable.base === null) {
    const view = registerView(pointed, pointed.type, moved);
    if (view !== null) return view;
    state.indexedArrays.add(pointed.variable.name);
  }
  const target: CType = pointer.type.kind === 'pointer' ? pointer.type.to : pointeeOf(pointer.type, state);
  const place = elementPlace(state, base, offset, index, target);
  return isVolatile(pointer.type) || isVolatile(base.type) ? { ...place, isVolatile: true } : place;
}

function isVolatile(type: CType): boolean {
  return type.kind === 'pointer' && type.isVolatile === true;
}

function pointeeOf(type: CType, state: KernelState): CType {
  if (type.kind === 'array') return type.element;
  state.assume(
    type.kind === 'opaque'
      ? message('cuda.unknownTarget', { pointer: type.text })
      : message('cuda.noPointer'),
    { countedAs: UNKNOWN_AS_FLOAT },
  );
  return scalar('f32');
}

/** The address of a place as a pointer value. */
export function addressOf(state: KernelState, place: Place): Value {
  if (place.kind === 'memory') {
    const pointer = pointerTo(place.type, place.base);
    return state.table.pointer(place.base, place.index, pointer);
  }
  const { element } = place;
  if (element !== undefined && element.of.kind === 'variable' && isRow(element.of)) {
    const array = arrayAddress(state, element.of);
    return state.table.pointer(array, element.index, array.type);
  }
  // A pointer to a whole array leads to its first element.
  if (place.type.kind === 'array' && place.variable.base === null && isRow(place))
    return arrayAddress(state, place);
  const type: CType = { kind: 'pointer', to: place.type, space: 'local', readOnly: false };
  const address = state.table.symbol(`&${place.variable.name}${place.path}`, type, 0, null, false);
  // A function that is read in place of its call writes the variable itself, not memory.
  if (place.type.kind !== 'array' && isRegisterPath(place)) state.addressed.set(address, place);
  return address;
}

function pointerTo(type: CType, base: Value): CType {
  const space: MemorySpace = base.type.kind === 'pointer' ? base.type.space : 'generic';
  const readOnly = base.type.kind === 'pointer' && base.type.readOnly;
  return { kind: 'pointer', to: type, space, readOnly };
}

/** The member of a place, through references. */
export function memberPlace(state: KernelState, place: Place, member: string): Place {
  const referred = place.kind === 'variable' && place.path === '' ? place.variable.value : null;
  const reference = referred === null ? undefined : state.references.get(referred)?.get(member);
  if (reference !== undefined) return reference;
  const holder = unnamedHolder(place.type, member);
  if (holder !== null) return memberPlace(state, memberPlace(state, place, holder), member);
  const type = memberType(place.type, member, state);
  if (place.kind === 'variable') {
    const { variable, chosenIn } = place;
    const own = { kind: 'variable' as const, variable, path: `${place.path}.${member}`, type };
    return memberCovered(place, member) ?? (chosenIn === undefined ? own : { ...own, chosenIn });
  }
  if (type.kind === 'array') {
    const inner: CType = {
      kind: 'pointer',
      to: elementType(type),
      space: 'generic',
      readOnly: false,
    };
    const whole = state.table.pointer(place.base, place.index, pointerTo(place.type, place.base));
    const base = state.table.convert(state.table.extract(whole, `.${member}`, inner), {
      ...inner,
      space: spaceOf(place.base),
    });
    return { kind: 'memory', base, index: state.table.constant(0, I32), field: '', type };
  }
  return { ...place, field: `${place.field}.${member}`, type };
}

/** An element of an array place; an index known at compile time keeps a local array in registers. */
export function indexedPlace(state: KernelState, place: Place, index: Value): Place {
  const element: CType = place.type.kind === 'array' ? place.type.element : scalar('f32');
  if (place.kind === 'memory') {
    const inner = elementPlace(state, place.base, place.index, index, element);
    return isVolatile(place.base.type) ? { ...inner, isVolatile: true } : inner;
  }
  const path = `${place.path}[${index.constant ?? `#${index.id}`}]`;
  if (isFoldable(index)) {
    if (index.constant === null)
      state.chosenElements.set(place.variable, sizeOf(place.variable.type) ?? sizeOf(element) ?? 4);
    const chosenIn = deeper(place.chosenIn ?? state.root, index.region);
    const chosen = { ...place, path, type: element, chosenIn, element: { of: place, index } };
    if (element.kind !== 'array') noteArrayUse(state, chosen);
    return chosen;
  }
  state.indexedArrays.add(place.variable.name);
  return elementPlace(state, localBase(state, place.variable), state.table.constant(0, I32), index, element);
}

/** Tests whether a place is a local array of one dimension, or a row of one, in registers. */
function isRow({ variable, type }: Extract<Place, { kind: 'variable' }>): boolean {
  return variable.base === null && type.kind === 'array' && type.element.kind !== 'array';
}

/** A local array used as a value. Code read in place of a call reaches its elements in registers through it. */
export function arrayAddress(state: KernelState, place: Extract<Place, { kind: 'variable' }>): Value {
  const { variable } = place;
  if (variable.base !== null) return variable.base;
  if (!isRow(place)) {
    state.indexedArrays.add(variable.name);
    return localBase(state, variable);
  }
  const type: CType = { kind: 'pointer', to: elementType(place.type), space: 'local', readOnly: false };
  const name = `&${variable.name}#${state.numberOf(variable)}${place.path}`;
  const address = state.table.symbol(name, type, 0, null, false);
  state.addressed.set(address, place);
  return address;
}

/** The address of a local array in local memory. */
export function localBase(state: KernelState, variable: Variable): Value {
  const to = elementType(variable.type);
  state.objects.set(`&${variable.name}`, variable.type);
  return state.table.symbol(
    `&${variable.name}`,
    { kind: 'pointer', to, space: 'local', readOnly: false },
    0,
    null,
    false,
  );
}

/** The current value of a place; memory is read when something needs the value. */
export function readPlace(state: KernelState, place: Place): Value {
  if (place.kind === 'variable') return readCovered(state, place) ?? readVariable(state, place);
  if (place.type.kind === 'array') return decayed(state, place, place.type.element);
  const stored = state.contents.storedAt(place) ?? globalElement(state, place);
  if (stored !== null) return stored;
  const pointer = place.base.type;
  if (pointer.kind === 'pointer' && pointer.space === 'constant' && isFoldable(place.index)) {
    const number = constantNumber(state, place);
    if (number !== null) return number;
  }
  const lane = LANES.indexOf(place.field);
  if (
    lane >= 0 &&
    pointer.kind === 'pointer' &&
    pointer.to.kind === 'vector' &&
    !loadsByLane(state, place, pointer.to)
  )
    return readLane(state, place, pointer.to);
  return loadOf(state, place, epochAt(state, place));
}

/** Tests whether lanes are loaded one by one: those of vectors of three, but where copies of a loop join them. */
function loadsByLane(state: KernelState, { base, index }: MemoryPlace, vector: VectorType): boolean {
  return vector.lanes === 3 && !state.memory.isJoined({ base, index, type: vector }, state.here);
}

/** A lane of a vector in memory, which is loaded whole; a store to another lane leaves it as it is. */
function readLane(state: KernelState, place: MemoryPlace, vector: VectorType): Value {
  const { members } = state.contents;
  const kept = place.isVolatile ? null : members.at(place);
  if (kept !== null) return kept;
  const whole = loadOf(state, { ...place, field: '', type: vector }, epochAt(state, place));
  for (const field of LANES.slice(0, vector.lanes))
    members.note({ ...place, field }, state.table.extract(whole, field, place.type), state.here);
  return state.table.extract(whole, place.field, place.type);
}

function epochAt(state: KernelState, { base }: MemoryPlace): string {
  return state.contents.epochOf(base);
}

/** The state of memory that nothing writes. */
const UNCHANGED = 'read-only';

/** Tests whether nothing writes where a pointer leads. */
function isReadOnly({ type }: Value): boolean {
  return type.kind === 'pointer' && (type.readOnly || type.space === 'constant');
}

function memoryAt(state: KernelState, place: MemoryPlace): string {
  return isReadOnly(place.base) ? UNCHANGED : epochAt(state, place);
}

/** The load of a place while memory is as it was at `epoch`. */
export function loadOf(state: KernelState, place: MemoryPlace, epoch: string): Value {
  const { base, index, field, type } = place;
  const readOnly = isReadOnly(base);
  const region = readOnly ? state.root : state.changedIn(base);
  const text = textOf(place);
  if (place.isVolatile) return volatileLoad(state, place, text);
  const kept = readOnly ? null : state.contents.members.at(place);
  if (kept !== null) return kept;
  const memory = readOnly ? UNCHANGED : epoch;
  const first = firstLoadAt(state, place, memory);
  if (first !== null && !sameType(first.type, type)) return numberSeenAs(state, first, type);
  const number = loadedNumber(state, place);
  const load = state.table.load([base, index], field, type, memory, region, text, number);
  noteLoadAt(state, place, memory, load);
  noteCopy(state, load, { place, memory, region, at: state.here });
  state.ledger.noteRead(load, state.here);
  if (!state.ledger.isCharged(load, state.here)) {
    state.contents.read();
    state.deferred?.pin();
  }
  if (!readOnly) {
    state.contents.loaded(load);
    state.contents.members.note(place, load, state.here);
  }
  return load;
}

/** What was loaded first from the place of a number, under whatever type of that size; null where nothing was. */
function firstLoadAt(state: KernelState, place: MemoryPlace, memory: string): Value | null {
  const key = numberKey(place, memory);
  return key === null ? null : (state.loadsByPlace.get(key) ?? null);
}

/** A number in registers as one of another type of its size. */
function numberSeenAs(state: KernelState, number: Value, type: CType): Value {
  const seen = seenAs(state, number, type);
  return seen === number ? state.table.convert(number, type) : seen;
}

/** Tests whether the number at a place was loaded, and nothing may have changed it since. */
export function isLoaded(state: KernelState, place: MemoryPlace): boolean {
  return firstLoadAt(state, place, memoryAt(state, place)) !== null;
}

function noteLoadAt(state: KernelState, place: MemoryPlace, memory: string, load: Value): void {
  const key = numberKey(place, memory);
  if (key !== null && !state.loadsByPlace.has(key)) state.loadsByPlace.set(key, load);
}

function numberKey({ base, index, field, type }: MemoryPlace, memory: string): string | null {
  const bytes = type.kind === 'scalar' && field === '' ? sizeOf(type) : null;
  const [under] = base.args;
  const root = base.kind === 'convert' && under?.type.kind === 'pointer' ? under : base;
  return bytes === null ? null : `${root.id} ${index.id} ${bytes} ${memory}`;
}

/** A load that stands where it is written, whatever was loaded or stored before. */
function volatileLoad(state: KernelState, place: MemoryPlace, text: string): Value {
  const { base, index, field, type, pastL1 = true } = place;
  const epoch = `volatile ${state.volatileLoads.size}`;
  const load = state.table.load([base, index], field, type, epoch, state.varying, text);
  state.volatileLoads.add(load);
  if (pastL1) state.pastL1.add(load);
  state.demand(load);
  return load;
}

function textOf({ base, index, field }: MemoryPlace): string {
  return `${base.text}[${index.text}]${field}`;
}

/** An array used as a value: the address of its first element. */
function decayed(state: KernelState, place: Extract<Place, { kind: 'memory' }>, element: CType): Value {
  return state.table.pointer(place.base, place.index, pointerTo(element, place.base));
}

/** Assigns to a place: registers remember the value, memory is written now. */
export function writePlace(state: KernelState, place: Place, value: Value): void {
  if (place.kind === 'variable') {
    if (place.covers !== undefined) return writeCovered(state, place.covers, place.type, value);
    const stored = value.type.kind === 'pointer' ? value : state.table.convert(value, place.type);
    if (place.path === '') {
      place.variable.value = stored;
      place.variable.parts.clear();
    } else {
      const around = unionAround(place.variable.type, place.path);
      if (around !== null) noteUnionWrite(place.variable.parts, around, place.path);
      place.variable.parts.set(place.path, stored);
      if (!isRegisterPath(place)) state.demand(stored);
    }
    return;
  }
  if (state.unreadArrays.has(place.base)) return;
  const members = changedMembers(state, place, value);
  if (members !== null) {
    for (const { place: member, value: part } of members) writePlace(state, member, part);
    return;
  }
  const stored = place.type.kind === 'scalar' ? state.table.convert(value, place.type) : value;
  const region = state.here;
  if (state.deferred?.takes(place) === true) {
    state.deferred.add(place, stored);
    state.contents.stored({ place, value: stored, region, event: null });
    return;
  }
  state.demand(stored);
  state.settleLoads([partOf(place.base)]);
  const event = state.memory.store(place, stored, region);
  state.contents.stored({ place, value: stored, region, event });
}

/** Memory that other threads may have written behind a barrier. */
export const SHARED_BY_THREADS: WrittenMemory = (['global', 'shared'] as const).map((group) => ({
  group,
  array: null,
}));

/** An element chosen by an unrolled index stands for many: its values cannot be followed one by one. */
function isRegisterPath(place: Place): boolean {
  return place.kind === 'memory' || !place.path.includes('#');
}

/** Scalar members of an aggregate, for operators that the source defines on whole structs. */
export function scalarCount(type: CType): { name: ScalarName; count: number } {
  if (type.kind === 'scalar') return { name: type.scalar, count: 1 };
  if (type.kind === 'vector') return { name: type.scalar, count: type.lanes };
  if (type.kind === 'struct' && type.fields !== null && type.fields.length > 0) {
    const parts = type.fields.map((field) => scalarCount(field.type));
    return { name: parts[0]!.name, count: parts.reduce((sum, part) => sum + part.count, 0) };
  }
  return { name: 'f32', count: Math.max(1, (sizeOf(type) ?? 4) / 4) };
}
