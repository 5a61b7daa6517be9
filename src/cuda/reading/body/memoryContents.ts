import type { ChargeEvent, Region, Value } from '../values/graph';
import { differenceOf, termsOf } from '../values/linear';
import type { MemorySpace } from '../values/types';
import { LoadedMembers } from './loadedMembers';
import type { Place } from './state';

export type MemoryPlace = Extract<Place, { kind: 'memory' }>;

/** A store that nothing has overwritten yet. */
export interface KnownStore {
  readonly place: MemoryPlace;
  readonly value: Value;
  readonly region: Region;
  /** Its instruction; null for one that is not written yet. */
  readonly event: ChargeEvent | null;
}

/** What is known of memory at one point of a reading, to go back to it. */
export interface MemoryMark {
  readonly epochs: ReadonlyMap<MemorySpace, number>;
  readonly stores: readonly KnownStore[];
  readonly isReadSince: boolean;
  readonly unread: ReadonlyMap<Value, Region>;
  readonly members: ReturnType<LoadedMembers['save']>;
}

/** What the code so far has told of memory: what was stored and loaded last, and how often it may have changed. */
export class MemoryContents {
  /** Members of the structure that was loaded last. */
  readonly members: LoadedMembers;
  private epochs = new Map<MemorySpace, number>();
  private stores: readonly KnownStore[] = [];
  private isReadSince = false;
  /** Loads since memory changed last, by where they stand. */
  private unread = new Map<Value, Region>();

  constructor(private readonly here: () => Region) {
    this.members = new LoadedMembers(here);
  }

  /** A text that changes whenever memory of this space may have changed. */
  epochOf(space: MemorySpace): string {
    return epochIn({ epochs: this.epochs }, space);
  }

  /** Other threads or calls may have written any memory. */
  changed(): void {
    for (const space of GROUPS) this.epochs.set(space, (this.epochs.get(space) ?? 0) + 1);
    this.members.forget();
    this.stores = [];
    this.unread.clear();
  }

  /** A place was written: loads from now on are new, except of what cannot be the same memory. */
  stored(store: KnownStore): void {
    const space = groupOf(spaceOf(store.place.base));
    this.epochs.set(space, (this.epochs.get(space) ?? 0) + 1);
    this.members.stored(store.place);
    this.stores = [...this.stores.filter(({ place }) => isApart(place, store.place)), store];
    this.isReadSince = false;
    for (const load of this.unread.keys()) if (groupOf(spaceOfLoad(load)) === space) this.unread.delete(load);
  }

  /** A load that nothing has needed yet, of memory that may change. */
  loaded(load: Value): void {
    this.unread.set(load, this.here());
  }

  /** Some memory is read. */
  read(): void {
    this.isReadSince = true;
  }

  /** Loads that nothing has needed yet, of memory that changes. */
  unreadIn(spaces: readonly MemorySpace[]): ReadonlyMap<Value, Region> {
    return new Map([...this.unread].filter(([load]) => spaces.includes(spaceOfLoad(load))));
  }

  /** The store that a region made last, if nothing has read or changed memory since. */
  lastStoreIn(region: Region): KnownStore | null {
    const last = this.stores.at(-1);
    return last?.region === region && !this.isReadSince ? last : null;
  }

  /** Place that a region stored to last, where memory has not changed since. */
  lastStoredIn(region: Region): MemoryPlace | null {
    const last = this.stores.at(-1);
    return last?.region === region ? last.place : null;
  }

  /** What was stored at a place: a load of it needs no instruction. */
  storedAt(place: MemoryPlace): Value | null {
    if (place.isVolatile) return null;
    const here = this.here();
    const last = this.stores.findLast((store) => isSame(store.place, place));
    // A store that not all threads here have made is nothing to rely on.
    return last !== undefined && (last.region === here || last.region.encloses(here)) ? last.value : null;
  }

  save(): MemoryMark {
    return {
      epochs: new Map(this.epochs),
      stores: this.stores,
      isReadSince: this.isReadSince,
      unread: new Map(this.unread),
      members: this.members.save(),
    };
  }

  restore(mark: MemoryMark): void {
    this.epochs = new Map(mark.epochs);
    this.stores = mark.stores;
    this.isReadSince = mark.isReadSince;
    this.unread = new Map(mark.unread);
    this.members.restore(mark.members);
  }
}

/** A text for a state of memory of one space. */
export function epochIn({ epochs }: Pick<MemoryMark, 'epochs'>, space: MemorySpace): string {
  return String(epochs.get(groupOf(space)) ?? 0);
}

/** Tests whether all threads of a region have stored to a place, as memory was at that point. */
export function isStoredIn({ stores }: MemoryMark, place: MemoryPlace, region: Region): boolean {
  const last = stores.findLast((store) => isSame(store.place, place));
  return place.isVolatile !== true && last?.region.encloses(region) === true;
}

/** Spaces with memory of their own: a pointer of unknown space leads to global memory. */
const GROUPS: readonly MemorySpace[] = ['global', 'shared', 'local', 'constant'];

/** The memory that a pointer of this space leads to. */
export function groupOf(space: MemorySpace): MemorySpace {
  return space === 'generic' ? 'global' : space;
}

export function spaceOf({ type }: Value): MemorySpace {
  return type.kind === 'pointer' ? type.space : 'generic';
}

function spaceOfLoad({ args: [base] }: Value): MemorySpace {
  return base === undefined ? 'generic' : spaceOf(base);
}

export function isSame(a: MemoryPlace, b: MemoryPlace): boolean {
  return a.base === b.base && a.index === b.index && a.field === b.field;
}

/** Tests whether two places cannot overlap: other memory, other members of one object, or a known distance apart. */
function isApart(a: MemoryPlace, b: MemoryPlace): boolean {
  if (groupOf(spaceOf(a.base)) !== groupOf(spaceOf(b.base))) return true;
  if (a.base !== b.base) return false;
  if (a.index === b.index)
    return a.field !== '' && b.field !== '' && !a.field.startsWith(b.field) && !b.field.startsWith(a.field);
  const [first, second] = [termsOf(a.index), termsOf(b.index)];
  if (differenceOf(first, second).length > 0) return false;
  return constantOf(first) !== constantOf(second);
}

function constantOf(terms: ReturnType<typeof termsOf>): number {
  return terms.find(({ factors }) => factors.length === 0)?.coefficient ?? 0;
}
