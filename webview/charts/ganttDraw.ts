import type { TimelineBar } from '../../src/analysis/results/timelineResult';
import { readableOn } from '../model/colour';
import { AXIS_HEIGHT, type GanttLayout, type PlacedRow, type PlacedSection } from '../model/ganttLayout';
import { visibleSteps } from '../model/stepCurve';
import { ticks, type TimeDomain } from '../model/timeDomain';
import { firstVisible, laneTitle } from '../model/timelineLanes';
import type { Viewport } from './canvasElement';
import { ellipsize, ellipsizeStart } from './text';
import type { Theme } from './theme';
import { say } from '../../src/words';

/** Width of the lane names, in CSS pixels. */
export const GUTTER = 120;
const RIGHT_MARGIN = 12;
const LABEL_PADDING = 4;

/** What is needed to draw one frame of the timeline. */
export interface GanttFrame {
  readonly g: CanvasRenderingContext2D;
  readonly view: Viewport;
  readonly theme: Theme;
  readonly layout: GanttLayout;
  readonly domain: TimeDomain;
}

/** Pixels per ns of the visible axis. */
export function pixelsPerNs(width: number, domain: TimeDomain): number {
  return Math.max(width - GUTTER - RIGHT_MARGIN, 1) / (domain.to - domain.from);
}

export function timeToX(frame: Pick<GanttFrame, 'view' | 'domain'>, ns: number): number {
  return GUTTER + (ns - frame.domain.from) * pixelsPerNs(frame.view.width, frame.domain);
}

/** Draws inside the plot only: right of the lane names and below the axis. */
export function clipped(frame: GanttFrame, draw: () => void): void {
  const { g, view } = frame;
  g.save();
  g.beginPath();
  g.rect(GUTTER, AXIS_HEIGHT, view.width - GUTTER, view.height - AXIS_HEIGHT);
  g.clip();
  draw();
  g.restore();
}

/** Colour of a kind of operation; the same in the legend. */
function kindColour(kind: TimelineBar['kind'], theme: Theme): string {
  const colours: Readonly<Record<TimelineBar['kind'], string>> = {
    kernel: theme.blue,
    HtoD: theme.green,
    DtoH: theme.purple,
    DtoD: theme.yellow,
    memset: theme.orange,
    host: theme.quiet,
  };
  return colours[kind];
}

/** Ticks of the axis: where their lines are, and the middle of their text. */
function axisTicks(
  frame: GanttFrame,
): { readonly x: number; readonly centre: number; readonly text: string }[] {
  const { g, view, domain } = frame;
  return ticks(domain, Math.max(Math.floor((view.width - GUTTER) / 110), 2)).flatMap(({ ns, text }) => {
    const x = Math.round(timeToX(frame, ns)) + 0.5;
    if (x < GUTTER) return [];
    return [{ x, centre: Math.min(x, view.width - g.measureText(text).width / 2 - 2), text }];
  });
}

/** Makes room on the axis for another text: ticks that it would touch go whole, not in part. */
function clearTicks(frame: GanttFrame, left: number, width: number): void {
  const { g, theme } = frame;
  g.fillStyle = theme.background;
  g.fillRect(left, 0, width, AXIS_HEIGHT - 4);
  for (const { centre, text } of axisTicks(frame)) {
    const half = g.measureText(text).width / 2 + 1;
    if (centre + half > left && centre - half < left + width)
      g.fillRect(centre - half, 0, 2 * half, AXIS_HEIGHT - 4);
  }
}

export function drawAxis(frame: GanttFrame): void {
  const { g, view, theme } = frame;
  g.fillStyle = theme.background;
  g.fillRect(0, 0, view.width, AXIS_HEIGHT);
  g.fillStyle = theme.quiet;
  g.strokeStyle = theme.line;
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  for (const { x, centre, text } of axisTicks(frame)) {
    g.fillText(text, centre, AXIS_HEIGHT / 2 - 2);
    g.globalAlpha = 0.3;
    g.beginPath();
    g.moveTo(x, AXIS_HEIGHT - 4);
    g.lineTo(x, view.height);
    g.stroke();
    g.globalAlpha = 1;
  }
}

export function drawSectionTitle({ g, view, theme }: GanttFrame, section: PlacedSection, mark: string): void {
  const y = section.y - view.scrollY + 14;
  const { title, length } = section;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  g.fillStyle = theme.foreground;
  g.font = `600 ${theme.font}`;
  g.fillText(title, 8, y);
  const width = g.measureText(title).width;
  g.font = theme.font;
  g.fillStyle = theme.quiet;
  g.fillText(`${mark}  ${length}`, 8 + width + 10, y);
}

/** The bars of one row; bars narrower than a pixel are merged by how much of the pixel they fill. */
export function drawRow(frame: GanttFrame, placed: PlacedRow): void {
  const { theme, layout, domain, view } = frame;
  const { startNs } = layout.sections[placed.section]!.packed;
  const perNs = pixelsPerNs(view.width, domain);
  const { bars } = placed.row;
  const density = new PixelDensity(frame, placed);
  for (let index = firstVisible(placed.row, domain.from + startNs); index < bars.length; index++) {
    const bar = bars[index]!;
    const from = (bar.startNs - startNs - domain.from) * perNs;
    if (bar.startNs - startNs > domain.to) break;
    const width = (bar.endNs - bar.startNs) * perNs;
    if (width < 1.5) density.add(GUTTER + from, width, kindColour(bar.kind, theme));
    else drawBar(frame, placed, bar, GUTTER + from, width);
  }
  density.flush();
}

/** When a lane was in use as it was pinned: boxes behind its bars, which show where these are elsewhere now. */
export function drawBaseline(frame: GanttFrame, placed: PlacedRow): void {
  const { g, view, theme, layout } = frame;
  const { baseline } = layout.sections[placed.section]!;
  if (!placed.first || baseline === null) return;
  const [y, height] = [placed.y - view.scrollY, placed.height - GHOST_HEIGHT - 1];
  g.fillStyle = theme.foreground;
  g.strokeStyle = theme.foreground;
  g.lineWidth = 1;
  for (const { x, width } of spansIn(frame, baseline.lanes.get(placed.lane))) {
    g.globalAlpha = 0.2;
    g.fillRect(x, y, width, height);
    g.globalAlpha = 0.7;
    if (width > 3) g.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
  }
  g.globalAlpha = 1;
}

/** A lane as it is written, where a change is tried: thin lines below its bars. */
export function drawGhost(frame: GanttFrame, placed: PlacedRow): void {
  const { g, view, theme, layout } = frame;
  const { ghost } = layout.sections[placed.section]!;
  if (!placed.first || ghost === null) return;
  g.fillStyle = theme.foreground;
  g.globalAlpha = 0.7;
  const y = placed.y + placed.height - view.scrollY - GHOST_HEIGHT;
  for (const { x, width } of spansIn(frame, ghost.lanes.get(placed.lane)))
    g.fillRect(x, y, width, GHOST_HEIGHT);
  g.globalAlpha = 1;
}

const GHOST_HEIGHT = 2;

/** Spans of a lane in pixels, each a pixel short of the next. */
function* spansIn(
  frame: GanttFrame,
  spans: readonly number[] = [],
): Generator<{ readonly x: number; readonly width: number }> {
  for (let at = 0; at < spans.length; at += 2) {
    const x = timeToX(frame, spans[at]!);
    yield { x, width: Math.max(timeToX(frame, spans[at + 1]!) - x - 1, 1) };
  }
}

/** The row that a bar would go to. */
export function drawTarget({ g, view, theme }: GanttFrame, { y, height }: PlacedRow): void {
  g.lineWidth = 2;
  g.strokeStyle = theme.focus;
  g.setLineDash([4, 3]);
  g.strokeRect(GUTTER + 1, y - view.scrollY + 1, view.width - GUTTER - 2, height - 2);
  g.setLineDash([]);
}

/** Collects bars that fall into the same pixel column and draws them as one, fainter when it is emptier. */
class PixelDensity {
  private x = -1;
  private filled = 0;
  private colour = '';

  constructor(
    private readonly frame: GanttFrame,
    private readonly placed: PlacedRow,
  ) {}

  add(x: number, width: number, colour: string): void {
    const pixel = Math.floor(x);
    if (pixel !== this.x) {
      this.flush();
      [this.x, this.filled, this.colour] = [pixel, 0, colour];
    }
    this.filled += width;
  }

  flush(): void {
    if (this.x < 0) return;
    const { g, view } = this.frame;
    g.globalAlpha = Math.min(Math.max(this.filled, 0.25), 1);
    g.fillStyle = this.colour;
    g.fillRect(this.x, this.placed.y - view.scrollY + 2, 1, this.placed.height - 4);
    g.globalAlpha = 1;
    this.x = -1;
  }
}

function drawBar(frame: GanttFrame, placed: PlacedRow, bar: TimelineBar, x: number, width: number): void {
  const { g, view, theme } = frame;
  const y = placed.y - view.scrollY + 2;
  const height = placed.height - 4;
  const left = Math.max(x, GUTTER);
  const right = Math.min(x + width, view.width);
  const fill = kindColour(bar.kind, theme);
  g.fillStyle = fill;
  g.fillRect(x, y, Math.max(width - 1, 1), height);
  if (theme.border !== null) {
    g.strokeStyle = theme.border;
    g.lineWidth = 1;
    g.strokeRect(x + 0.5, y + 0.5, Math.max(width - 2, 1), height - 1);
  }
  const room = right - left - 2 * LABEL_PADDING;
  if (room < 20 || height < 12) return;
  g.fillStyle = readableOn(fill, theme);
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  g.fillText(ellipsize(g, bar.label, room), left + LABEL_PADDING, y + height / 2 + 0.5);
}

export function drawLaneName({ g, view, theme }: GanttFrame, placed: PlacedRow): void {
  if (!placed.first) return;
  g.fillStyle = theme.foreground;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  g.fillText(
    ellipsizeStart(g, laneTitle(placed.lane), GUTTER - 16),
    8,
    placed.y - view.scrollY + placed.height / 2,
  );
}

/** The share of busy SMs over time, as steps with the area below them. */
export function drawCurve(frame: GanttFrame, section: PlacedSection): void {
  const { g, view, theme, domain } = frame;
  if (section.curve === null) return;
  const bottom = section.curve.y + section.curve.height - view.scrollY - 2;
  const height = section.curve.height - 6;
  const y = (busy: number): number => bottom - Math.min(busy, 1) * height;
  const { startNs, endNs } = section.packed;
  const steps = visibleSteps(section.timeline.smBusy, startNs, domain, Math.ceil(view.width - GUTTER));
  const end = Math.max(timeToX(frame, Math.min(endNs - startNs, domain.to)), GUTTER);
  const shape = new Path2D();
  let busy = 0;
  shape.moveTo(GUTTER, bottom);
  for (const step of steps) {
    const x = Math.min(Math.max(timeToX(frame, step.ns), GUTTER), end);
    shape.lineTo(x, y(busy));
    shape.lineTo(x, y(step.busy));
    busy = step.busy;
  }
  shape.lineTo(end, y(busy));
  shape.lineTo(end, bottom);
  g.fillStyle = theme.blue;
  g.globalAlpha = 0.25;
  g.fill(shape);
  g.globalAlpha = 1;
  g.strokeStyle = theme.blue;
  g.lineWidth = 1;
  g.stroke(shape);
}

export function drawCurveName({ g, view, theme }: GanttFrame, section: PlacedSection): void {
  if (section.curve === null) return;
  g.fillStyle = theme.foreground;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  g.fillText(
    say('webview.timeline.smOccupancy'),
    8,
    section.curve.y - view.scrollY + section.curve.height / 2,
  );
  g.fillStyle = theme.quiet;
  g.textAlign = 'right';
  g.fillText('100\u202f%', GUTTER - 4, section.curve.y - view.scrollY + 7);
}

/** A vertical line at a time, with its text on the axis. */
export function drawTimeLine(
  frame: GanttFrame,
  ns: number,
  text: string,
  colour: string,
  dashed: boolean,
): void {
  const { g, view, theme } = frame;
  const x = Math.round(timeToX(frame, ns)) + 0.5;
  if (x < GUTTER || x > view.width) return;
  g.strokeStyle = colour;
  g.lineWidth = 1;
  g.setLineDash(dashed ? [4, 3] : []);
  g.beginPath();
  g.moveTo(x, AXIS_HEIGHT);
  g.lineTo(x, view.height);
  g.stroke();
  g.setLineDash([]);
  const width = g.measureText(text).width + 8;
  const left = Math.min(Math.max(x - width / 2, GUTTER), view.width - width);
  clearTicks(frame, left, width);
  g.fillStyle = theme.foreground;
  g.textAlign = 'left';
  g.textBaseline = 'middle';
  g.fillText(text, left + 4, AXIS_HEIGHT / 2 - 2);
}
