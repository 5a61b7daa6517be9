import type { LaunchResult } from '../../analysis/results/kernelResult';
import { say } from '../say';
import type { HoverRows } from './coRunRows';
import { launchSummary } from './summaries';

/** What a launch configuration resolves to, and what stayed symbolic, for its hover. */
export function launchRows(launch: LaunchResult): HoverRows {
  return [
    [say('hover.grid'), launch.grid.join(' × ')],
    [say('hover.block'), launch.block.join(' × ')],
    [say('hover.dynamicShared'), `${launch.sharedBytes} B`],
    [say('hover.stream'), String(launch.stream)],
    [say('hover.waves'), launch.waves ? launchSummary(launch) : say('hover.unknown')],
    [say('hover.notKnown'), launch.unknowns.length > 0 ? launch.unknowns.join(', ') : say('hover.nothing')],
  ];
}
