import type { LaunchRace, LaunchResult } from '../../analysis/results/kernelResult';
import { say } from '../say';
import type { HoverRows } from './coRunRows';
import { launchSummary } from './summaries';

/** What a launch configuration resolves to, and what stayed symbolic, for its hover. */
export function launchRows(launch: LaunchResult): HoverRows {
  return [
    ...raceRows(launch),
    [say('hover.grid'), launch.grid.join(' × ')],
    [say('hover.block'), launch.block.join(' × ')],
    [say('hover.dynamicShared'), `${launch.sharedBytes} B`],
    [say('hover.stream'), String(launch.stream)],
    [say('hover.waves'), launch.waves ? launchSummary(launch) : say('hover.unknown')],
    [say('hover.notKnown'), launch.unknowns.length > 0 ? launch.unknowns.join(', ') : say('hover.nothing')],
  ];
}

/** What a launch must not run at the same time as, and does; no row where no race is known. */
export function raceRows({ races = [] }: LaunchResult): HoverRows {
  return races.map((race) => [say('hover.race'), raceText(race)]);
}

/** What a launch races with, and over which buffer. */
export function raceText({ what, where, buffer }: LaunchRace): string {
  return say('hover.raceIs', { what, where, buffer });
}
