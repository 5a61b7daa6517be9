/** Geometry of the co-run heatmap in CSS pixels; the labels stay in place while the cells scroll. */
export interface HeatmapLayout {
  readonly count: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Width of the row labels and height of the slanted column labels. */
  readonly left: number;
  readonly top: number;
  /** Size of everything, labels included. */
  readonly width: number;
  readonly height: number;
  readonly showNumbers: boolean;
  readonly showLabels: boolean;
}

export interface Cell {
  readonly row: number;
  readonly column: number;
}

export interface Span {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

const READABLE_CELL = { width: 46, height: 26 };
const LARGEST_CELL = { width: 88, height: 34 };
const SMALLEST_CELL = 2;
/** Below this a number does not fit into a cell, or a name beside it. */
const NUMBER_WIDTH = 36;
const LABEL_HEIGHT = 11;
export const LONGEST_LABEL = 150;
const GAP = 10;
/** Column labels are slanted by 45 degrees. */
const SLANT = Math.SQRT1_2;

/**
 * Lays out `count` × `count` cells in `available` pixels of width. With `fit` the cells shrink until
 * all of them fit, else they keep room for their number and the map scrolls. `labelWidth` is the width
 * of the longest name.
 */
export function layoutHeatmap(
  count: number,
  available: number,
  labelWidth: number,
  fit: boolean,
): HeatmapLayout {
  const label = Math.min(labelWidth, LONGEST_LABEL);
  const slanted = label * SLANT + GAP;
  const room = (available - label - 2 * GAP - slanted) / Math.max(count, 1);
  const cellWidth = fit
    ? Math.min(
        Math.max(Math.floor((available - label - 2 * GAP) / Math.max(count, 1)), SMALLEST_CELL),
        LARGEST_CELL.width,
      )
    : Math.min(Math.max(Math.floor(room), READABLE_CELL.width), LARGEST_CELL.width);
  const cellHeight = fit ? Math.min(cellWidth, LARGEST_CELL.height) : heightFor(count);
  const showLabels = cellHeight >= LABEL_HEIGHT;
  const left = showLabels ? label + 2 * GAP : GAP;
  const top = showLabels ? slanted + GAP : GAP;
  return {
    count,
    cellWidth,
    cellHeight,
    left,
    top,
    width: left + count * cellWidth + (showLabels ? slanted : 0),
    height: top + count * cellHeight + 1,
    showNumbers: cellWidth >= NUMBER_WIDTH && cellHeight >= LABEL_HEIGHT,
    showLabels,
  };
}

function heightFor(count: number): number {
  return count <= 12 ? LARGEST_CELL.height : READABLE_CELL.height;
}

/** The cell at a point of the viewport, when the cells are scrolled by (`scrollX`, `scrollY`). */
export function cellAt(
  layout: HeatmapLayout,
  x: number,
  y: number,
  scrollX: number,
  scrollY: number,
): Cell | null {
  if (x < layout.left || y < layout.top) return null;
  const column = Math.floor((x - layout.left + scrollX) / layout.cellWidth);
  const row = Math.floor((y - layout.top + scrollY) / layout.cellHeight);
  return row < layout.count && column < layout.count ? { row, column } : null;
}

/** Indices of the cells that are visible in `extent` pixels after `scroll` pixels. */
export function visibleSpan(count: number, size: number, scroll: number, extent: number): Span {
  const from = Math.max(Math.floor(scroll / size), 0);
  return {
    from: Math.min(from, count),
    to: Math.min(Math.ceil((scroll + Math.max(extent, 0)) / size), count),
  };
}

/** The cell that a key leads to; null for keys that do not move. */
export function moveCell(from: Cell, key: string, whole: boolean, count: number): Cell | null {
  const last = count - 1;
  const clamp = (value: number): number => Math.min(Math.max(value, 0), last);
  const { row, column } = from;
  switch (key) {
    case 'ArrowLeft':
      return { row, column: clamp(column - 1) };
    case 'ArrowRight':
      return { row, column: clamp(column + 1) };
    case 'ArrowUp':
      return { row: clamp(row - 1), column };
    case 'ArrowDown':
      return { row: clamp(row + 1), column };
    case 'PageUp':
      return { row: clamp(row - 10), column };
    case 'PageDown':
      return { row: clamp(row + 10), column };
    case 'Home':
      return { row: whole ? 0 : row, column: 0 };
    case 'End':
      return { row: whole ? last : row, column: last };
    default:
      return null;
  }
}

/** The scroll offset that brings a cell fully into a viewport of `extent` pixels. */
export function scrollIntoView(index: number, size: number, scroll: number, extent: number): number {
  const start = index * size;
  if (start < scroll) return start;
  return start + size > scroll + extent ? start + size - extent : scroll;
}
