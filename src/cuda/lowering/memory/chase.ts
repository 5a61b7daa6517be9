import type { Carried, ChargeEvent, Value, Region } from '../../reading/values/graph';
import { firstPart } from './parts';

/** The variable through which a load follows what the same load found one iteration before; null when it does not. */
export function chaseOf(
  { makes, access }: ChargeEvent,
  carriedAs: (value: Value) => Carried | undefined,
): Carried | null {
  if (makes === null || access === null || makes.kind !== 'load') return null;
  const look = (value: Value): Carried | null => {
    const carried = carriedAs(value);
    return carried !== undefined && loadAtEnd(carried) === makes ? carried : null;
  };
  return firstPart(access.index, look) ?? firstPart(access.base, look);
}

function loadAtEnd({ end }: Carried): Value | null {
  let value = end;
  while (value?.kind === 'convert' || value?.kind === 'pointer') value = value.args[0] ?? null;
  return value;
}

const CHASING = new WeakMap<Region, boolean>();

/** Tests whether a loop follows a chain through memory: its iterations are steps that cannot overlap. */
export function followsChain(loop: Region): boolean {
  let known = CHASING.get(loop);
  if (known === undefined) {
    const carried = new Map(loop.carried.map((variable) => [variable.inside, variable]));
    CHASING.set(loop, (known = carried.size > 0 && hasChase(loop, (value) => carried.get(value))));
  }
  return known;
}

function hasChase(region: Region, carriedAs: (value: Value) => Carried | undefined): boolean {
  return region.events.some((event) =>
    event.kind === 'nested'
      ? event.regions.some((inner) => hasChase(inner, carriedAs))
      : chaseOf(event, carriedAs) !== null,
  );
}
