import type { TimelineResult } from '../../src/analysis/results/timelineResult';
import { formatDuration, formatPercent } from './format';
import type { TableCell, TableModel } from './table';
import { packTimeline } from './timelineLanes';
import { say, titleOf } from '../../src/words';
import { words } from '../../src/words/words';

/** All bars and all steps of SM occupancy of the timelines; times in ns from the first bar of each. */
export function timelineTable(timelines: readonly TimelineResult[]): TableModel {
  const time = { unit: 'ns', format: formatDuration };
  return {
    columns: [
      { title: say('webview.timeline.timeline') },
      { title: say('webview.timeline.origin') },
      { title: say('webview.timeline.lane') },
      { title: say('webview.timeline.operation') },
      { title: say('webview.timeline.kind') },
      { title: say('webview.timeline.start'), ...time },
      { title: say('webview.timeline.end'), ...time },
      { title: say('webview.timeline.duration'), ...time },
      { title: say('webview.timeline.waitedForColumn') },
      { title: say('webview.timeline.source') },
    ],
    rows: timelines.flatMap((timeline) => [...barRows(timeline), ...occupancyRows(timeline)]),
  };
}

function barRows(timeline: TimelineResult): TableCell[][] {
  const { startNs } = packTimeline(timeline);
  return timeline.bars.map((bar) => [
    words(timeline.title),
    titleOf('origin', timeline.origin),
    bar.lane,
    bar.label,
    bar.kind,
    bar.startNs - startNs,
    bar.endNs - startNs,
    bar.endNs - bar.startNs,
    bar.waitedFor === undefined ? null : words(bar.waitedFor),
    bar.path === undefined ? null : `${bar.path}:${bar.line ?? 1}`,
  ]);
}

/** One row a step; the last one lasts until the end of the timeline. */
function occupancyRows(timeline: TimelineResult): TableCell[][] {
  const { startNs, endNs } = packTimeline(timeline);
  return timeline.smBusy.map(({ ns, busy }, index) => {
    const end = Math.max(timeline.smBusy[index + 1]?.ns ?? endNs, ns);
    const cells = [
      words(timeline.title),
      titleOf('origin', timeline.origin),
      say('webview.timeline.smOccupancy'),
      formatPercent(busy),
      say('webview.timeline.occupancy'),
    ];
    return [...cells, ns - startNs, end - startNs, end - ns, null, null];
  });
}

/**
 * The shown timelines in Chrome's trace event format, one process a timeline and one thread a lane, so
 * that measured and predicted lie above each other in Perfetto too. Trace times are µs.
 */
export function timelineTrace(timelines: readonly TimelineResult[]): string {
  const traceEvents: object[] = [];
  for (const [pid, timeline] of timelines.entries()) {
    const { lanes, startNs } = packTimeline(timeline);
    const threads = new Map(lanes.map((lane, tid) => [lane.name, tid]));
    const micro = (ns: number): number => (ns - startNs) / 1000;
    traceEvents.push({
      name: 'process_name',
      ph: 'M',
      pid,
      args: { name: `${words(timeline.title)} (${titleOf('origin', timeline.origin)})` },
    });
    for (const [name, tid] of threads)
      traceEvents.push({ name: 'thread_name', ph: 'M', pid, tid, args: { name } });
    for (const bar of timeline.bars)
      traceEvents.push({
        name: bar.label,
        cat: bar.kind,
        ph: 'X',
        pid,
        tid: threads.get(bar.lane),
        ts: micro(bar.startNs),
        dur: (bar.endNs - bar.startNs) / 1000,
        args: {
          ...(bar.waitedFor === undefined ? {} : { waitedFor: words(bar.waitedFor) }),
          ...(bar.path === undefined ? {} : { source: `${bar.path}:${bar.line ?? 1}` }),
        },
      });
    for (const step of timeline.smBusy)
      traceEvents.push({
        name: say('webview.timeline.smOccupancy'),
        ph: 'C',
        pid,
        ts: micro(step.ns),
        args: { share: step.busy },
      });
  }
  return JSON.stringify({ displayTimeUnit: 'ns', traceEvents });
}
