import type { CoRunMatrix } from '../../src/analysis/results/coRunResult';
import type { Prediction } from '../../src/kernel/prediction';
import { slowdownScale, type SlowdownScale } from '../model/colour';
import { formatSlowdown } from '../model/format';
import {
  cellAt,
  layoutHeatmap,
  LONGEST_LABEL,
  moveCell,
  scrollIntoView,
  visibleSpan,
  type Cell,
  type HeatmapLayout,
  type Span,
} from '../model/heatmapLayout';
import { highestSlowdown } from '../model/matrix';
import { CanvasElement, type Size, type Viewport } from './canvasElement';
import { ellipsize } from './text';
import type { Theme } from './theme';
import { say } from '../../src/words';

export interface HeatmapInput {
  readonly matrix: CoRunMatrix;
  /** Indices of the kernels in drawing order, for rows and columns alike. */
  readonly order: readonly number[];
  readonly fit: boolean;
  /** Kernel ids of the selected cell. */
  readonly selected: { readonly victim: string; readonly aggressor: string } | null;
}

/** A cell was chosen, by pointer or by keyboard; the ids are those of the kernels. */
export type SelectCellEvent = CustomEvent<{ victim: string; aggressor: string }>;

/** What is needed to draw one frame. */
interface Frame {
  readonly g: CanvasRenderingContext2D;
  readonly view: Viewport;
  readonly theme: Theme;
  readonly input: HeatmapInput;
  readonly layout: HeatmapLayout;
  readonly rows: Span;
  readonly columns: Span;
}

/** The co-run matrix: a row is who suffers, a column is who runs beside it. Fires `select-cell`. */
export class HeatmapElement extends CanvasElement {
  private input: HeatmapInput | null = null;
  private layout: HeatmapLayout | null = null;

  constructor() {
    super();
    this.canvas.setAttribute('aria-roledescription', say('webview.corun.heatmap'));
    this.canvas.setAttribute('aria-label', say('webview.corun.coRunSlowdownRowsAre'));
    this.canvas.addEventListener('keydown', (event) => this.onKey(event));
    this.canvas.addEventListener('click', (event) => this.select(this.hit(event)));
    this.canvas.addEventListener('pointermove', (event) => this.onMove(event));
  }

  set model(input: HeatmapInput) {
    this.input = input;
    this.invalidate();
  }

  protected override contentSize(width: number, g: CanvasRenderingContext2D): Size {
    if (this.input === null) return { width: 0, height: 0 };
    const { matrix, fit } = this.input;
    const longest = matrix.names.reduce((high, name) => Math.max(high, g.measureText(name).width), 0);
    this.layout = layoutHeatmap(matrix.names.length, width, Math.ceil(longest), fit);
    return this.layout;
  }

  protected override draw(g: CanvasRenderingContext2D, view: Viewport, theme: Theme): void {
    const { input, layout } = this;
    if (input === null || layout === null) return;
    const { count, cellWidth, cellHeight, left, top } = layout;
    const frame: Frame = {
      g,
      view,
      theme,
      input,
      layout,
      rows: visibleSpan(count, cellHeight, view.scrollY, view.height - top),
      columns: visibleSpan(count, cellWidth, view.scrollX, view.width - left),
    };
    drawCells(frame);
    if (layout.showLabels) drawLabels(frame);
    const cell = this.selectedCell();
    if (cell !== null) drawSelection(frame, cell, this.hasFocus);
  }

  private selectedCell(): Cell | null {
    const { input } = this;
    if (input === null || input.selected === null) return null;
    const { matrix, order, selected } = input;
    const row = order.findIndex((index) => matrix.kernelIds[index] === selected.victim);
    const column = order.findIndex((index) => matrix.kernelIds[index] === selected.aggressor);
    return row < 0 || column < 0 ? null : { row, column };
  }

  private hit(event: MouseEvent): Cell | null {
    if (this.layout === null) return null;
    const { scrollX, scrollY } = this.viewport();
    return cellAt(this.layout, event.offsetX, event.offsetY, scrollX, scrollY);
  }

  private select(cell: Cell | null): void {
    if (cell === null || this.input === null) return;
    const { matrix, order } = this.input;
    const detail = {
      victim: matrix.kernelIds[order[cell.row]!]!,
      aggressor: matrix.kernelIds[order[cell.column]!]!,
    };
    this.announce(this.describe(cell));
    this.dispatchEvent(new CustomEvent('select-cell', { detail }));
  }

  private onKey(event: KeyboardEvent): void {
    if (this.layout === null || this.layout.count === 0) return;
    const from = this.selectedCell();
    const start = from ?? { row: 0, column: 0 };
    const target = moveCell(start, event.key, event.ctrlKey || event.metaKey, this.layout.count);
    if (target === null) return;
    event.preventDefault();
    const cell = from === null ? start : target;
    this.reveal(cell, this.layout);
    this.select(cell);
  }

  private reveal(cell: Cell, layout: HeatmapLayout): void {
    const view = this.viewport();
    this.scrollTo2d(
      scrollIntoView(cell.column, layout.cellWidth, view.scrollX, view.width - layout.left),
      scrollIntoView(cell.row, layout.cellHeight, view.scrollY, view.height - layout.top),
    );
  }

  private onMove(event: PointerEvent): void {
    const cell = this.hit(event);
    if (cell === null) return this.hideTip();
    this.showTip([this.describe(cell)], event.clientX, event.clientY);
  }

  private describe({ row, column }: Cell): string {
    const { matrix, order } = this.input!;
    const prediction = matrix.cells[order[row]!]?.[order[column]!] ?? null;
    const nameAt = (at: number): string => matrix.names[order[at]!]!;
    const [victim, aggressor] = [nameAt(row), nameAt(column)];
    return prediction === null
      ? say('webview.corun.besideNoPrediction', { victim, aggressor })
      : say('webview.corun.beside', { victim, aggressor, slowdown: formatSlowdown(prediction.slowdown) });
  }
}

function drawCells(frame: Frame): void {
  const { g, view, layout, theme, input, rows, columns } = frame;
  const scale = slowdownScale(
    { ...theme, slower: theme.orange, faster: theme.blue },
    highestSlowdown(input.matrix),
  );
  g.save();
  g.beginPath();
  g.rect(layout.left, layout.top, view.width, view.height);
  g.clip();
  g.textAlign = 'center';
  g.textBaseline = 'middle';
  for (let row = rows.from; row < rows.to; row++)
    for (let column = columns.from; column < columns.to; column++) drawCell(frame, scale, row, column);
  g.restore();
}

function drawCell(
  { g, view, layout, theme, input }: Frame,
  scale: SlowdownScale,
  row: number,
  column: number,
): void {
  const { cellWidth, cellHeight } = layout;
  const x = layout.left + column * cellWidth - view.scrollX;
  const y = layout.top + row * cellHeight - view.scrollY;
  const gap = cellWidth > 6 ? 1 : 0;
  const cell = input.matrix.cells[input.order[row]!]?.[input.order[column]!] ?? null;
  if (cell === null) {
    g.strokeStyle = theme.line;
    g.lineWidth = 1;
    g.globalAlpha = 0.5;
    g.strokeRect(x + 0.5, y + 0.5, cellWidth - gap - 1, cellHeight - gap - 1);
    g.beginPath();
    g.moveTo(x, y + cellHeight - gap);
    g.lineTo(x + cellWidth - gap, y);
    g.stroke();
    g.globalAlpha = 1;
    return;
  }
  const { slowdown } = cell;
  g.fillStyle = scale.fill(slowdown);
  g.fillRect(x, y, cellWidth - gap, cellHeight - gap);
  if (isEstimate(cell) && cellWidth >= HATCHED_WIDTH)
    hatch(g, { x, y, width: cellWidth - gap, height: cellHeight - gap }, scale.text(slowdown));
  if (!layout.showNumbers) return;
  g.fillStyle = scale.text(slowdown);
  g.fillText(slowdown.toFixed(2), x + cellWidth / 2, y + cellHeight / 2);
  // A speed-up is told by shape too: some themes have no second hue.
  if (slowdown < 1) {
    g.fillRect(x + 3, y + cellHeight - gap - 3, cellWidth - gap - 6, 1);
  }
}

/** Whether a number rests on no run of the very kernels. */
const isEstimate = ({ origin }: Prediction): boolean => origin === 'predicted' || origin === 'assumed';

/** Below this, strokes would hide the colour. */
const HATCHED_WIDTH = 12;
const HATCH_STEP = 7;
const HATCH_ALPHA = 0.22;

/** Strokes over a cell that mark an estimate, faint enough to read a number on them. */
function hatch(g: CanvasRenderingContext2D, { x, y, width, height }: Box, colour: string): void {
  g.save();
  g.beginPath();
  g.rect(x, y, width, height);
  g.clip();
  g.beginPath();
  for (let at = HATCH_STEP; at < width + height; at += HATCH_STEP) {
    g.moveTo(x + at, y);
    g.lineTo(x + at - height, y + height);
  }
  g.strokeStyle = colour;
  g.globalAlpha = HATCH_ALPHA;
  g.lineWidth = 1;
  g.stroke();
  g.restore();
}

/** Where a cell is drawn, in CSS pixels. */
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function drawLabels({ g, view, layout, theme, input, rows, columns }: Frame): void {
  const { left, top, cellWidth, cellHeight } = layout;
  const name = (index: number): string =>
    ellipsize(g, input.matrix.names[input.order[index]!] ?? '', LONGEST_LABEL);
  g.fillStyle = theme.foreground;
  g.textBaseline = 'middle';
  g.save();
  g.beginPath();
  g.rect(0, top, left, view.height);
  g.clip();
  g.textAlign = 'right';
  for (let row = rows.from; row < rows.to; row++)
    g.fillText(name(row), left - 8, top + (row + 0.5) * cellHeight - view.scrollY);
  g.restore();
  g.save();
  g.beginPath();
  g.rect(left - cellWidth / 2, 0, view.width, top);
  g.clip();
  g.textAlign = 'left';
  for (let column = columns.from; column < columns.to; column++) {
    g.save();
    g.translate(left + (column + 0.5) * cellWidth - view.scrollX, top - 6);
    g.rotate(-Math.PI / 4);
    g.fillText(name(column), 0, 0);
    g.restore();
  }
  g.restore();
}

function drawSelection({ g, view, layout, theme }: Frame, { row, column }: Cell, focused: boolean): void {
  const { left, top, cellWidth, cellHeight } = layout;
  const x = left + column * cellWidth - view.scrollX;
  const y = top + row * cellHeight - view.scrollY;
  if (x < left - cellWidth || y < top - cellHeight) return;
  g.save();
  g.beginPath();
  g.rect(left - 2, top - 2, view.width, view.height);
  g.clip();
  g.lineWidth = 2;
  g.strokeStyle = focused ? theme.focus : theme.foreground;
  g.strokeRect(x, y, cellWidth - 1, cellHeight - 1);
  g.restore();
}
