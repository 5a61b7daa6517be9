import { scaleBand, scaleLinear } from 'd3-scale';
import { gridLine, legend, legendWidth, lookOf, svgDocument, text, widthOf, type Area } from './svg';

/** Bars that stand together, one of each series that has a value here. */
export interface BarGroup {
  readonly name: string;
  /** Of each series by its name; at least 0. */
  readonly values: Readonly<Record<string, number>>;
}

const PLOT_WIDTH = 440;
const BAR = 16;
const GROUP_GAP = 14;

/** Groups of horizontal bars from 0 as an SVG document, with their values beside them. */
export function barChart(
  series: readonly string[],
  groups: readonly BarGroup[],
  { title, xLabel }: { readonly title: string; readonly xLabel: string },
): string {
  const left = 20 + widthOf(groups.map(({ name }) => name));
  const lines = groups.map(({ values }) => series.filter((name) => values[name] !== undefined).length);
  const height = lines.reduce((sum, count) => sum + count * BAR + GROUP_GAP, 0);
  const area: Area = { left, right: left + PLOT_WIDTH, top: 40, bottom: 40 + height };
  const x = scaleLinear()
    .domain([0, Math.max(...groups.flatMap(({ values }) => Object.values(values)))])
    .range([area.left, area.right])
    .nice(5);
  const tops = lines.map((_, at) =>
    lines.slice(0, at).reduce((sum, count) => sum + count * BAR + GROUP_GAP, area.top + GROUP_GAP / 2),
  );
  const body = [
    text((area.left + area.right) / 2, 22, title, 'middle', 15),
    ...x
      .ticks(5)
      .flatMap((tick) => [
        gridLine(x(tick), area.top, x(tick), area.bottom),
        text(x(tick), area.bottom + 18, String(tick), 'middle', 11),
      ]),
    text((area.left + area.right) / 2, area.bottom + 40, xLabel, 'middle', 12),
    ...groups.flatMap((group, at) => drawGroup(group, series, tops[at]!, x)),
    ...legend(area, series, ({ colour }, at, middle) => box(at, middle - 6, 28, 12, colour)),
  ];
  return svgDocument(
    area.right + legendWidth(series),
    Math.max(area.bottom, area.top + series.length * 18) + 52,
    body,
  );
}

function drawGroup(
  { name, values }: BarGroup,
  series: readonly string[],
  top: number,
  x: (value: number) => number,
): string[] {
  const drawn = series.filter((one) => values[one] !== undefined);
  const bottom = top + drawn.length * BAR;
  const y = scaleBand().domain(drawn).range([top, bottom]).padding(0.1);
  return [
    text(x(0) - 8, (top + bottom) / 2 + 4, name, 'end', 11),
    ...drawn.flatMap((one) => {
      const value = values[one]!;
      const at = y(one)!;
      return [
        box(x(0), at, x(value) - x(0), y.bandwidth(), lookOf(series.indexOf(one)).colour),
        text(x(value) + 4, at + y.bandwidth() / 2 + 4, value.toFixed(2), 'start', 10),
      ];
    }),
  ];
}

function box(x: number, y: number, width: number, height: number, colour: string): string {
  return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${colour}"/>`;
}
