import { interpolateRgb } from 'd3-interpolate';
import { legend, legendWidth, lookOf, polyline, svgDocument, text, type Area } from './svg';

/** A place of a map: its column and row, from 0. */
export interface MapPlace {
  readonly column: number;
  readonly row: number;
}

export interface MapPath {
  readonly name: string;
  readonly places: readonly MapPlace[];
  /** Where it has led, which is ringed. */
  readonly end: MapPlace | null;
}

export interface HeatMap {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  /** What the columns and rows stand for, from left and from below. */
  readonly columns: readonly string[];
  readonly rows: readonly string[];
  /** Value of a cell: its shade from 0 to 1, and what is written in it. */
  readonly cell: (place: MapPlace) => { readonly shade: number; readonly label: string };
  /** Cells that a line divides from the others. */
  readonly isInside: (place: MapPlace) => boolean;
  /** Ways over the map, in the order of their names in the legend. */
  readonly paths: readonly MapPath[];
}

const CELL = { width: 52, height: 34 };
const shadeOf = interpolateRgb('#ffffff', '#56b4e9');

/** A map of values with a border and ways over it as an SVG document. */
export function heatMap(map: HeatMap): string {
  const { columns, rows, title, xLabel, yLabel, paths } = map;
  const area: Area = {
    left: 64,
    right: 64 + columns.length * CELL.width,
    top: 40,
    bottom: 40 + rows.length * CELL.height,
  };
  const x = (column: number): number => area.left + column * CELL.width;
  const y = (row: number): number => area.bottom - (row + 1) * CELL.height;
  const places = columns.flatMap((_, column) => rows.map((__, row) => ({ column, row })));
  const names = paths.map(({ name }) => name);
  const middle = (area.top + area.bottom) / 2;
  const body = [
    text((area.left + area.right) / 2, 22, title, 'middle', 15),
    ...places.flatMap((place) => drawnCell(map, place, x(place.column), y(place.row))),
    ...places.flatMap((place) => edges(map, place, x(place.column), y(place.row))),
    ...columns.map((name, at) => text(x(at) + CELL.width / 2, area.bottom + 18, name, 'middle', 11)),
    ...rows.map((name, at) => text(area.left - 8, y(at) + CELL.height / 2 + 4, name, 'end', 11)),
    text((area.left + area.right) / 2, area.bottom + 40, xLabel, 'middle', 12),
    `<g transform="rotate(-90 16 ${middle})">${text(16, middle, yLabel, 'middle', 12)}</g>`,
    ...paths.flatMap((way, at) => drawnPath(way, at, paths.length, x, y)),
    ...legend(area, names, (look, left, at) => polyline(look, [`${left},${at}`, `${left + 28},${at}`])),
  ];
  const right = names.length === 0 ? 20 : legendWidth(names);
  return svgDocument(area.right + right, area.bottom + 52, body);
}

function drawnCell({ cell }: HeatMap, place: MapPlace, x: number, y: number): string[] {
  const { shade, label } = cell(place);
  return [
    `<rect x="${x}" y="${y}" width="${CELL.width}" height="${CELL.height}" fill="${shadeOf(Math.min(1, Math.max(0, shade)))}"/>`,
    text(x + CELL.width / 2, y + CELL.height / 2 + 4, label, 'middle', 10),
  ];
}

/** The border on the left of a cell and below it. */
function edges({ isInside }: HeatMap, { column, row }: MapPlace, x: number, y: number): string[] {
  const own = isInside({ column, row });
  const line = (x1: number, y1: number, x2: number, y2: number): string =>
    `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="#000000" stroke-width="2.5"/>`;
  const bottom = y + CELL.height;
  return [
    ...(column > 0 && isInside({ column: column - 1, row }) !== own ? [line(x, y, x, bottom)] : []),
    ...(row > 0 && isInside({ column, row: row - 1 }) !== own
      ? [line(x, bottom, x + CELL.width, bottom)]
      : []),
  ];
}

/** Ways that meet in a cell are set apart from each other. */
function drawnPath(
  { places, end }: MapPath,
  at: number,
  of: number,
  x: (column: number) => number,
  y: (row: number) => number,
): string[] {
  const apart = ((at + 1) / (of + 1) - 0.5) * 0.7;
  const pointOf = ({ column, row }: MapPlace): { readonly x: string; readonly y: string } => ({
    x: (x(column) + CELL.width * (0.5 + apart)).toFixed(1),
    y: (y(row) + CELL.height * (0.5 + apart)).toFixed(1),
  });
  const points = places.map(pointOf);
  const look = lookOf(at);
  const ring = end === null ? [] : [pointOf(end)];
  return [
    polyline(
      look,
      points.map((one) => `${one.x},${one.y}`),
    ),
    ...points.map((one) => `<circle cx="${one.x}" cy="${one.y}" r="2.5" fill="${look.colour}"/>`),
    ...ring.map(
      (one) =>
        `<circle cx="${one.x}" cy="${one.y}" r="5" fill="none" stroke="${look.colour}" stroke-width="2"/>`,
    ),
  ];
}
