import type { TimelineBar, TimelineResult } from '../../src/analysis/results/timelineResult';
import { say } from '../../src/words';
import { memoizeByObject } from './memoize';

/** Bars of one row, by start; they overlap only where a lane has more at once than rows. */
export interface LaneRow {
  readonly bars: readonly TimelineBar[];
}

/** One lane; operations that overlap in it are spread over several rows. */
export interface Lane {
  readonly name: string;
  readonly rows: readonly LaneRow[];
}

export interface PackedTimeline {
  readonly lanes: readonly Lane[];
  /** Start of the first bar: time zero on screen. */
  readonly startNs: number;
  readonly endNs: number;
}

/** More concurrent operations of a lane than this share its last row. */
const MOST_ROWS = 8;

/** The bars of a timeline in rows, host first, then streams, then what executes them. */
export const packTimeline = memoizeByObject((timeline: TimelineResult): PackedTimeline => {
  const byLane = new Map<string, TimelineBar[]>();
  let [startNs, endNs] = [Infinity, -Infinity];
  for (const bar of timeline.bars) {
    const lane = byLane.get(bar.lane);
    if (lane === undefined) byLane.set(bar.lane, [bar]);
    else lane.push(bar);
    startNs = Math.min(startNs, bar.startNs);
    endNs = Math.max(endNs, bar.endNs);
  }
  const lanes = [...byLane]
    .sort(([a], [b]) => laneRank(a) - laneRank(b) || a.localeCompare(b, 'en', { numeric: true }))
    .map(([name, bars]) => ({ name, rows: packRows(bars) }));
  return endNs < startNs ? { lanes, startNs: 0, endNs: 0 } : { lanes, startNs, endNs };
});

/** Order of the sorts of lanes: the host, streams, copy engines, SMs. */
export function laneRank(name: string): number {
  if (/^host/i.test(name)) return 0;
  if (/^copy/i.test(name)) return /DtoH/i.test(name) ? 3 : 2;
  return /^SMs/i.test(name) ? 4 : 1;
}

/** What a lane is called beside its bars: a stream by its own name where that says that it is one. */
export function laneTitle(name: string): string {
  return name === 'stream default'
    ? say('webview.timeline.defaultStream')
    : name.replace(/^stream (?=.*stream)/i, '');
}

/** Puts each bar into the first row that is free at its start. */
function packRows(bars: readonly TimelineBar[]): readonly LaneRow[] {
  const rows: { bars: TimelineBar[]; freeNs: number }[] = [];
  for (const bar of [...bars].sort((a, b) => a.startNs - b.startNs)) {
    let row = rows.find((candidate) => candidate.freeNs <= bar.startNs);
    if (row === undefined && rows.length < MOST_ROWS) rows.push((row = { bars: [], freeNs: 0 }));
    row ??= rows[rows.length - 1]!;
    row.bars.push(bar);
    row.freeNs = Math.max(row.freeNs, bar.endNs);
  }
  return rows;
}

/** Index of the first bar of a row that may be visible from `ns` on. */
export function firstVisible(row: LaneRow, ns: number): number {
  let index = lastStarted(row, ns);
  // Only the shared last row of a lane overlaps; a few steps back find what still runs there.
  for (let step = 0; step < MOST_ROWS && index > 0 && row.bars[index - 1]!.endNs > ns; step++) index--;
  return Math.max(index, 0);
}

/** Index of the last bar that starts at or before `ns`, or −1. */
export function lastStarted({ bars }: LaneRow, ns: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (bars[middle]!.startNs <= ns) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Index of the bar that covers `ns`, or else of one whose edge is within `slackNs` of it; −1 for none. */
export function barAt(row: LaneRow, ns: number, slackNs: number): number {
  const last = lastStarted(row, ns + slackNs);
  let nearest = -1;
  let distance = slackNs;
  for (let index = last; index >= 0 && index > last - 2 * MOST_ROWS; index--) {
    const { startNs, endNs } = row.bars[index]!;
    const away = ns < startNs ? startNs - ns : Math.max(ns - endNs, 0);
    if (away === 0) return index;
    if (away <= distance) [nearest, distance] = [index, away];
  }
  return nearest;
}
