import type { InstructionClass } from '../../../kernel/instructionClasses';
import type { Region } from '../../reading/values/graph';
import type { Budget } from '../budget';
import type { OrderedSpace } from '../schedule/item';
import { followsChain } from '../memory/chase';

/** Bodies of a loop in groups: `groups` iterations of a loop with `perGroup` bodies, from iteration `from` on. */
export interface Copies {
  readonly groups: number;
  readonly perGroup: number;
  readonly from: number;
}

interface RegionSize {
  /** Memory instructions and barriers, inner loops unrolled. */
  readonly memory: number;
  readonly events: number;
  readonly hasBarrier: boolean;
}

const SIZES = new WeakMap<Region, RegionSize>();
/** Bodies that a loop too large to unroll in full still gets. */
const PARTLY = 16;

/** Size of a region. */
export function sizeOfRegion(region: Region): RegionSize {
  const known = SIZES.get(region);
  if (known !== undefined) return known;
  let [memory, events, hasBarrier] = [0, 0, false];
  for (const event of region.events) {
    events++;
    if (event.kind === 'charge') {
      if (event.access !== null || event.name === 'barrier') memory += Math.max(1, Math.round(event.count));
      hasBarrier ||= event.name === 'barrier';
      continue;
    }
    for (const inner of event.regions) {
      const size = sizeOfRegion(inner);
      const copies = inner.kind === 'loop' ? Math.min(PARTLY, wantedCopies(inner)) : 1;
      memory += size.memory * copies;
      events += size.events * copies;
      hasBarrier ||= size.hasBarrier;
    }
  }
  const size = { memory, events, hasBarrier };
  SIZES.set(region, size);
  return size;
}

const WRITTEN = new WeakMap<Region, ReadonlySet<OrderedSpace>>();

/** Memory that may have changed when a region has run. */
export function writtenIn(region: Region): ReadonlySet<OrderedSpace> {
  const known = WRITTEN.get(region);
  if (known !== undefined) return known;
  const spaces = new Set<OrderedSpace>();
  for (const event of region.events)
    if (event.kind === 'charge') for (const space of WRITERS[event.name] ?? []) spaces.add(space);
    else for (const inner of event.regions) for (const space of writtenIn(inner)) spaces.add(space);
  WRITTEN.set(region, spaces);
  return spaces;
}

/** Memory spaces that instructions write; at a barrier, those that other threads may have written. */
export const WRITERS: Readonly<Partial<Record<InstructionClass, readonly OrderedSpace[]>>> = {
  globalStore: ['global'],
  sharedStore: ['shared'],
  localStore: ['local'],
  atomic: ['global', 'shared'],
  barrier: ['global', 'shared'],
};

function wantedCopies(region: Region): number {
  const trips = Math.max(1, Math.round(region.count?.mean ?? 1));
  return region.unrolled || mustUnroll(region) ? trips : Math.max(1, Math.floor(region.unrollFactor));
}

/** A counter that multiplies or shifts has another value in each copy that no expression gives. */
function mustUnroll(region: Region): boolean {
  const operator = region.count?.counter?.operator ?? 'add';
  return operator !== 'add' && operator !== 'sub';
}

/** Copies of a body that stand together when nvcc looks for what was loaded or stored already. */
export function copiesTogether(region: Region): number {
  return region.unrolled || region.unrollFactor <= 1 ? Infinity : region.copiesByCompiler;
}

/** Layout of the unrolled bodies of a loop of `trips` iterations. */
export function copiesOf(region: Region, trips: number, budget: Budget): Copies {
  if (followsChain(region)) return { groups: trips, perGroup: 1, from: 0 };
  const { memory, events } = sizeOfRegion(region);
  const room = budget.copiesFor(memory, events);
  const unrolls = region.unrolled || (mustUnroll(region) && trips <= 64);
  if (unrolls && (trips <= room || mustUnroll(region))) return { groups: 1, perGroup: trips, from: 0 };
  const wanted = unrolls ? PARTLY : Math.min(PARTLY, Math.round(region.unrollFactor));
  const perGroup = 2 ** Math.floor(Math.log2(Math.max(1, Math.min(wanted, room, trips))));
  return { groups: Math.floor(trips / perGroup), perGroup, from: 0 };
}
