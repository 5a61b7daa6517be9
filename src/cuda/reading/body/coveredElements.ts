import { message } from '../../../kernel/message';
import type { Value } from '../values/graph';
import { isFoldable } from '../values/linear';
import { sizeOf, type CType } from '../values/types';
import { aggregateOf } from './calls';
import { indexedPlace, readPlace, resolvePointer, writePlace } from './places';
import { registerView, type VariablePlace } from './registerViews';
import type { KernelState, Place } from './state';

const LANES = ['x', 'y', 'z', 'w'];
/** Elements that one access takes at most: bytes of 16. */
const MOST = 16;

/**
 * The elements of a local array in registers that a pointer of a wider type leads to (`*(float4 *)&row[k]`): the compiler
 * keeps them there. Null for anything else; where such a pointer leads to parts of elements, that is said.
 */
export function coveredElements(state: KernelState, pointer: Value, index: Value): VariablePlace | null {
  if (pointer.type.kind !== 'pointer') return null;
  const { base, index: offset, behind } = sourceOf(state, pointer);
  const array = behind === null ? undefined : state.addressed.get(base);
  if (array?.kind !== 'variable' || array.variable.base !== null || behind === null) return null;
  const { to: type } = pointer.type;
  const place = state.table.binary('add', behind, index);
  if (array.type.kind !== 'array') {
    const view = offset.constant === 0 ? registerView(array, type, place) : null;
    if (view === null) state.indexedArrays.add(array.variable.name);
    return view;
  }
  const [bytes, wide] = [sizeOf(array.type.element), sizeOf(type)];
  const count = bytes === null || wide === null ? NaN : wide / bytes;
  const { table } = state;
  const first = table.binary('add', offset, table.binary('mul', place, table.constant(count, index.type)));
  if (!Number.isInteger(count) || count > MOST || !isFoldable(first)) {
    state.assume(message('cuda.castArray', { array: array.variable.name }));
    return null;
  }
  const covers = Array.from({ length: count }, (_, lane) =>
    indexedPlace(state, array, table.binary('add', first, table.constant(lane, index.type))),
  );
  return { kind: 'variable', variable: array.variable, path: '', type, covers };
}

/** What a pointer leads to behind its casts, and how far behind the cast it goes, in its own elements; null without one. */
function sourceOf(
  state: KernelState,
  pointer: Value,
): ReturnType<typeof resolvePointer> & { readonly behind: Value | null } {
  const outer = resolvePointer(state, pointer);
  let source = outer.base;
  while (source.kind === 'convert' && source.args[0]?.type.kind === 'pointer') source = source.args[0];
  if (source === outer.base) return { ...outer, behind: null };
  return { ...resolvePointer(state, source), behind: outer.index };
}

/** The value of covered elements; null for other places. */
export function readCovered(state: KernelState, { covers, type }: VariablePlace): Value | null {
  if (covers === undefined) return null;
  const values = covers.map((place) => readPlace(state, place));
  if (areLanes(covers, type)) return aggregateOf(state, values, type, values[0]!.text);
  const sources = values.reduce((all, value) => all | value.sources, 0);
  return state.table.opaque(type, state.varying, sources, values, values[0]!.text);
}

/** Assigns to covered elements what is stored there as one value. */
export function writeCovered(state: KernelState, covers: readonly Place[], type: CType, value: Value): void {
  const members = state.lists.get(value);
  covers.forEach((place, lane) => {
    const part = areLanes(covers, type)
      ? (members?.[lane] ?? state.table.extract(value, `.${LANES[lane]}`, place.type))
      : state.table.opaque(place.type, state.varying, value.sources, [value], value.text);
    writePlace(state, place, part);
  });
}

/** The element that a member of the wider type is; null for none. */
export function memberCovered({ covers, type }: VariablePlace, member: string): Place | null {
  return covers !== undefined && areLanes(covers, type) ? (covers[LANES.indexOf(member)] ?? null) : null;
}

/** Tests whether a wider type is a vector of elements. */
function areLanes(covers: readonly Place[], type: CType): boolean {
  const [first] = covers;
  return (
    type.kind === 'vector' &&
    type.lanes === covers.length &&
    first?.type.kind === 'scalar' &&
    first.type.scalar === type.scalar
  );
}
