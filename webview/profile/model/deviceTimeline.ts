import type { DeviceTrace, ProfilePage } from '../../../src/analysis/profileProtocol';
import type { TimelineResult } from '../../../src/analysis/results/timelineResult';
import { groupBy } from '../../../src/stats/grouping';
import { say } from '../../../src/words';
import { memoizeByObject } from '../../model/memoize';

/** A device's operations as a chart of timelines takes them; those of a made-up sample are not measured. */
export const deviceTimeline = memoizeByObject(({ origin }: ProfilePage) =>
  memoizeByObject((device: DeviceTrace): TimelineResult => ({
    title: say('webview.profile.streamsTitle'),
    origin,
    bars: device.bars,
    makespanNs: device.idle.spanNs,
    smBusy: [],
  })),
);

/** A part of a device's time. */
export interface TimePart {
  readonly id: 'busy' | 'host' | 'launch' | 'queued' | 'untold';
  readonly title: string;
  readonly ns: number;
  readonly share: number;
}

/** Busy and idle time by what it waited for; parts without any are left out. */
export const timeParts = memoizeByObject(({ idle }: DeviceTrace): readonly TimePart[] => {
  const { spanNs, busyNs, hostNs, launchNs, queuedNs, untoldNs } = idle;
  const parts = [
    ['busy', busyNs],
    ['host', hostNs],
    ['launch', launchNs],
    ['queued', queuedNs],
    ['untold', untoldNs],
  ] as const;
  return parts
    .filter(([, ns]) => ns > 0)
    .map(([id, ns]) => ({ id, title: say(`webview.profile.part.${id}`), ns, share: ns / spanNs }));
});

/** Kernel time of one operator of the framework. */
export interface OperatorTime {
  readonly name: string;
  readonly calls: number;
  readonly totalNs: number;
}

/** Kernel time by operator, the longest first; empty where the file names none. */
export const operatorTimes = memoizeByObject(({ kernels }: ProfilePage): readonly OperatorTime[] => {
  const named = kernels.filter(({ operator, durationNs }) => operator !== undefined && durationNs !== null);
  return [...groupBy(named, ({ operator }) => operator!)]
    .map(([name, rows]) => ({
      name,
      calls: rows.reduce((sum, { calls }) => sum + calls, 0),
      totalNs: rows.reduce((sum, { calls, durationNs }) => sum + calls * durationNs!, 0),
    }))
    .toSorted((a, b) => b.totalNs - a.totalNs);
});
