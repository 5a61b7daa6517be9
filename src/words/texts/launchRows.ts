import type { PairVerdict } from '../../analysis/corun/pairVerdicts';
import type { LaunchRace, LaunchResult } from '../../analysis/results/kernelResult';
import { say } from '../say';
import type { HoverRows } from './coRunRows';
import { besideName, contention, overlapConditions, timesOf, wordAndGain } from './overlapTexts';
import { launchSummary } from './summaries';

/** Neighbours of a launch that a hover tells of; the others are in the dashboard. */
const MOST_NEIGHBOURS = 4;

/**
 * What a launch configuration resolves to, and what stayed symbolic, for its hover; first what it runs beside.
 *
 * @param verdicts as `pairVerdicts` gives them
 */
export function launchRows(launch: LaunchResult, verdicts: readonly PairVerdict[]): HoverRows {
  return [
    ...besideRows(launch, verdicts),
    [say('hover.grid'), launch.grid.join(' × ')],
    [say('hover.block'), launch.block.join(' × ')],
    [say('hover.dynamicShared'), `${launch.sharedBytes} B`],
    [say('hover.stream'), launch.stream === 0 ? say('hover.defaultStream') : String(launch.stream)],
    [say('hover.waves'), launch.waves ? launchSummary(launch) : say('hover.unknown')],
    ...(launch.unknowns.length > 0 ? [[say('hover.notKnown'), launch.unknowns.join(', ')] as const] : []),
  ];
}

/** What a launch races with, and whether others should run beside it: a row for each. */
export function besideRows(launch: LaunchResult, verdicts: readonly PairVerdict[]): HoverRows {
  return [...raceRows(launch), ...verdictRows(launch, verdicts)];
}

function verdictRows(launch: LaunchResult, verdicts: readonly PairVerdict[]): HoverRows {
  return pairsAt(launch, verdicts)
    .slice(0, MOST_NEIGHBOURS)
    .map(([one, at]) => {
      const told = [wordAndGain(one), timesOf(one), contention(one), ...overlapConditions(one)];
      return [
        say('hover.verdict', { name: besideName(one.pair, at) }),
        told.filter((text) => text !== null && text !== '').join('; '),
      ];
    });
}

/** The verdicts on a launch, each with the place that it has in its pair. */
export function pairsAt(
  { path, line }: LaunchResult,
  verdicts: readonly PairVerdict[],
): readonly (readonly [PairVerdict, 0 | 1])[] {
  return verdicts.flatMap((one) => {
    const at = one.pair.findIndex((met) => met.path === path && met.line === line);
    return at < 0 ? [] : [[one, at as 0 | 1] as const];
  });
}

/** What a launch must not run at the same time as, and does; no row where no race is known. */
function raceRows({ races = [] }: LaunchResult): HoverRows {
  return races.map((race) => [say('hover.race'), raceText(race)]);
}

/** What a launch races with, and over which buffer. */
export function raceText({ what, where, buffer }: LaunchRace): string {
  return say('hover.raceIs', { what, where, buffer });
}
