import { message } from '../../../kernel/message';
import type { InstructionClass } from '../../../kernel/instructionClasses';
import type { MemorySpace } from '../../../kernel/program';
import { ASYNC_COPY } from '../../reading/body/asyncCopies';
import type { ChargeEvent, Value } from '../../reading/values/graph';
import { partOf } from '../../reading/values/memoryParts';
import { add, constantForm } from '../index/form';
import type { UnrolledRegion } from '../index/unrolledRegion';
import type { KernelContext } from '../kernelContext';
import type { AccessDraft, Item, OrderedSpace } from '../schedule/item';
import { producersOfAll } from '../schedule/producers';
import { formTarget, type ArrayDraft, type Target } from './arrays';
import { dataTarget } from './dataTarget';
import { paddedSize } from '../../reading/values/layout';
import { textureTarget } from './texture';
import type { PlaceKey } from './placeKey';

const WIDEST = 16;

/** Instructions that an event stands for. */
export interface MemoryItems {
  readonly fresh: readonly Item[];
  /** Instructions that produce the event's value: the fresh ones, or the wide load of an earlier body. */
  readonly producers: readonly Item[];
}

/** The memory instructions that an event stands for. */
export function memoryItems(context: KernelContext, charged: ChargeEvent, at: UnrolledRegion): MemoryItems {
  const event = at.isSingle && isSharedByCopies(charged) ? { ...charged, count: 1 } : charged;
  const shared = sharedLoad(context, event, at);
  if (shared !== null) return { fresh: [], producers: [shared] };
  const { array, target } = resolved(context, event, at);
  const kind = kindOf(event.name, array.facts.space);
  const space = orderedSpace(array.facts.space, event, kind);
  const place = placeOf(context, event, at);
  const key = kind === 'load' && event.callee !== ASYNC_COPY ? keyOf(context, event, place, space) : null;
  const known = key === null ? null : at.availableLoads.find(key);
  if (known !== null) return { fresh: [], producers: shareable(context, event, at, known) };
  const gathered = kind === 'store' && event.count < 1 ? gatheredStore(context, event, at, target) : null;
  if (gathered === 'waits') return { fresh: [], producers: [] };
  const items = itemsOf(context, event, at, {
    ...{ array, kind, space, place },
    ...(gathered ?? { target, earlier: [] }),
  });
  if (key !== null) at.availableLoads.add(key, items);
  if (kind === 'store' && space !== null && place !== null) noteStored(context, event, at, { place, space });
  else if (kind !== 'load' && space !== null) context.written.changed([space]);
  return { fresh: items, producers: shareable(context, event, at, items) };
}

/** Tests whether one access serves several copies of a loop's body. */
function isSharedByCopies({ access, count, wide }: ChargeEvent): boolean {
  return access !== null && count < 1 && wide === undefined;
}

/** What is stored is in a register for the copies of an unrolled loop behind, until its place changes again. */
function noteStored(
  context: KernelContext,
  event: ChargeEvent,
  at: UnrolledRegion,
  { place, space }: { readonly place: PlaceKey; readonly space: OrderedSpace },
): void {
  context.written.stored(space, place);
  if (event.count === 1 && event.access?.type.kind === 'scalar')
    at.availableLoads.add(loadKey(context, 1, place, space), producersOfAll(event.needs, at));
}

/** Key of a load: address, width and state of memory; null for one that is made each time. */
function keyOf(
  context: KernelContext,
  { count, makes }: ChargeEvent,
  place: PlaceKey | null,
  space: OrderedSpace | null,
): string | null {
  if (place === null || (makes !== null && context.state.volatileLoads.has(makes))) return null;
  return loadKey(context, count, place, space);
}

/** @param space null for memory that nothing writes */
function loadKey(context: KernelContext, count: number, place: PlaceKey, space: OrderedSpace | null): string {
  const state = space === null ? '' : context.written.stateOf(space, place);
  return `${count} ${state} ${place.place}`;
}

/** The place of an access; null for one that the source wants each time, or that has no address. */
function placeOf(context: KernelContext, { access }: ChargeEvent, at: UnrolledRegion): PlaceKey | null {
  const type = access?.base.type;
  if (access === null || type?.kind !== 'pointer' || type.isVolatile === true) return null;
  return context.addressKeys.of(access, at);
}

function sizeOfAccess(access: ChargeEvent['access']): number {
  return access === null ? 4 : paddedSize(access.type);
}

/** A wide load serves the bodies behind it, too. */
function shareable(
  context: KernelContext,
  event: ChargeEvent,
  at: UnrolledRegion,
  items: readonly Item[],
): readonly Item[] {
  const { count, makes } = event;
  if (count < 1 && makes !== null)
    context.sharedLoads.set(wideKey(event, at), { item: items[0]!, left: 1 - count });
  return items;
}

/** What the events have in common that one wide access serves: copies of one, or several side by side. */
function wideKey({ wide, makes, rows = [] }: ChargeEvent, at: UnrolledRegion): string {
  const row = rows.map((loop) => at.holderOf(loop).iteration?.constant);
  return wide === undefined ? `value ${makes?.id} ${row.join(' ')}` : `wide ${wide}`;
}

/** A store that several bodies make together, at the place of the first: it waits until the last value is there. */
function gatheredStore(
  context: KernelContext,
  event: ChargeEvent,
  at: UnrolledRegion,
  target: Target,
): Pick<Planned, 'target' | 'earlier'> | 'waits' {
  const { left, ...gathered } = context.wideStores.get(event.wide ?? event) ?? {
    target,
    earlier: [],
    left: 1,
  };
  if (left - event.count < 1e-6) {
    context.wideStores.delete(event.wide ?? event);
    return gathered;
  }
  const earlier = [...gathered.earlier, ...producersOfAll(neededBy(event), at)];
  context.wideStores.set(event.wide ?? event, { target: gathered.target, earlier, left: left - event.count });
  return 'waits';
}

interface Resolved {
  readonly array: ArrayDraft;
  readonly target: Target;
}

interface Planned extends Resolved {
  readonly kind: Item['kind'];
  readonly space: OrderedSpace | null;
  readonly place: PlaceKey | null;
  /** What values of earlier bodies come from, for a store that they share. */
  readonly earlier: readonly Item[];
}

function itemsOf(
  context: KernelContext,
  event: ChargeEvent,
  at: UnrolledRegion,
  { array, target, kind, space, earlier, ...planned }: Planned,
): readonly Item[] {
  const count = Math.max(1, Math.round(event.count));
  const bytes = sizeOfAccess(event.access);
  const moved = event.count < 1 ? Math.round(bytes / event.count) : Math.ceil(bytes / count);
  const laneBytes = Math.min(WIDEST, Math.max(1, moved));
  const needs = [...new Set([...earlier, ...producersOfAll(neededBy(event), at)])];
  const isCopy = event.callee === ASYNC_COPY;
  const isGlobal = array.facts.space === 'global';
  const pastL1 = isGlobal && event.makes !== null && context.state.pastL1.has(event.makes);
  const place = event.count === 1 ? planned.place : null;
  return Array.from({ length: count }, (_, part): Item => {
    const use = { target: part === 0 ? target : shifted(target, part * laneBytes), laneBytes };
    array.use(use);
    const widened = (wideBytes: number): AccessDraft => {
      const wide = { ...use, laneBytes: wideBytes };
      array.use(wide);
      return accessDraft(kind, array, wide, pastL1);
    };
    return {
      kind,
      name: null,
      matrix: null,
      isExchange: false,
      count: 1,
      needs,
      space,
      place,
      access: accessDraft(isCopy ? 'asyncCopy' : kind, array, use, pastL1),
      widened: place !== null && isJoined(event) ? widened : null,
      joined: null,
      registers: kind === 'load' && !isCopy ? Math.ceil(laneBytes / 4) : 0,
      bodies: context.bodiesForEach,
      hasResult:
        kind === 'load' || (event.makes !== null && kind === 'atomic' && context.used.has(event.makes)),
      token: null,
      level: 0,
      isDelayed: false,
      chain: 0,
    };
  });
}

/** Tests for a number in a shared array that the kernel declares: the compiler lays it as widest accesses need it. */
function isJoined({ name, access }: ChargeEvent): boolean {
  return name === 'sharedLoad' && access?.type.kind === 'scalar' && partOf(access.base).array !== null;
}

/** The wide load of an earlier body, as long as it covers this one. */
function sharedLoad(context: KernelContext, event: ChargeEvent, at: UnrolledRegion): Item | null {
  const { makes, count } = event;
  if (count >= 1 || makes === null) return null;
  const shared = context.sharedLoads.get(wideKey(event, at));
  if (shared === undefined || shared.left < count - 1e-6) return null;
  shared.left -= count;
  return shared.item;
}

/** Kind of an access; an atomic on a thread's own memory needs no atomic instruction. */
function kindOf(name: InstructionClass, space: MemorySpace): 'load' | 'store' | 'atomic' {
  if (name === 'atomic') return space === 'local' ? 'store' : 'atomic';
  return name.endsWith('Store') ? 'store' : 'load';
}

/** Everything that has to be there before the instruction starts. */
function neededBy({ access, needs }: ChargeEvent): readonly Value[] {
  return access === null ? needs : [access.base, access.index, ...needs];
}

function orderedSpace(space: MemorySpace, event: ChargeEvent, kind: Item['kind']): OrderedSpace | null {
  const base = event.access?.base.type;
  const readOnly = base?.kind === 'pointer' && base.readOnly;
  if (kind === 'load' && (readOnly || space === 'constant' || space === 'texture')) return null;
  return space === 'shared' || space === 'local' ? space : 'global';
}

function resolved(context: KernelContext, event: ChargeEvent, at: UnrolledRegion): Resolved {
  const { access } = event;
  if (event.name === 'textureLoad') return textureTarget(context, event, at);
  if (access === null) return unfollowed(context, event, at);
  const address = context.addresses.of(access, at);
  const array = context.arrays.of(address.object);
  const target: Target =
    address.data.length === 0 ? formTarget(address.bytes, at) : dataTarget(context, event, address, at);
  return { array, target };
}

const SPACES: Partial<Readonly<Record<InstructionClass, MemorySpace>>> = {
  sharedLoad: 'shared',
  sharedStore: 'shared',
  localLoad: 'local',
  localStore: 'local',
  constantLoad: 'constant',
};

/** Accesses whose address stands nowhere in the source: tables of mathematical functions, inline PTX. */
function unfollowed(context: KernelContext, event: ChargeEvent, at: UnrolledRegion): Resolved {
  const space = SPACES[event.name] ?? 'global';
  if (event.callee === '')
    return { array: context.arrays.extra('math_table', space, 1024), target: { kind: 'random' } };
  context.state.assume(message('cuda.unfollowedAccess', { name: event.callee }));
  const own = context.threadForm(space);
  return { array: context.arrays.extra(`asm_${space}`, space, null), target: formTarget(own, at) };
}

function shifted(target: Target, bytes: number): Target {
  if (target.kind !== 'form' && target.kind !== 'indirect') return target;
  const range = { low: target.range.low + bytes, high: target.range.high + bytes };
  const by = constantForm(bytes);
  return target.kind === 'form'
    ? { ...target, range, bytes: add(target.bytes, by) }
    : { ...target, range, offset: add(target.offset, by) };
}

function accessDraft(
  kind: Item['kind'] | 'asyncCopy',
  array: ArrayDraft,
  use: Parameters<ArrayDraft['use']>[0],
  pastL1: boolean,
): AccessDraft {
  return ({ after, into, distance }) => {
    const { index, vector } = array.accessOf(use);
    const common = {
      array: array.name,
      index,
      ...(after === undefined ? {} : { after }),
      ...(distance === 1 ? {} : { distance }),
    };
    const lanes = vector === 1 ? {} : { vector };
    switch (kind) {
      case 'load':
        return { op: kind, ...common, ...lanes, ...(pastL1 && { cache: 'bypass' }), into: into ?? 'r0' };
      case 'asyncCopy':
        return { op: kind, ...common, ...lanes, into: into ?? 'r0' };
      case 'atomic':
        return { op: 'atomic', ...common, ...(into === undefined ? {} : { into }) };
      default:
        return { op: 'store', ...common, ...lanes };
    }
  };
}
