/** How a series is drawn, in its plot and in the legend. */
export interface Look {
  readonly colour: string;
  /** Lengths of dashes and gaps; empty for a solid line. */
  readonly dash: string;
}

/** Okabe and Ito's palette, distinguishable with colour blindness; its yellow is too light for white paper. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000', '#777777'];
const DASHES = ['', '8 3', '2 3'];

/** The look of a series by its place; three times as many as there are colours differ in colour or dash. */
export function lookOf(index: number): Look {
  return { colour: COLOURS[index % COLOURS.length]!, dash: DASHES[index % DASHES.length]! };
}

/** Where a plot's own area lies in its picture. */
export interface Area {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Room on the right of a plot for a legend, or on its left for names at the usual size. */
export function widthOf(names: readonly string[]): number {
  const widest = Math.max(...names.map((name) => name.length));
  return Math.ceil(widest * CHARACTER_WIDTH);
}

/** Of the widest sans-serif fonts that browsers fall back to, at 11 px. */
const CHARACTER_WIDTH = 6.7;

/** A picture of its own on white, so that it reads on a dark page too. */
export function svgDocument(width: number, height: number, body: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif"><rect width="${width}" height="${height}" fill="#ffffff"/>\n${body.join('\n')}\n</svg>\n`;
}

/** Width of a legend of lines or boxes, up to the edge of the picture. */
export const legendWidth = (names: readonly string[]): number => 56 + widthOf(names);

/** One entry below the other on the right of a plot, each beside a sample of its look. */
export function legend(
  area: Area,
  names: readonly string[],
  sample: (look: Look, x: number, y: number, index: number) => string,
): string[] {
  const x = area.right + 12;
  return names.flatMap((name, index) => {
    const y = area.top + 8 + index * 18;
    return [sample(lookOf(index), x, y, index), text(x + 34, y + 4, name, 'start', 11)];
  });
}

/** A line in a look, from (x, y) to (x, y), … */
export function polyline({ colour, dash }: Look, points: readonly string[]): string {
  const dashes = dash === '' ? '' : ` stroke-dasharray="${dash}"`;
  return `<polyline points="${points.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"${dashes}/>`;
}

export function gridLine(x1: number, y1: number, x2: number, y2: number): string {
  const [left, top, right, bottom] = [x1, y1, x2, y2].map((value) => value.toFixed(1));
  return `<line x1="${left}" x2="${right}" y1="${top}" y2="${bottom}" stroke="#dddddd"/>`;
}

export function text(
  x: number,
  y: number,
  content: string,
  anchor: 'start' | 'middle' | 'end',
  size: number,
): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}">${escaped}</text>`;
}
