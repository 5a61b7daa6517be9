import { Columns, DELIMITERS, splitRow, type Delimiter } from './csv';

/** Kinds of nvprof's CSV tables, by their columns. */
export type NvprofTableKind =
  | 'nvprof-csv-gpu-trace'
  | 'nvprof-csv-api-trace'
  | 'nvprof-csv-summary'
  | 'nvprof-csv-metrics'
  | 'nvprof-csv-events'
  | 'nvprof-csv-launch-metrics'
  | 'nvprof-csv-unified-memory';

/** Kind of an Nsight Compute table. */
export type NcuTableKind = 'ncu-csv-details' | 'ncu-csv-summary' | 'ncu-csv-raw';

type TableKind = NvprofTableKind | NcuTableKind | 'computeprof-csv';

interface TableShape {
  readonly kind: TableKind;
  readonly needs: readonly string[];
  /** At least one of these, when given. */
  readonly anyOf?: readonly string[];
  /** None of these. */
  readonly not?: readonly string[];
}

/** The first shape that fits counts; order matters where one shape's columns contain another's. */
const SHAPES: readonly TableShape[] = [
  { kind: 'ncu-csv-details', needs: ['Kernel Name', 'Metric Name', 'Metric Unit', 'Metric Value'] },
  {
    kind: 'ncu-csv-summary',
    needs: ['Kernel Name', 'Metric Name', 'Invocations', 'Minimum', 'Maximum', 'Average'],
  },
  { kind: 'ncu-csv-raw', needs: ['ID', 'Process ID', 'Kernel Name'], not: ['Metric Name'] },
  {
    kind: 'nvprof-csv-gpu-trace',
    needs: ['Start', 'Duration', 'Name'],
    anyOf: ['Grid X', 'Block X', 'Size', 'Device'],
  },
  { kind: 'nvprof-csv-api-trace', needs: ['Start', 'Duration', 'Name'] },
  { kind: 'nvprof-csv-summary', needs: ['Time', 'Calls', 'Avg', 'Min', 'Max', 'Name'] },
  { kind: 'nvprof-csv-metrics', needs: ['Device', 'Invocations', 'Metric Name', 'Min', 'Max', 'Avg'] },
  { kind: 'nvprof-csv-events', needs: ['Device', 'Invocations', 'Event Name', 'Min', 'Max', 'Avg'] },
  {
    kind: 'nvprof-csv-launch-metrics',
    needs: ['Device', 'Context', 'Stream', 'Kernel'],
    not: ['Metric Name', 'Invocations'],
  },
  { kind: 'computeprof-csv', needs: ['method', 'gputime'] },
  { kind: 'nvprof-csv-unified-memory', needs: ['Count', 'Avg Size', 'Total Size', 'Total Time'] },
];

/** Every column that a header may begin with, so that most lines need no further look. */
const FIRST_CELLS = new Set([
  ...SHAPES.flatMap((shape) => [...shape.needs, ...(shape.anyOf ?? [])]),
  ...['Type', 'Time(%)', 'Metric Description', 'Total', 'Correlation_ID', 'Throughput', 'Context', 'Stream'],
  ...['Grid Y', 'Grid Z', 'Block Y', 'Block Z', 'Registers Per Thread', 'Static SMem', 'Dynamic SMem'],
  ...['SrcMemType', 'DstMemType', 'Unified Memory', 'Virtual Address', 'Src Dev', 'Src Ctx', 'Dst Dev'],
  ...['Process Name', 'Host Name', 'Kernel Time', 'Block Size', 'Grid Size', 'CC', 'Section Name'],
  ...['gpustarttimestamp', 'gpuendtimestamp', 'timestamp', 'cputime', 'occupancy', 'streamID'],
  ...['Dst Ctx', 'Min Size', 'Max Size', 'Total Time'],
]);

/** With its columns in another order, a table with a column a metric may begin with one. */
const METRIC = /^[a-z]\w*(?:\.\w+)*(?: \(\d+\))?$/;

/** Recognised header row of a table. */
export interface Header<Kind extends TableKind = TableKind> {
  readonly kind: Kind;
  readonly columns: Columns;
  readonly delimiter: Delimiter;
}

/** Tests whether the table is one of Nsight Compute. */
export function isNcuHeader(header: Header): header is Header<NcuTableKind> {
  return header.kind.startsWith('ncu-');
}

/** Tests whether the table is one of nvprof. */
export function isNvprofHeader(header: Header): header is Header<NvprofTableKind> {
  return header.kind.startsWith('nvprof-');
}

/** Tests whether the line begins with a cell that headers begin with. */
export function mayBeHeader(line: string): boolean {
  const first = firstCell(line);
  return FIRST_CELLS.has(first) || METRIC.test(first);
}

/** The table header on this line, or null. */
export function parseHeader(line: string): Header | null {
  if (!mayBeHeader(line)) return null;
  for (const delimiter of DELIMITERS) {
    if (!line.includes(delimiter)) continue;
    const columns = new Columns(splitRow(line, delimiter).map((cell) => cell.trim()));
    const shape = SHAPES.find((candidate) => fits(candidate, columns));
    if (shape !== undefined) return { kind: shape.kind, columns, delimiter };
  }
  return null;
}

function fits(shape: TableShape, columns: Columns): boolean {
  return (
    columns.has(...shape.needs) &&
    (shape.anyOf?.some((name) => columns.has(name)) ?? true) &&
    !(shape.not?.some((name) => columns.has(name)) ?? false)
  );
}

/** The text before the first separator, without quotes. */
function firstCell(line: string): string {
  if (line.charCodeAt(0) === 34) {
    const end = line.indexOf('"', 1);
    return end < 0 ? '' : line.slice(1, end);
  }
  const end = line.search(/[,;\t]/);
  return end < 0 ? '' : line.slice(0, end).trim();
}
