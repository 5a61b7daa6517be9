/** Browsers stop laying out somewhere above 16 million pixels; beyond this, scrolling is scaled. */
const MAX_SCROLL_PX = 12_000_000;

/** Rows drawn beyond each edge of what is visible, so that fast scrolling shows no gaps. */
const OVERSCAN = 12;

/** Which rows of a long list are drawn, and the space that stands for the others. */
export interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  /** Pixels above the first drawn row, and below the last. */
  readonly before: number;
  readonly after: number;
}

/** Height of the whole list in pixels as it is scrolled. */
export function listHeight(rows: number, rowHeight: number): number {
  return Math.min(rows * rowHeight, MAX_SCROLL_PX);
}

/** Rows drawn when the list is scrolled by `scrollTop` in a viewport of `height` pixels. */
export function rowWindow(rows: number, rowHeight: number, scrollTop: number, height: number): RowWindow {
  const total = listHeight(rows, rowHeight);
  const top = Math.min(Math.max(scrollTop, 0), Math.max(total - height, 0));
  const offset = top / scrollScale(rows, rowHeight, height);
  // Where scrolling is scaled, fewer rows fit above: `before` may not become negative. Close to the top
  // rows then stand up to one row too low, for else there would be a gap.
  const visible = Math.floor(offset / rowHeight);
  const fits = Math.ceil((offset - top) / rowHeight);
  const first = Math.min(Math.max(visible - OVERSCAN, fits, 0), visible);
  const before = Math.max(top - (offset - first * rowHeight), 0);
  const lastVisible = Math.ceil((offset + height) / rowHeight);
  const fitting = first + Math.floor((total - before) / rowHeight);
  const end = Math.min(Math.max(Math.min(lastVisible + OVERSCAN, fitting), lastVisible), rows);
  return { first, end, before, after: Math.max(total - before - (end - first) * rowHeight, 0) };
}

/** The scroll position that shows the row with the least movement. */
export function scrollToRow(
  row: number,
  rows: number,
  rowHeight: number,
  scrollTop: number,
  height: number,
): number {
  const scale = scrollScale(rows, rowHeight, height);
  const offset = scrollTop / scale;
  const wanted = Math.min(Math.max(offset, (row + 1) * rowHeight - height), row * rowHeight);
  if (wanted === offset) return scrollTop;
  return Math.min(Math.max(wanted * scale, 0), Math.max(listHeight(rows, rowHeight) - height, 0));
}

/** Pixels scrolled for each pixel of rows: 1 unless the list is too long for a browser. */
function scrollScale(rows: number, rowHeight: number, height: number): number {
  const hidden = rows * rowHeight - height;
  return hidden <= 0 ? 1 : (listHeight(rows, rowHeight) - height) / hidden;
}
