import type { ChargeEvent, Region, Value, MemoryPart, WrittenMemory } from '../values/graph';
import { differenceOf, termsOf } from '../values/linear';
import { mayChange, partOf } from '../values/memoryParts';
import { isOtherMember } from '../values/otherMembers';

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
  readonly epochs: ReadonlyMap<string, number>;
  readonly stores: readonly KnownStore[];
  readonly isReadSince: boolean;
  readonly unread: ReadonlyMap<Value, Region>;
  readonly members: ReturnType<LoadedMembers['save']>;
}

/** What the code so far has told of memory: what was stored and loaded last, and how often it may have changed. */
export class MemoryContents {
  /** Members of the structure that was loaded last. */
  readonly members: LoadedMembers;
  /** How often memory may have changed, by its part, and by group in any of its parts. */
  private epochs = new Map<string, number>();
  private stores: readonly KnownStore[] = [];
  private isReadSince = false;
  /** Loads since memory changed last, by where they stand. */
  private unread = new Map<Value, Region>();

  constructor(private readonly here: () => Region) {
    this.members = new LoadedMembers(here);
  }

  /** A text that changes whenever what a pointer leads to may have changed. */
  epochOf(base: Value): string {
    return epochIn({ epochs: this.epochs }, base);
  }

  /** Other threads, calls or a loop may have written some memory. */
  changed(written: WrittenMemory): void {
    for (const part of written === 'everything' ? EVERY_PART : written) this.count(part);
    this.members.changed(written);
    this.stores = this.stores.filter(({ place }) => !mayChange(written, place.base));
    this.forgetUnread(written);
  }

  private count(part: MemoryPart): void {
    for (const key of [keyOf(part), anyOf(part)]) this.epochs.set(key, (this.epochs.get(key) ?? 0) + 1);
  }

  private forgetUnread(written: WrittenMemory): void {
    for (const load of this.unread.keys()) if (mayChange(written, load.args[0]!)) this.unread.delete(load);
  }

  /** A place was written: loads from now on are new, except of what cannot be the same memory. */
  stored(store: KnownStore): void {
    const part = partOf(store.place.base);
    this.count(part);
    this.members.stored(store.place);
    this.stores = [...this.stores.filter(({ place }) => isApart(place, store.place)), store];
    this.isReadSince = false;
    this.forgetUnread([part]);
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
  unreadIn(written: WrittenMemory): ReadonlyMap<Value, Region> {
    return new Map([...this.unread].filter(([load]) => mayChange(written, load.args[0]!)));
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

/** A text for the state of what a pointer leads to. */
export function epochIn({ epochs }: Pick<MemoryMark, 'epochs'>, base: Value): string {
  const part = partOf(base);
  const count = (key: string): number => epochs.get(key) ?? 0;
  return part.array === null
    ? String(count(anyOf(part)))
    : `${count(keyOf({ ...part, array: null }))}.${count(keyOf(part))}`;
}

function keyOf({ group, array }: MemoryPart): string {
  return array === null ? group : `${group} ${array.id}`;
}

function anyOf({ group }: MemoryPart): string {
  return `${group} in all`;
}

/** Tests whether all threads of a region have stored to a place, as memory was at that point. */
export function isStoredIn({ stores }: MemoryMark, place: MemoryPlace, region: Region): boolean {
  const last = stores.findLast((store) => isSame(store.place, place));
  return place.isVolatile !== true && last?.region.encloses(region) === true;
}

const EVERY_PART: readonly MemoryPart[] = (['global', 'shared', 'local', 'constant'] as const).map(
  (group) => ({
    group,
    array: null,
  }),
);

export function isSame(a: MemoryPlace, b: MemoryPlace): boolean {
  return a.base === b.base && a.index === b.index && a.field === b.field;
}

/** Tests whether two places cannot overlap: other memory, members of other names, or a known distance apart. */
function isApart(a: MemoryPlace, b: MemoryPlace): boolean {
  if (!mayChange([partOf(a.base)], b.base) || isOtherMember(a, b)) return true;
  if (a.base !== b.base || a.index === b.index) return false;
  const [first, second] = [termsOf(a.index), termsOf(b.index)];
  if (differenceOf(first, second).length > 0) return false;
  return constantOf(first) !== constantOf(second);
}

function constantOf(terms: ReturnType<typeof termsOf>): number {
  return terms.find(({ factors }) => factors.length === 0)?.coefficient ?? 0;
}
