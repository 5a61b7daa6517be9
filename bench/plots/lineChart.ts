/** One line of a chart. */
export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface ChartOptions {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Logarithmic x axis to base 2. */
  readonly logX?: boolean;
  /** Top of the y axis; points above are drawn at the top edge. */
  readonly yMaximum?: number;
}

const WIDTH = 760;
const HEIGHT = 420;
const MARGIN = { left: 64, right: 210, top: 40, bottom: 52 };
/** Okabe and Ito's palette, distinguishable with colour blindness. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000', '#999999'];

/** A line chart as an SVG document, for the reports in docs/. */
export function lineChart(series: readonly Series[], options: ChartOptions): string {
  const points = series.flatMap((line) => line.points);
  const scaleX = options.logX ? Math.log2 : (x: number) => x;
  const xs = points.map((point) => scaleX(point.x));
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)];
  const y1 = options.yMaximum ?? Math.max(...points.map((point) => point.y));
  const y0 = Math.min(0, ...points.map((point) => point.y));
  const toX = (x: number) =>
    MARGIN.left + ((scaleX(x) - x0) / (x1 - x0)) * (WIDTH - MARGIN.left - MARGIN.right);
  const toY = (y: number) =>
    HEIGHT - MARGIN.bottom - ((Math.min(y, y1) - y0) / (y1 - y0)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const ticksX = [...new Set(points.map((point) => point.x))].sort((a, b) => a - b);
  const body = [
    text(WIDTH / 2 - 60, 22, options.title, 'middle', 15),
    ...axes(
      options,
      ticksX.filter((_, index) => index % Math.ceil(ticksX.length / 12) === 0),
      toX,
      toY,
      [y0, y1],
    ),
    ...series.flatMap((line, index) => drawSeries(line, index, toX, toY)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif"><rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>\n${body.join('\n')}\n</svg>\n`;
}

function axes(
  options: ChartOptions,
  ticksX: readonly number[],
  toX: (x: number) => number,
  toY: (y: number) => number,
  [y0, y1]: readonly [number, number],
): readonly string[] {
  const ticksY = Array.from({ length: 6 }, (_, index) => y0 + ((y1 - y0) * index) / 5);
  const right = WIDTH - MARGIN.right;
  return [
    ...ticksX.map((x) => text(toX(x), HEIGHT - MARGIN.bottom + 18, String(x), 'middle', 11)),
    ...ticksY.flatMap((y) => [
      `<line x1="${MARGIN.left}" x2="${right}" y1="${toY(y).toFixed(1)}" y2="${toY(y).toFixed(1)}" stroke="#dddddd"/>`,
      text(MARGIN.left - 8, toY(y) + 4, y.toFixed(2), 'end', 11),
    ]),
    text((MARGIN.left + right) / 2, HEIGHT - 12, options.xLabel, 'middle', 12),
    `<g transform="rotate(-90 16 ${HEIGHT / 2})">${text(16, HEIGHT / 2, options.yLabel, 'middle', 12)}</g>`,
  ];
}

function drawSeries(
  line: Series,
  index: number,
  toX: (x: number) => number,
  toY: (y: number) => number,
): readonly string[] {
  const colour = COLOURS[index % COLOURS.length]!;
  const path = line.points.map((point) => `${toX(point.x).toFixed(1)},${toY(point.y).toFixed(1)}`);
  const legendY = MARGIN.top + 12 + index * 18;
  return [
    `<polyline points="${path.join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...path.map((at) => {
      const [x, y] = at.split(',');
      return `<circle cx="${x}" cy="${y}" r="3" fill="${colour}"/>`;
    }),
    `<rect x="${WIDTH - MARGIN.right + 14}" y="${legendY - 9}" width="12" height="12" fill="${colour}"/>`,
    text(WIDTH - MARGIN.right + 32, legendY + 2, line.name, 'start', 11),
  ];
}

function text(x: number, y: number, content: string, anchor: string, size: number): string {
  const escaped = content.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}" font-size="${size}">${escaped}</text>`;
}
