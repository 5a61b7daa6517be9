import { isReadOnly, type Access, type ChargeEvent, type Region } from '../../reading/values/graph';
import { alignmentOf, leavesOf, memberIn, pointeeOf, sharedAlignment } from '../../reading/values/layout';
import type { MemorySpace } from '../../reading/values/types';
import type { Ledger } from './ledger';
import { vectorRuns, type Leaf } from './vectorRuns';

interface Member extends Leaf {
  readonly event: ChargeEvent;
}

/** Members of one object that straight code loads, or stores. */
interface Group {
  readonly access: Access;
  readonly isStore: boolean;
  readonly members: Member[];
}

/** Joins loads and stores of members of a structure that its type aligns to more than they need (`__align__(16)`). */
export class JoinedMembers {
  private groups = new Map<string, Group>();

  constructor(private readonly ledger: Ledger) {}

  /** Joins them in a region and those in it. */
  join(region: Region): void {
    for (const event of region.events.slice()) {
      if (event.kind === 'nested') {
        this.close(region, () => true);
        event.regions.forEach((inner) => this.join(inner));
      } else this.visit(event, region);
    }
    this.close(region, () => true);
  }

  private visit(event: ChargeEvent, region: Region): void {
    const { name, access } = event;
    const isStore = name.endsWith('Store');
    if (name === 'barrier' || name === 'atomic' || (isStore && access === null))
      return this.close(region, () => true);
    if (access === null || !(isStore || name.endsWith('Load'))) return;
    this.closeOverlapping(access, isStore, region);
    const isOfCopy = event.makes !== null && this.ledger.isOfCopy(event.makes);
    const members = isOfCopy ? [] : membersOf(event, access);
    if (members.length === 0) return;
    const key = `${isStore} ${objectKey(access)}`;
    const known = this.groups.get(key);
    if (known === undefined) this.groups.set(key, { access, isStore, members: [...members] });
    else known.members.push(...members);
  }

  /** Ends the groups past which an access does not move: those of other objects that may be the same memory, or of its own place. */
  private closeOverlapping(access: Access, isStore: boolean, region: Region): void {
    const place = memberIn(pointeeOf(access.base.type), access.field);
    const own = objectKey(access);
    this.close(region, (group) => {
      if (spaceOf(group.access) !== spaceOf(access)) return false;
      if (!isStore && !group.isStore) return false;
      if (isReadOnly(group.access.base) || (!isStore && isReadOnly(access.base))) return false;
      if (objectKey(group.access) !== own || place === null) return true;
      // What was loaded of this place before a store stays loaded.
      return group.isStore && group.members.some(({ offset }) => offset === place.offset);
    });
    if (!isStore) this.closeRewritten(access, region);
  }

  /** A member that was stored and is loaded again is loaded on its own. */
  private closeRewritten(access: Access, region: Region): void {
    const place = memberIn(pointeeOf(access.base.type), access.field);
    this.close(
      region,
      (group) =>
        !group.isStore &&
        objectKey(group.access) === objectKey(access) &&
        group.members.some(({ offset }) => offset === place?.offset),
    );
  }

  private close(region: Region, ends: (group: Group) => boolean): void {
    for (const [key, group] of this.groups) {
      if (!ends(group)) continue;
      this.groups.delete(key);
      this.widen(group, region);
    }
  }

  private widen({ access, isStore, members }: Group, region: Region): void {
    const inOrder = members.toSorted((a, b) => a.offset - b.offset);
    const isSharedLoad = !isStore && spaceOf(access) === 'shared';
    const object = pointeeOf(access.base.type);
    const alignment = isSharedLoad ? sharedAlignment(object) : alignmentOf(object);
    for (const run of vectorRuns(inOrder, alignment, !isStore && !isSharedLoad)) {
      const events = [...new Set(run.map(({ event }) => event))];
      const isWhole = events.every((event) =>
        members.every((member) => member.event !== event || run.includes(member)),
      );
      if (isWhole && events.length > 1) this.ledger.widen(events, region);
    }
  }
}

/**
 * The numbers of a structure that an event moves; none where it is no member, or of a vector of three that is copied: nvcc
 * takes no more for granted of such a copy than what the vector's own type asks for.
 */
function membersOf(event: ChargeEvent, { base, field, type }: Access): readonly Member[] {
  const object = pointeeOf(base.type);
  const isVolatile = base.type.kind === 'pointer' && base.type.isVolatile === true;
  if (event.count !== 1 || object.kind !== 'struct' || isVolatile || spaceOf({ base }) === 'constant')
    return [];
  const place = memberIn(object, field);
  if (place === null || type.kind === 'struct') return [];
  return leavesOf(type).map(({ offset, bytes }) => ({ event, bytes, offset: place.offset + offset }));
}

function objectKey({ base, index }: Access): string {
  return `${base.id} ${index.id}`;
}

function spaceOf({ base }: Pick<Access, 'base'>): MemorySpace {
  const space = base.type.kind === 'pointer' ? base.type.space : 'generic';
  return space === 'generic' ? 'global' : space;
}
