import type { Region, Value } from '../../reading/values/graph';
import { isConstant } from '../index/form';
import type { UnrolledRegion } from '../index/unrolledRegion';

/**
 * What turns of loops make for the next one alone, of variables that nothing reads behind the loop, by the loop: the last
 * copy of a straight body that is repeated in full does not make it.
 *
 * @param isDemanded whether the reader has asked for a value: what several arms or returns hold is read without being an
 * operand of anything
 */
export function unreadEnds(root: Region, isDemanded: (value: Value) => boolean): ReadonlyMap<Value, Region> {
  const loops: Region[] = [];
  const [read, ends] = [new Set<Value>(), new Set<Value>()];
  const regions = [root];
  for (let region = regions.pop(); region !== undefined; region = regions.pop()) {
    if (isStraight(region)) loops.push(region);
    if (region.guard !== null) noteRead(region.guard, read);
    for (const { start, end } of region.carried) {
      if (start !== null) noteRead(start, read);
      end?.args.forEach((arg) => noteRead(arg, read));
      // What several variables hold at the end of a turn, or one has from a loop inside, is read.
      if (end !== null && ends.has(end)) noteRead(end, read);
      if (end !== null) ends.add(end);
    }
    for (const event of region.events) {
      if (event.kind === 'nested') regions.push(...event.regions);
      else
        for (const value of [...event.needs, ...(event.makes?.args ?? []), ...addressOf(event.access)])
          noteRead(value, read);
    }
  }
  const isRead = (behind: Value | null): boolean =>
    behind !== null && (isDemanded(behind) || read.has(behind) || ends.has(behind));
  return new Map(
    loops.flatMap((loop) =>
      loop.carried.flatMap(({ end, behind }) =>
        end === null || read.has(end) || isRead(behind) ? [] : [[end, loop] as const],
      ),
    ),
  );
}

/** Tests for a loop that is repeated in full, whose body is straight and that nothing leaves from inside. */
function isStraight({ kind, unrolled, copyOf, events, count }: Region): boolean {
  if (kind !== 'loop' || !unrolled || copyOf !== null || count === null) return false;
  return count.exits.length === 0 && events.every((event) => event.kind === 'charge');
}

function noteRead(value: Value, read: Set<Value>): void {
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (read.has(next)) continue;
    read.add(next);
    open.push(...next.args);
  }
}

function addressOf(access: { readonly base: Value; readonly index: Value } | null): readonly Value[] {
  return access === null ? [] : [access.base, access.index];
}

/** Tests whether code stands in the last copy of a loop that is repeated in full. */
export function isLastCopy(loop: Region, at: UnrolledRegion): boolean {
  const { iteration, region } = at.holderOf(loop);
  const trips = loop.count?.uniform ?? null;
  return region === loop && iteration !== null && isConstant(iteration) && iteration.constant + 1 === trips;
}
