import { copyOf, isRepeated, moves } from '../../mix/cost/unrolledCopies';
import { isReadOnly, type Access, type ChargeEvent, type Region } from '../values/graph';
import { variesIn } from '../values/linear';
import { mayChange, partOf } from '../values/memoryParts';
import type { Loop } from './loopPlan';
import { epochIn, isSame, isStoredIn, type MemoryMark } from './memoryContents';
import { loadOf } from './places';
import type { KernelState } from './state';

/**
 * Keeps in registers what every iteration stores at the same places, for the next one to read (`c[i] += …`): they are
 * loaded in front of the loop only, and stored behind it (LLVM's promotion of memory to scalars).
 * @param first memory in front of the loop
 * @param start memory at the start of an iteration
 */
export function keepStored(state: KernelState, loop: Loop, first: MemoryMark, start: MemoryMark): void {
  if (keepCopies(state, loop)) return;
  const { region, before } = loop;
  const stored = state.contents.lastStoredIn(region);
  const last = stored?.isVolatile === true ? null : stored;
  if (last === null) forgoGuarded(state, loop, first);
  // Behind the loop, and once, where nothing in it can see the difference.
  const alone = isEntered(region, before) ? storesAlone(region.events) : [];
  const places = alone.flatMap(({ access }) =>
    access === null ? [] : [{ kind: 'memory' as const, ...access }],
  );
  for (const place of last === null || places.some((one) => isSame(one, last)) ? places : [...places, last]) {
    if (region.encloses(place.index.region) || region.encloses(place.base.region)) continue;
    const load = loadOf(state, place, epochIn(start, place.base));
    // What this thread has stored there in front of the loop is still in a register.
    if (isStoredIn(first, place, before)) state.ledger.forgo(load, region);
    else state.ledger.lift(load, region, before);
    const store = alone.find(({ access }) => access !== null && isSame({ kind: 'memory', ...access }, place));
    if (store !== undefined) behind(state, before, () => state.ledger.sink(store, region, before));
  }
}

/**
 * Takes back the load of a place that some iterations load and store, under a condition, and nothing else does: behind a
 * store of this thread in front of the loop its value goes from iteration to iteration in a register.
 */
function forgoGuarded(state: KernelState, { region, before }: Loop, first: MemoryMark): void {
  const nested = region.events.flatMap((event) => (event.kind === 'nested' ? event.regions : []));
  const [arm, ...others] = nested.filter(({ events }) => events.length > 0);
  if (arm?.kind !== 'branch' || others.length > 0) return;
  const store = onlyStore([...region.events.filter(({ kind }) => kind === 'charge'), ...arm.events]);
  const access = store?.access ?? null;
  if (access === null || variesIn(access.base, region) || variesIn(access.index, region)) return;
  if (!isStoredIn(first, { kind: 'memory', ...access }, before)) return;
  const load = arm.events.find((event) => event.kind === 'charge' && isAt(access, event));
  if (load?.kind === 'charge' && load.makes !== null) state.ledger.forgo(load.makes, arm);
}

/** Does that for the copies of an unrolled loop in the loop, each of which has a place of its own; false for others. */
function keepCopies(state: KernelState, { region, before }: Loop): boolean {
  const nested = region.events.filter((event) => event.kind === 'nested');
  const [inner, ...others] = nested.flatMap(({ regions }) => regions);
  if (inner === undefined || others.length > 0 || !isRepeated(inner) || !isEntered(region, before))
    return false;
  const around = region.events.filter((event) => event.kind === 'charge');
  const store = onlyStore([...around, ...inner.events]);
  if (store === null || store.access === null || !inner.events.includes(store)) return false;
  const { access } = store;
  const { base, index } = access;
  if (variesIn(base, region) || !moves(index, inner, region)) return false;
  const [front, last] = [copyOf(inner, before), copyOf(inner, before)];
  const loaded = inner.events.flatMap((event) =>
    event.kind === 'charge' && isAt(access, event) ? [event] : [],
  );
  if (loaded.length > 0) state.ledger.open(before, [front]);
  for (const { makes } of loaded) if (makes !== null) state.ledger.lift(makes, inner, front);
  behind(state, before, () => {
    state.ledger.open(before, [last]);
    state.ledger.sink(store, inner, last);
  });
  return true;
}

/** Writes code behind a loop that is being read. */
function behind(state: KernelState, before: Region, action: () => void): void {
  const { region } = state;
  state.region = before;
  action();
  state.region = region;
}

function isAt({ base, index, field }: Access, { access, makes }: ChargeEvent): boolean {
  return makes !== null && access?.base === base && access.index === index && access.field === field;
}

/** Tests whether all threads that come to a loop make an iteration of it. */
function isEntered({ count }: Region, before: Region): boolean {
  if (count === null) return false;
  if (count.uniform !== null) return count.uniform >= 1;
  return before.population.points(count.outerLoops).every((point) => count.trips(point) >= 1);
}

/** The one store of code, where it stands alone; null for others. */
function onlyStore(events: Region['events']): ChargeEvent | null {
  const stores = events.filter((event) => event.kind === 'charge' && event.name.endsWith('Store'));
  return stores.length === 1 ? (storesAlone(events)[0] ?? null) : null;
}

/**
 * The stores of straight code without barriers that neither loads nor stores anything else in memory that may be the same
 * but their own place.
 */
function storesAlone(events: Region['events']): readonly ChargeEvent[] {
  return events.flatMap((event) =>
    event.kind === 'charge' && event.name.endsWith('Store') && isAlone(event, events) ? [event] : [],
  );
}

function isAlone(store: ChargeEvent, events: Region['events']): boolean {
  const { access } = store;
  const pointer = access?.base.type;
  if (access === null || access.isVolatile === true) return false;
  if (pointer?.kind === 'pointer' && pointer.isVolatile === true) return false;
  const part = partOf(access.base);
  const disturbs = (event: Region['events'][number]): boolean => {
    if (event === store) return false;
    if (event.kind === 'nested') return true;
    if (event.access === null)
      return event.name === 'barrier' || event.name === 'atomic' || event.callee !== '';
    return !isReadOnly(event.access.base) && mayChange([part], event.access.base) && !isAt(access, event);
  };
  return !events.some(disturbs);
}
