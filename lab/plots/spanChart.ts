import { scaleLinear } from 'd3-scale';
import { gridLine, legend, legendWidth, lookOf, svgDocument, text, widthOf, type Area } from './svg';

/** What is done from one time to another, by the place of its kind. */
export interface ChartSpan {
  readonly from: number;
  readonly to: number;
  readonly kind: number;
}

export interface Lane {
  readonly name: string;
  readonly spans: readonly ChartSpan[];
}

const PLOT_WIDTH = 620;
const LANE = 34;

/** Lanes of boxes over time as an SVG document: who does what when. */
export function spanChart(
  kinds: readonly string[],
  lanes: readonly Lane[],
  { title, xLabel }: { readonly title: string; readonly xLabel: string },
): string {
  const left = 20 + widthOf(lanes.map(({ name }) => name));
  const area: Area = { left, right: left + PLOT_WIDTH, top: 40, bottom: 40 + lanes.length * LANE };
  const ends = lanes.flatMap(({ spans }) => spans.map(({ to }) => to));
  const x = scaleLinear()
    .domain([0, Math.max(1, ...ends)])
    .range([area.left, area.right]);
  const box = (from: number, to: number, top: number, height: number, kind: number): string =>
    `<rect x="${from.toFixed(1)}" y="${top}" width="${Math.max(0.5, to - from).toFixed(1)}" height="${height}" fill="${lookOf(kind).colour}"/>`;
  const body = [
    text((area.left + area.right) / 2, 22, title, 'middle', 15),
    ...x
      .ticks(6)
      .flatMap((tick) => [
        gridLine(x(tick), area.top, x(tick), area.bottom),
        text(x(tick), area.bottom + 18, String(tick), 'middle', 11),
      ]),
    text((area.left + area.right) / 2, area.bottom + 40, xLabel, 'middle', 12),
    ...lanes.flatMap(({ name, spans }, at) => {
      const top = area.top + at * LANE;
      return [
        text(area.left - 8, top + LANE / 2 + 4, name, 'end', 11),
        ...spans.map(({ from, to, kind }) => box(x(from), x(to), top + 6, LANE - 12, kind)),
      ];
    }),
    ...legend(area, kinds, (_, at, middle, kind) => box(at, at + 28, middle - 6, 12, kind)),
  ];
  const bottom = Math.max(area.bottom, area.top + kinds.length * 18);
  return svgDocument(area.right + legendWidth(kinds), bottom + 52, body);
}
