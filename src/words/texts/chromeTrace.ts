import type { ApplicationResult, TimelineResult } from '../../analysis/results/timelineResult';
import { words } from '../words';
import { titleOf } from '../titleOf';

/** An application's timelines as a Chrome trace (microseconds, one process for each timeline). */
export function chromeTrace(application: ApplicationResult): string {
  const timelines = [application.measured, application.predicted].filter((timeline) => timeline !== null);
  const traceEvents = timelines.flatMap((timeline, pid) => [
    {
      ph: 'M',
      name: 'process_name',
      pid,
      args: { name: `${words(timeline.title)} (${titleOf('origin', timeline.origin)})` },
    },
    ...events(timeline, pid),
  ]);
  return JSON.stringify({ displayTimeUnit: 'ms', traceEvents });
}

function events(timeline: TimelineResult, pid: number): object[] {
  const lanes = [...new Set(timeline.bars.map((bar) => bar.lane))];
  const names = lanes.map((lane, tid) => ({ ph: 'M', name: 'thread_name', pid, tid, args: { name: lane } }));
  const bars = timeline.bars.map((bar) => ({
    ph: 'X',
    name: bar.label,
    cat: bar.kind,
    pid,
    tid: lanes.indexOf(bar.lane),
    ts: bar.startNs / 1000,
    dur: (bar.endNs - bar.startNs) / 1000,
    args: { waitedFor: words(bar.waitedFor ?? ''), line: bar.line ?? null },
  }));
  return [...names, ...bars];
}
