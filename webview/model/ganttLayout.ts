import { formatDuration } from './format';
import { keptLength, keptTimeline, type KeptTimeline } from '../../src/analysis/results/keptTimeline';
import type { TimelineBar, TimelineResult } from '../../src/analysis/results/timelineResult';
import { memoizeByObject } from './memoize';
import {
  barAt,
  laneRank,
  lastStarted,
  packTimeline,
  type Lane,
  type LaneRow,
  type PackedTimeline,
} from './timelineLanes';

/** One timeline on screen. */
export interface GanttSection {
  readonly title: string;
  readonly timeline: TimelineResult;
  /** How long it takes, where that is told otherwise than of kernels. */
  readonly length?: string;
  /** Lanes of streams between which the user may move bars, empty ones too; absent where none may be moved. */
  readonly lanes?: readonly string[];
  /** Rows that share a lane are as high as others, so that their bars have room for names. */
  readonly named?: boolean;
  /** The program as written, which a change is compared with: drawn thin below the bars. */
  readonly ghost?: TimelineResult | null;
  /** The program as it was pinned, drawn behind the bars. */
  readonly baseline?: KeptTimeline | null;
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
  readonly length: string;
  readonly packed: PackedTimeline;
  readonly y: number;
  readonly height: number;
  /** Place of the curve of busy SMs; null when nothing is known of it. */
  readonly curve: { readonly y: number; readonly height: number } | null;
  /** Bars may be moved to other lanes of streams. */
  readonly editable: boolean;
  readonly ghost: Ghost | null;
  readonly baseline: Ghost | null;
}

/** When lanes of what a timeline is compared with were in use. */
export interface Ghost {
  /** Start and end of each span in turn, in ns from its first bar. */
  readonly lanes: ReadonlyMap<string, readonly number[]>;
  readonly lengthNs: number;
}

const ghostOf = memoizeByObject((kept: KeptTimeline): Ghost => ({
  lanes: new Map(kept.lanes.map(({ lane, spans }) => [lane, spans])),
  lengthNs: keptLength(kept),
}));

/** All bars of a timeline, as a ghost of another. */
const writtenGhost = memoizeByObject((timeline: TimelineResult): Ghost =>
  ghostOf(keptTimeline(timeline, Infinity)!),
);

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
  for (const [section, { title, timeline, length, lanes, named = false, ...against }] of sections.entries()) {
    const top = y;
    const ghost = against.ghost ? writtenGhost(against.ghost) : null;
    const baseline = against.baseline ? ghostOf(against.baseline) : null;
    const ghosts = [ghost, baseline].filter((one) => one !== null);
    const packed = packTimeline(timeline);
    y += TITLE_HEIGHT;
    for (const lane of withLanes(packed.lanes, [
      ...(lanes ?? []),
      ...ghosts.flatMap((one) => [...one.lanes.keys()]),
    ])) {
      const height = named || lane.rows.length === 1 ? ROW_HEIGHT : SHARED_ROW_HEIGHT;
      for (const [index, row] of lane.rows.entries()) {
        rows.push({ section, lane: lane.name, first: index === 0, row, y, height });
        y += height;
      }
    }
    const curve = timeline.smBusy.length === 0 ? null : { y: y + 4, height: CURVE_HEIGHT };
    if (curve !== null) y += CURVE_HEIGHT + 4;
    placed.push({
      title,
      timeline,
      length: length ?? formatDuration(timeline.makespanNs || packed.endNs - packed.startNs),
      packed,
      y: top,
      height: y - top,
      curve,
      editable: lanes !== undefined,
      ghost,
      baseline,
    });
    fullNs = Math.max(fullNs, packed.endNs - packed.startNs, ...ghosts.map(({ lengthNs }) => lengthNs));
    y += SECTION_GAP;
  }
  return { sections: placed, rows, height: y, fullNs };
}

/** The lanes of a timeline, streams in the order of their names here, with empty ones for those that nothing runs in. */
function withLanes(lanes: readonly Lane[], names: readonly string[]): readonly Lane[] {
  const empty = [...new Set(names)]
    .filter((name) => !lanes.some((lane) => lane.name === name))
    .map((name): Lane => ({ name, rows: [{ bars: [] }] }));
  const place = ({ name }: Lane): number => names.indexOf(name);
  return [...lanes, ...empty].sort((a, b) => laneRank(a.name) - laneRank(b.name) || place(a) - place(b));
}

/** A bar that the user may move to another stream, with the lane that it is in; null for others. */
export function movable(
  layout: GanttLayout,
  place: BarPlace | null,
): { readonly operation: number; readonly label: string; readonly lane: string } | null {
  const bar = place === null ? undefined : barOf(layout, place);
  if (place === null || bar?.operation === undefined || !isStream(bar.lane)) return null;
  const { editable } = layout.sections[layout.rows[place.row]!.section]!;
  return editable ? { operation: bar.operation, label: bar.label, lane: bar.lane } : null;
}

/** The first row of the lane of a stream at a height, in the section of a row; null for none. */
export function streamRowAt(layout: GanttLayout, of: BarPlace, y: number): PlacedRow | null {
  const { section } = layout.rows[of.row]!;
  const found = layout.rows.find(
    (row) => row.section === section && isStream(row.lane) && y >= row.y && y < row.y + row.height,
  );
  return found ?? null;
}

/** The lane of the stream above (−1) or below (1) that of a bar; null at the end. */
export function streamBeside(layout: GanttLayout, of: BarPlace, step: -1 | 1): string | null {
  const { section, lane } = layout.rows[of.row]!;
  const lanes = layout.rows
    .filter((row) => row.section === section && row.first && isStream(row.lane))
    .map((row) => row.lane);
  return lanes[lanes.indexOf(lane) + step] ?? null;
}

/** Where the bar of an operation is in the section that may be changed. */
export function placeOfOperation(layout: GanttLayout, operation: number): BarPlace | null {
  for (const [row, { section, lane, row: bars }] of layout.rows.entries()) {
    if (!layout.sections[section]!.editable || !isStream(lane)) continue;
    const index = bars.bars.findIndex((bar) => bar.operation === operation);
    if (index >= 0) return { row, index };
  }
  return null;
}

const STREAM = 'stream ';
const isStream = (lane: string): boolean => lane.startsWith(STREAM);

/** Name of the stream of a lane. */
export const streamOfLane = (lane: string): string => lane.slice(STREAM.length);
/** The lane of a stream by its name. */
export const laneOfStream = (stream: string): string => `${STREAM}${stream}`;

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
  if (from === null || barOf(layout, from) === undefined)
    return { row: Math.max(nextFilled(layout, 0, 1), 0), index: 0 };
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
      return nearestInRow(layout, from, nextFilled(layout, from.row - 1, -1));
    case 'ArrowDown':
      return nearestInRow(layout, from, nextFilled(layout, from.row + 1, 1));
    default:
      return null;
  }
}

/** The first row with bars from one on, upwards or downwards; −1 for none. */
function nextFilled({ rows }: GanttLayout, from: number, step: -1 | 1): number {
  let row = from;
  while (rows[row]?.row.bars.length === 0) row += step;
  return rows[row] === undefined ? -1 : row;
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
