import { scaleLinear, scaleLog } from 'd3-scale';
import { gridLine, legend, legendWidth, lookOf, polyline, svgDocument, text, type Area } from './svg';

/** One line of a chart. */
export interface Series {
  readonly name: string;
  readonly points: readonly Point[];
  /** Points that no line joins. */
  readonly isScattered?: boolean;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface ChartOptions {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Logarithmic x axis to base 2. */
  readonly logX?: boolean;
  /** Top of the y axis; points above are drawn hollow at the top edge, and the axis says so. */
  readonly yMaximum?: number;
}

type Scale = (value: number) => number;

const AREA: Area = { left: 64, right: 550, top: 40, bottom: 368 };
const HEIGHT = 420;
/** So many values of x are written below the axis at most. */
const MOST_TICKS = 12;

/** A line chart as an SVG document, for the reports in docs/. */
export function lineChart(series: readonly Series[], options: ChartOptions): string {
  const names = series.map(({ name }) => name);
  const points = series.flatMap((line) => line.points);
  const xs = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const x = (options.logX ? scaleLog().base(2) : scaleLinear())
    .domain([xs[0]!, xs.at(-1)!])
    .range([AREA.left, AREA.right]);
  const ys = points.map((point) => point.y);
  const y = scaleLinear()
    .domain([Math.min(0, ...ys), options.yMaximum ?? Math.max(...ys)])
    .range([AREA.bottom, AREA.top])
    .clamp(true);
  if (options.yMaximum === undefined) y.nice(5);
  const top = y.domain()[1]!;
  const isCut = ys.some((value) => value > top);
  const yLabel = isCut ? `${options.yLabel} (hollow: more than ${top})` : options.yLabel;
  const body = [
    text((AREA.left + AREA.right) / 2, 22, options.title, 'middle', 15),
    ...ticksX(series.some(({ isScattered }) => isScattered) ? x.ticks(5) : xs, x),
    ...y.ticks(5).flatMap((tick) => tickY(isCut && tick === top ? `≥ ${tick}` : String(tick), y(tick))),
    text((AREA.left + AREA.right) / 2, HEIGHT - 12, options.xLabel, 'middle', 12),
    `<g transform="rotate(-90 16 ${HEIGHT / 2})">${text(16, HEIGHT / 2, yLabel, 'middle', 12)}</g>`,
    ...series.flatMap((line, index) => drawSeries(line, index, x, y, top)),
    ...legend(AREA, names, (look, left, middle, index) =>
      series[index]!.isScattered === true
        ? dot(left + 14, middle, look.colour, look.colour)
        : polyline(look, [`${left},${middle}`, `${left + 28},${middle}`]),
    ),
  ];
  return svgDocument(AREA.right + legendWidth(names), HEIGHT, body);
}

function ticksX(xs: readonly number[], x: Scale): string[] {
  const step = Math.ceil(xs.length / MOST_TICKS);
  return xs
    .filter((_, index) => index % step === 0)
    .map((value) => text(x(value), AREA.bottom + 18, String(value), 'middle', 11));
}

function tickY(label: string, y: number): string[] {
  return [gridLine(AREA.left, y, AREA.right, y), text(AREA.left - 8, y + 4, label, 'end', 11)];
}

function drawSeries(line: Series, index: number, x: Scale, y: Scale, top: number): string[] {
  const look = lookOf(index);
  const places = line.points.map((point) => ({
    at: [x(point.x).toFixed(1), y(point.y).toFixed(1)] as const,
    fill: point.y > top ? '#ffffff' : look.colour,
  }));
  return [
    ...(line.isScattered === true
      ? []
      : [
          polyline(
            look,
            places.map(({ at }) => at.join(',')),
          ),
        ]),
    ...places.map(({ at, fill }) => dot(at[0], at[1], fill, look.colour)),
  ];
}

function dot(x: number | string, y: number | string, fill: string, colour: string): string {
  return `<circle cx="${x}" cy="${y}" r="3" fill="${fill}" stroke="${colour}" stroke-width="1.5"/>`;
}
