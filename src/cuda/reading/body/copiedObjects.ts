import { vectorRuns } from '../../mix/cost/vectorRuns';
import { alignmentOf, leavesOf, memberIn } from '../values/layout';
import type { Value } from '../values/graph';
import type { CType } from '../values/types';
import { isSame, type MemoryPlace } from './memoryContents';
import type { CopiedObject, KernelState } from './state';

// A structure that is copied out of memory and whose members the compiler moves one by one: what nobody asks for is not
// loaded, and what stays as it was is not stored (LLVM's scalar replacement of aggregates).

/**
 * Notes a load of such a structure; where copies of a loop load words side by side with wide accesses, it is loaded whole.
 * The arm of a branch that was read on trial stands for no place.
 */
export function noteCopy(state: KernelState, load: Value, copy: Omit<CopiedObject, 'isTrial'>): void {
  if (state.memory.isJoined({ base: copy.place.base, index: copy.place.index, type: load.type }, state.here))
    return;
  if (movesByMember(load.type) && state.copies.get(load)?.isTrial !== false)
    state.copies.set(load, { ...copy, isTrial: state.ledger.isTrying });
}

/** Tests whether an object moves member by member: nothing aligns it so that a vector access moves several. */
function movesByMember(type: CType): boolean {
  if (type.kind === 'vector' ? type.lanes !== 3 : type.kind !== 'struct') return false;
  const leaves = leavesOf(type);
  return leaves.length > 1 && vectorRuns(leaves, alignmentOf(type), true).length === 0;
}

/** The load of a member of a structure that a variable holds; null where the structure was loaded whole. */
export function memberOfCopy(state: KernelState, whole: Value, path: string, type: CType): Value | null {
  const copy = state.copies.get(whole);
  if (copy === undefined || state.ledger.isCharged(whole, state.here)) return null;
  const { place, memory, region } = copy;
  const field = place.field + path;
  const text = `${whole.text}${path}`;
  const load = state.table.load([place.base, place.index], field, type, memory, region, text);
  state.ledger.standsWith(load, whole);
  state.ledger.noteRead(load, state.here);
  if (memory === state.contents.epochOf(place.base)) state.contents.loaded(load);
  state.copiedMembers.set(load, copy.at);
  // The compiler loads where the source copies, not under the conditions behind that.
  if (copy.at !== state.here && !state.ledger.isTrying) state.ledger.demand(load, copy.at);
  noteCopy(state, load, { ...copy, place: { ...place, field, type } });
  return load;
}

/** The members of a stored structure that differ from what is in its place; null for one that comes from elsewhere. */
export function changedMembers(
  state: KernelState,
  place: MemoryPlace,
  value: Value,
): readonly { readonly place: MemoryPlace; readonly value: Value }[] | null {
  const made = state.aggregates.get(value);
  const copy = made?.value === undefined || made.value === null ? undefined : state.copies.get(made.value);
  if (made === undefined || copy === undefined || !isSame(copy.place, place)) return null;
  if (copy.memory !== state.contents.epochOf(place.base)) return null;
  const members = [...made.parts].map(([path, part]) => ({
    path,
    part,
    type: memberIn(place.type, path)?.type,
  }));
  if (members.some(({ type, path }) => type === undefined || path.includes('[#'))) return null;
  return members.map(({ path, part, type }) => ({
    place: { ...place, field: place.field + path, type: type! },
    value: part,
  }));
}
