import { ORIGIN_MARK } from '../../src/kernel/origin';
import type { IssueMove, StreamMove } from '../../src/analysis/results/whatIfResult';
import { formatDuration } from '../model/format';
import {
  AXIS_HEIGHT,
  barOf,
  hitBar,
  layoutGantt,
  movable,
  moveBar,
  placeOfOperation,
  streamBeside,
  streamOfLane,
  streamRowAt,
  type BarPlace,
  type GanttLayout,
  type GanttSection,
  type PlacedRow,
} from '../model/ganttLayout';
import { pan, pixelDigits, show, zoom, type TimeDomain } from '../model/timeDomain';
import { CanvasElement, type Size, type Viewport } from './canvasElement';
import {
  clipped,
  drawAxis,
  drawBaseline,
  drawCurve,
  drawCurveName,
  drawGhost,
  drawLaneName,
  drawRow,
  drawSectionTitle,
  drawTarget,
  drawTimeLine,
  GUTTER,
  pixelsPerNs,
  timeToX,
  type GanttFrame,
} from './ganttDraw';
import type { Theme } from './theme';
import { say } from '../../src/words';

export interface GanttInput {
  readonly sections: readonly GanttSection[];
  /** A time to mark, e.g. the makespan of an order without a timeline of its own. */
  readonly marker: { readonly ns: number; readonly text: string } | null;
}

/** A bar with a place in source was opened. */
export type RevealBarEvent = CustomEvent<{ path: string; line: number }>;

/** A bar was put into another stream. */
export type MoveBarEvent = CustomEvent<StreamMove>;

/** A bar was put before or behind the operation issued beside it. */
export type IssueBarEvent = CustomEvent<IssueMove>;

/** A press that lasts: it pans, or takes the bar under it to another stream. */
interface Drag {
  readonly x: number;
  readonly y: number;
  readonly domain: TimeDomain;
  readonly bar: BarPlace | null;
  /** The row of the stream that the bar would go to. */
  target: PlacedRow | null;
  moved: boolean;
}

const ZOOM_STEP = 1.5;
/** Pixels by which a pointer may miss a bar. */
const SLACK_PIXELS = 3;
/** Movement in pixels below which a press is a click and not a drag. */
const CLICK_PIXELS = 4;

/** Timelines above each other on one time axis, with zoom and pan. Fires `reveal-bar`. */
export class GanttElement extends CanvasElement {
  private input: GanttInput = { sections: [], marker: null };
  private layout: GanttLayout = layoutGantt([]);
  /** Null: everything. */
  private domain: TimeDomain | null = null;
  private selected: BarPlace | null = null;
  private pointerNs: number | null = null;
  private drag: Drag | null = null;

  constructor() {
    super();
    this.canvas.setAttribute('aria-roledescription', say('webview.timeline.timeline'));
    this.canvas.setAttribute('aria-label', say('webview.timeline.chartKeys'));
    this.canvas.addEventListener('keydown', (event) => this.onKey(event));
    this.canvas.addEventListener('wheel', (event) => this.onWheel(event), { passive: false });
    this.canvas.addEventListener('pointerdown', (event) => this.onDown(event));
    this.canvas.addEventListener('pointermove', (event) => this.onMove(event));
    this.canvas.addEventListener('pointerup', (event) => this.onUp(event));
    this.canvas.addEventListener('pointerleave', () => this.setPointer(null));
    this.canvas.addEventListener('dblclick', (event) => this.onDouble(event));
  }

  set model(input: GanttInput) {
    const before = this.layout.fullNs;
    const operation = movable(this.layout, this.selected)?.operation;
    this.input = input;
    this.layout = layoutGantt(input.sections);
    // The selection stays with the operation, which may be in another row now.
    if (operation !== undefined) this.selected = placeOfOperation(this.layout, operation);
    // A zoomed view survives a refresh of about the same length, and not a switch to another program.
    if (Math.abs(this.layout.fullNs / before - 1) > 0.5) this.domain = null;
    if (this.selected !== null && barOf(this.layout, this.selected) === undefined) this.selected = null;
    this.invalidate();
  }

  /** Zooms in (above 1) or out around the middle, or the selected bar when it is on screen. */
  zoomBy(factor: number): void {
    const domain = this.visible();
    const bar = this.selectedBar();
    const middle = (domain.from + domain.to) / 2;
    const at = bar === null ? middle : (bar.from + bar.to) / 2;
    this.setDomain(zoom(domain, factor, at > domain.from && at < domain.to ? at : middle, this.full()));
  }

  /** Shows the whole timeline. */
  fit(): void {
    this.domain = null;
    this.invalidate();
  }

  protected override contentSize(width: number): Size {
    return { width, height: this.layout.height };
  }

  protected override draw(g: CanvasRenderingContext2D, view: Viewport, theme: Theme): void {
    const frame: GanttFrame = { g, view, theme, layout: this.layout, domain: this.visible() };
    const visible = this.layout.rows.filter(
      ({ y, height }) => y + height > view.scrollY && y < view.scrollY + view.height,
    );
    clipped(frame, () => {
      for (const row of visible) {
        drawBaseline(frame, row);
        drawRow(frame, row);
        drawGhost(frame, row);
      }
      for (const section of this.layout.sections) drawCurve(frame, section);
      this.drawSelected(frame);
      if (this.drag?.target) drawTarget(frame, this.drag.target);
    });
    for (const row of visible) drawLaneName(frame, row);
    for (const section of this.layout.sections) {
      drawSectionTitle(frame, section, ORIGIN_MARK[section.timeline.origin]);
      drawCurveName(frame, section);
    }
    drawAxis(frame);
    const { marker } = this.input;
    if (marker !== null) drawTimeLine(frame, marker.ns, marker.text, theme.orange, true);
    if (this.pointerNs !== null)
      drawTimeLine(frame, this.pointerNs, this.pointerText(this.pointerNs), theme.focus, false);
  }

  private pointerText(ns: number): string {
    return formatDuration(ns, pixelDigits(ns, 1 / pixelsPerNs(this.viewport().width, this.visible())));
  }

  private drawSelected(frame: GanttFrame): void {
    const place = this.selected;
    const bar = this.selectedBar();
    if (place === null || bar === null) return;
    const row = this.layout.rows[place.row]!;
    const x = timeToX(frame, bar.from);
    const width = Math.max(timeToX(frame, bar.to) - x, 2);
    frame.g.lineWidth = 2;
    frame.g.strokeStyle = this.hasFocus ? frame.theme.focus : frame.theme.foreground;
    frame.g.strokeRect(x - 1, row.y - frame.view.scrollY + 1, width + 1, row.height - 2);
  }

  /** Start and end of the selected bar in ns from the start of its timeline. */
  private selectedBar(): TimeDomain | null {
    const bar = this.selected === null ? undefined : barOf(this.layout, this.selected);
    if (bar === undefined) return null;
    const { startNs } = this.layout.sections[this.layout.rows[this.selected!.row]!.section]!.packed;
    return { from: bar.startNs - startNs, to: bar.endNs - startNs };
  }

  private full(): number {
    return this.layout.fullNs * 1.02;
  }

  private visible(): TimeDomain {
    return this.domain ?? { from: 0, to: this.full() };
  }

  private setDomain(domain: TimeDomain): void {
    this.domain = domain;
    this.invalidate();
  }

  private setPointer(ns: number | null): void {
    this.pointerNs = ns;
    this.invalidate();
  }

  private timeAt(offsetX: number): number {
    const domain = this.visible();
    return domain.from + (offsetX - GUTTER) / pixelsPerNs(this.viewport().width, domain);
  }

  private hit(event: MouseEvent): BarPlace | null {
    if (event.offsetX < GUTTER) return null;
    const slack = SLACK_PIXELS / pixelsPerNs(this.viewport().width, this.visible());
    return hitBar(this.layout, event.offsetY + this.viewport().scrollY, this.timeAt(event.offsetX), slack);
  }

  private onWheel(event: WheelEvent): void {
    const domain = this.visible();
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      const factor = Math.exp(-event.deltaY * 0.004);
      this.setDomain(zoom(domain, factor, this.timeAt(event.offsetX), this.full()));
      return;
    }
    const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
    if (sideways === 0) return;
    event.preventDefault();
    this.setDomain(pan(domain, sideways / pixelsPerNs(this.viewport().width, domain), this.full()));
  }

  private onDown(event: PointerEvent): void {
    if (event.button !== 0) return;
    const place = this.hit(event);
    const bar = movable(this.layout, place) === null ? null : place;
    this.drag = {
      x: event.clientX,
      y: event.clientY,
      domain: this.visible(),
      bar,
      target: null,
      moved: false,
    };
    this.canvas.setPointerCapture(event.pointerId);
  }

  private onMove(event: PointerEvent): void {
    const { drag } = this;
    if (drag !== null) {
      if (drag.bar !== null && this.dragBar(drag, drag.bar, event)) return;
      const pixels = event.clientX - drag.x;
      if (Math.abs(pixels) > CLICK_PIXELS) drag.moved = true;
      if (drag.moved) {
        this.hideTip();
        this.setDomain(
          pan(drag.domain, -pixels / pixelsPerNs(this.viewport().width, drag.domain), this.full()),
        );
      }
      return;
    }
    const place = this.hit(event);
    if (place === null) this.hideTip();
    else this.showTip(this.describe(place), event.clientX, event.clientY);
    this.setPointer(event.offsetX < GUTTER ? null : Math.max(this.timeAt(event.offsetX), 0));
  }

  private onUp(event: PointerEvent): void {
    const { drag } = this;
    this.drag = null;
    this.invalidate();
    if (drag?.bar && drag.target) return this.moveTo(drag.bar, drag.target.lane);
    if (drag === null || drag.moved) return;
    this.select(this.hit(event));
  }

  /** Shows where a bar would go that is dragged up or down; false for a press that goes sideways. */
  private dragBar(drag: Drag, bar: BarPlace, event: PointerEvent): boolean {
    if (drag.target === null && Math.abs(event.clientY - drag.y) <= CLICK_PIXELS) return false;
    const row = streamRowAt(this.layout, bar, event.offsetY + this.viewport().scrollY);
    drag.target = row === null || row.lane === this.layout.rows[bar.row]!.lane ? null : row;
    drag.moved = true;
    this.hideTip();
    this.invalidate();
    return true;
  }

  private moveTo(place: BarPlace, lane: string | null): void {
    const bar = movable(this.layout, place);
    if (bar === null || lane === null) return;
    this.selected = place;
    const { operation, label } = bar;
    this.dispatchEvent(
      new CustomEvent<StreamMove>('move-bar', { detail: { operation, label, stream: streamOfLane(lane) } }),
    );
  }

  private issue(place: BarPlace, by: -1 | 1): void {
    const bar = movable(this.layout, place);
    if (bar === null) return;
    const { operation, label } = bar;
    this.dispatchEvent(new CustomEvent<IssueMove>('issue-bar', { detail: { operation, label, by } }));
  }

  private onDouble(event: MouseEvent): void {
    const place = this.hit(event);
    if (place === null) this.fit();
    else this.open(place);
  }

  private onKey(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 } as const;
    if (event.altKey && this.selected !== null && event.key.startsWith('Arrow')) {
      if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
        this.moveTo(this.selected, streamBeside(this.layout, this.selected, step[event.key]));
      else this.issue(this.selected, event.key === 'ArrowLeft' ? -1 : 1);
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const domain = this.visible();
    const quarter = (domain.to - domain.from) / 4;
    const commands: Readonly<Record<string, () => void>> = {
      '+': () => this.zoomBy(ZOOM_STEP),
      '=': () => this.zoomBy(ZOOM_STEP),
      '-': () => this.zoomBy(1 / ZOOM_STEP),
      '0': () => this.fit(),
      PageUp: () => this.setDomain(pan(domain, -quarter, this.full())),
      PageDown: () => this.setDomain(pan(domain, quarter, this.full())),
      Enter: () => this.selected !== null && this.open(this.selected),
    };
    const command = commands[event.key];
    if (command !== undefined) command();
    else {
      const target = moveBar(this.layout, this.selected, event.key);
      if (target === null || !/^(Arrow|Home|End)/.test(event.key)) return;
      this.select(target);
      this.reveal(target);
    }
    event.preventDefault();
  }

  private select(place: BarPlace | null): void {
    this.selected = place;
    if (place !== null) this.announce(this.describe(place).join(', '));
    this.invalidate();
  }

  private reveal(place: BarPlace): void {
    const row = this.layout.rows[place.row]!;
    const view = this.viewport();
    const [lowest, highest] = [row.y + row.height - view.height, row.y - AXIS_HEIGHT];
    this.scrollTo2d(view.scrollX, Math.min(Math.max(view.scrollY, lowest), highest));
    const bar = this.selectedBar();
    if (bar !== null) this.setDomain(show(this.visible(), bar.from, bar.to, this.full()));
  }

  private open(place: BarPlace): void {
    const bar = barOf(this.layout, place);
    if (bar?.path === undefined) return;
    this.dispatchEvent(new CustomEvent('reveal-bar', { detail: { path: bar.path, line: bar.line ?? 1 } }));
  }

  private describe(place: BarPlace): readonly string[] {
    const bar = barOf(this.layout, place)!;
    const offset = this.layout.sections[this.layout.rows[place.row]!.section]!.packed.startNs;
    const span = say('webview.timeline.span', {
      startNs: formatDuration(bar.startNs - offset, 5),
      endNs: formatDuration(bar.endNs - offset, 5),
    });
    return [
      `${bar.label}: ${formatDuration(bar.endNs - bar.startNs)}`,
      `${bar.lane}, ${span}`,
      ...(bar.waitedFor === undefined
        ? []
        : [say('webview.timeline.waitedFor', { waitedFor: bar.waitedFor })]),
      ...(bar.path === undefined ? [] : [`${bar.path}:${bar.line ?? 1}`]),
    ];
  }
}
