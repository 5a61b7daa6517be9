import { groupBy } from '../../stats/grouping';
import { isOfFirstTime } from '../constants/firstTime';
import type { Launch } from '../../kernel/kernel';
import { isMessage } from '../../kernel/message';
import type { SymbolicValue } from '../../kernel/symbolic';

/** Numbers by the names that host code gives them. */
export type Numbers = ReadonlyMap<string, number>;

/**
 * Launches with numbers in the place of names that host code leaves open, or gives a value for the first time only; a
 * launch that has none of them stays as it is.
 *
 * @param launchesOf the launches of a file with these numbers
 */
export function sizedLaunches(
  launches: readonly Launch[],
  given: Numbers,
  launchesOf: (path: string) => readonly Launch[],
): readonly Launch[] {
  if (given.size === 0 || !launches.some(isOpen)) return launches;
  const open = new Set(launches.filter(isOpen).map(({ path }) => path));
  const sized = groupBy([...open].flatMap(launchesOf), placeOf);
  const seen = new Map<string, number>();
  return launches.map((launch) => {
    const place = placeOf(launch);
    const nth = seen.get(place) ?? 0;
    seen.set(place, nth + 1);
    const found = isOpen(launch) ? sized.get(place)?.[nth] : undefined;
    return found === undefined ? launch : { ...found, kernelIds: launch.kernelIds };
  });
}

/** Names of the numbers that a launch has been given. */
export function namesGiven(launch: Launch): readonly string[] {
  const notes = valuesOf(launch).flatMap(({ notes = [] }) => notes);
  return [
    ...new Set(
      notes.flatMap((note) =>
        isMessage(note) && note.say === 'cuda.numberGiven' ? [String(note.values?.['name'])] : [],
      ),
    ),
  ];
}

function isOpen(launch: Launch): boolean {
  return valuesOf(launch).some((value) => value.value === null || isOfFirstTime(value));
}

function valuesOf({ grid, block, sharedBytes, arguments: args }: Launch): readonly SymbolicValue[] {
  return [...grid, ...block, sharedBytes, ...args];
}

function placeOf({ path, range, callee }: Launch): string {
  return `${path}:${range.startLine}:${range.startColumn}:${callee}`;
}
