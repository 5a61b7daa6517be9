import type { Region, Value, WrittenMemory } from '../values/graph';
import { mayChange, partOf } from '../values/memoryParts';
import { isOtherMember } from '../values/otherMembers';

import type { Place } from './state';

type MemoryPlace = Extract<Place, { kind: 'memory' }>;

interface KnownLoad {
  readonly load: Value;
  readonly region: Region;
}

/** An object in memory, with the members that were loaded of it. */
interface KnownObject {
  readonly base: Value;
  readonly index: Value;
  readonly loads: ReadonlyMap<string, KnownLoad>;
}

/** What is known of structures at one point of a reading: those loaded last stand last. */
type MembersMark = readonly KnownObject[];

/** Objects that are kept in mind. */
const MOST_OBJECTS = 8;
const NO_LOADS: KnownObject['loads'] = new Map();

/**
 * Members of structures in memory that were loaded: a store to a member leaves other members as they are, of whichever
 * object of that type, since they do not overlap. Any other change of memory forgets them.
 */
export class LoadedMembers {
  private objects: MembersMark = [];

  constructor(private readonly here: () => Region) {}

  /** The load of a member that still holds here; null where there is none. */
  at(place: MemoryPlace): Value | null {
    const known = this.objectAt(place)?.loads.get(place.field);
    if (known === undefined) return null;
    return known.region === this.here() || known.region.encloses(this.here()) ? known.load : null;
  }

  note(place: MemoryPlace, load: Value, region: Region): void {
    const { base, index, field } = place;
    if (field === '') return;
    const known = this.objectAt(place);
    const loads = new Map(known?.loads ?? NO_LOADS).set(field, { load, region });
    const others = this.objects.filter((object) => object !== known).slice(1 - MOST_OBJECTS);
    this.objects = [...others, { base, index, loads }];
  }

  /** A store to this place: members of other names stay. */
  stored(place: MemoryPlace): void {
    const written = [partOf(place.base)];
    const kept = this.objects.map((object) => {
      if (!mayChange(written, object.base)) return object;
      const loads = [...object.loads].filter(([field]) => isOtherMember(place, { ...object, field }));
      return loads.length === object.loads.size ? object : { ...object, loads: new Map(loads) };
    });
    this.objects = kept.filter(({ loads }) => loads.size > 0);
  }

  /** Some memory may have been written. */
  changed(written: WrittenMemory): void {
    if (this.objects.some(({ base }) => mayChange(written, base)))
      this.objects = this.objects.filter(({ base }) => !mayChange(written, base));
  }

  /** What is known now, for `restore`. */
  save(): MembersMark {
    return this.objects;
  }

  restore(mark: MembersMark): void {
    this.objects = mark;
  }

  private objectAt({ base, index }: MemoryPlace): KnownObject | undefined {
    return this.objects.find((object) => object.base === base && object.index === index);
  }
}
