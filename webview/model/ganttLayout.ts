import type { TimelineBar, TimelineResult } from '../../src/analysis/results/timelineResult';
import { barAt, lastStarted, packTimeline, type LaneRow, type PackedTimeline } from './timelineLanes';

/** One timeline on screen. */
export interface GanttSection {
  readonly title: string;
  readonly timeline: TimelineResult;
}

/** A row of bars with its place in CSS pixels from the top of the chart. */
export interface PlacedRow {
  readonly section: number;
  readonly lane: string;
  /** Set for the first row of a lane, which carries its name. */
  readonly first: boolean;
  readonly row: LaneRow;
  readonly y: number;
  readonly height: number;
}

export interface PlacedSection {
  readonly title: string;
  readonly timeline: TimelineResult;
  readonly packed: PackedTimeline;
  readonly y: number;
  readonly height: number;
  /** Place of the curve of busy SMs; null when nothing is known of it. */
  readonly curve: { readonly y: number; readonly height: number } | null;
}

export interface GanttLayout {
  readonly sections: readonly PlacedSection[];
  readonly rows: readonly PlacedRow[];
  readonly height: number;
  /** Length of the longest timeline, in ns; at least 1. */
  readonly fullNs: number;
}

/** A bar by its place. */
export interface BarPlace {
  readonly row: number;
  readonly index: number;
}

export const AXIS_HEIGHT = 24;
const TITLE_HEIGHT = 26;
const ROW_HEIGHT = 22;
/** Rows of a lane that needs several are lower. */
const SHARED_ROW_HEIGHT = 14;
const CURVE_HEIGHT = 48;
const SECTION_GAP = 14;

/** Stacks the sections, their lanes and their curves below the time axis. */
export function layoutGantt(sections: readonly GanttSection[]): GanttLayout {
  const rows: PlacedRow[] = [];
  const placed: PlacedSection[] = [];
  let y = AXIS_HEIGHT;
  let fullNs = 1;
  for (const [section, { title, timeline }] of sections.entries()) {
    const top = y;
    const packed = packTimeline(timeline);
    y += TITLE_HEIGHT;
    for (const lane of packed.lanes) {
      const height = lane.rows.length === 1 ? ROW_HEIGHT : SHARED_ROW_HEIGHT;
      for (const [index, row] of lane.rows.entries()) {
        rows.push({ section, lane: lane.name, first: index === 0, row, y, height });
        y += height;
      }
    }
    const curve = timeline.smBusy.length === 0 ? null : { y: y + 4, height: CURVE_HEIGHT };
    if (curve !== null) y += CURVE_HEIGHT + 4;
    placed.push({ title, timeline, packed, y: top, height: y - top, curve });
    fullNs = Math.max(fullNs, packed.endNs - packed.startNs);
    y += SECTION_GAP;
  }
  return { sections: placed, rows, height: y, fullNs };
}

/** The bar at a height and a time from the start of its timeline; null for none. */
export function hitBar(layout: GanttLayout, y: number, ns: number, slackNs: number): BarPlace | null {
  const row = layout.rows.findIndex((candidate) => y >= candidate.y && y < candidate.y + candidate.height);
  if (row < 0) return null;
  const { section, row: bars } = layout.rows[row]!;
  const index = barAt(bars, ns + layout.sections[section]!.packed.startNs, slackNs);
  return index < 0 ? null : { row, index };
}

export function barOf(layout: GanttLayout, place: BarPlace): TimelineBar | undefined {
  return layout.rows[place.row]?.row.bars[place.index];
}

/** The bar that an arrow key leads to: along the row, or to the nearest bar in time of the next row. */
export function moveBar(layout: GanttLayout, from: BarPlace | null, key: string): BarPlace | null {
  if (layout.rows.length === 0) return null;
  if (from === null || barOf(layout, from) === undefined) return { row: 0, index: 0 };
  const last = layout.rows[from.row]!.row.bars.length - 1;
  switch (key) {
    case 'ArrowLeft':
      return { row: from.row, index: Math.max(from.index - 1, 0) };
    case 'ArrowRight':
      return { row: from.row, index: Math.min(from.index + 1, last) };
    case 'Home':
      return { row: from.row, index: 0 };
    case 'End':
      return { row: from.row, index: last };
    case 'ArrowUp':
      return nearestInRow(layout, from, from.row - 1);
    case 'ArrowDown':
      return nearestInRow(layout, from, from.row + 1);
    default:
      return null;
  }
}

function nearestInRow(layout: GanttLayout, from: BarPlace, row: number): BarPlace {
  const target = layout.rows[row];
  if (target === undefined) return from;
  const here = layout.rows[from.row]!;
  const middle = (bar: TimelineBar): number => (bar.startNs + bar.endNs) / 2;
  const time = middle(barOf(layout, from)!) - layout.sections[here.section]!.packed.startNs;
  const wanted = time + layout.sections[target.section]!.packed.startNs;
  const before = Math.max(lastStarted(target.row, wanted), 0);
  const away = (index: number): number => Math.abs(middle(target.row.bars[index]!) - wanted);
  const after = before + 1;
  return { row, index: after < target.row.bars.length && away(after) < away(before) ? after : before };
}
