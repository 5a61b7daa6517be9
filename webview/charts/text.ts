/** Text cut to `width` pixels with an ellipsis, measured in the current font of `g`. */
export function ellipsize(g: CanvasRenderingContext2D, text: string, width: number): string {
  if (g.measureText(text).width <= width) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (g.measureText(`${text.slice(0, middle)}…`).width <= width) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? '' : `${text.slice(0, low)}…`;
}

/** Text whose beginning is cut, for names that differ at their end. */
export function ellipsizeStart(g: CanvasRenderingContext2D, text: string, width: number): string {
  if (g.measureText(text).width <= width) return text;
  let from = 1;
  while (from < text.length && g.measureText(`…${text.slice(from)}`).width > width) from++;
  return `…${text.slice(from)}`;
}
