import type { Access, ChargeEvent, Region, TraceEvent } from '../../reading/values/graph';
import { partOf } from '../../reading/values/memoryParts';
import type { Ledger } from './ledger';
import type { MemoryModel } from './memory';

/**
 * Joins what the copies of a repeated loop load from shared memory beside stores: to global memory, or to the same place
 * (`s[i] = f(s[i])`), whose copies are other places, so that nvcc moves loads and stores past each other.
 */
export class CopiesBesideStores {
  constructor(
    private readonly ledger: Ledger,
    private readonly memory: MemoryModel,
  ) {}

  /** Joins in all loops of a region. */
  join(region: Region): void {
    for (const event of region.events)
      if (event.kind === 'nested') event.regions.forEach((one) => this.join(one));
    if (region.kind !== 'loop' || region.unrolled || !region.events.every(isPlain)) return;
    const shared = region.events.filter(isShared);
    for (const event of shared) {
      const isFree = shared.every((other) => isSameOrApart(event, other));
      const copies = isFree ? this.memory.copiesBesideStores(event.access, region) : 1;
      if (copies > 1) this.ledger.share(event, region, copies, []);
    }
  }
}

type SharedAccess = ChargeEvent & { readonly access: Access };

/** Tests for code that stands in one basic block and orders no memory. */
function isPlain(event: TraceEvent): boolean {
  return event.kind === 'charge' && event.name !== 'barrier' && event.name !== 'atomic';
}

function isShared(event: TraceEvent): event is SharedAccess {
  return event.kind === 'charge' && /^shared(Load|Store)$/.test(event.name) && event.access !== null;
}

/** Tests whether an access may move past the other one's copies: two loads, one place, or another array. */
function isSameOrApart(event: SharedAccess, other: SharedAccess): boolean {
  if (event.count !== 1 || event.access.field !== '') return false;
  if (event.name === 'sharedLoad' && other.name === 'sharedLoad') return true;
  const { base, index } = event.access;
  if (base === other.access.base) return index === other.access.index && other.access.field === '';
  const [one, two] = [partOf(base).array, partOf(other.access.base).array];
  return one !== null && two !== null && one !== two;
}
