import type { Region, Value, WrittenMemory } from '../values/graph';
import { mayChange, partOf } from '../values/memoryParts';

import type { Place } from './state';

type MemoryPlace = Extract<Place, { kind: 'memory' }>;

interface KnownObject {
  readonly base: Value;
  readonly index: Value;
}

interface KnownLoad {
  readonly load: Value;
  readonly region: Region;
}

/** What is known of a structure at one point of a reading. */
interface MembersMark {
  readonly object: KnownObject | null;
  readonly loads: ReadonlyMap<string, KnownLoad>;
}

/**
 * Members of one structure in memory that were loaded: a store to one of its members leaves the others as they are,
 * since members do not overlap. Any other change of memory forgets them.
 */
export class LoadedMembers {
  private object: KnownObject | null = null;
  private loads = new Map<string, KnownLoad>();

  constructor(private readonly here: () => Region) {}

  /** The load of a member that still holds here; null where there is none. */
  at({ base, index, field }: MemoryPlace): Value | null {
    if (this.object?.base !== base || this.object.index !== index) return null;
    const known = this.loads.get(field);
    if (known === undefined) return null;
    return known.region === this.here() || known.region.encloses(this.here()) ? known.load : null;
  }

  note({ base, index, field }: MemoryPlace, load: Value, region: Region): void {
    if (field === '') return;
    if (this.object?.base !== base || this.object.index !== index) {
      this.object = { base, index };
      this.loads = new Map();
    }
    this.loads.set(field, { load, region });
  }

  /** A store to this place: what else of its structure was loaded stays. */
  stored({ base, index, field }: MemoryPlace): void {
    if (field === '' || this.object?.base !== base || this.object.index !== index)
      return this.changed([partOf(base)]);
    for (const known of this.loads.keys())
      if (known.startsWith(field) || field.startsWith(known)) this.loads.delete(known);
  }

  /** Some memory may have been written. */
  changed(written: WrittenMemory): void {
    if (this.object === null || !mayChange(written, this.object.base)) return;
    this.object = null;
    this.loads = new Map();
  }

  /** What is known now, for `restore`. */
  save(): MembersMark {
    return { object: this.object, loads: new Map(this.loads) };
  }

  restore({ object, loads }: MembersMark): void {
    this.object = object;
    this.loads = new Map(loads);
  }
}
