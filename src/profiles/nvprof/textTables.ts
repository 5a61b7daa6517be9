import { message } from '../../kernel/message';
import { Columns } from '../csv';
import type { ProfileBuilder } from '../builder';
import type { RowReader, Table } from '../tables';

/** Turns a line of a text table into cells under CSV column names; null for other lines. */
export interface LineShape {
  readonly columns: Columns;
  cells(line: string): readonly string[] | null;
}

/** A table in nvprof's text output: each line becomes the cells that the CSV form would have. */
export class TextTable implements Table {
  private held: { line: string; number: number } | null = null;

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly shape: LineShape,
    private readonly reader: RowReader,
  ) {}

  /** Lines are read one behind, so that the last one is known to be the last. */
  push(line: string, number: number): void {
    this.read(false);
    this.held = { line, number };
  }

  end(cut: boolean): void {
    this.read(cut);
    this.held = null;
    this.reader.end?.();
  }

  private read(cut: boolean): void {
    if (this.held === null) return;
    const { line, number } = this.held;
    const cells = this.shape.cells(line);
    const kind = cells === null ? 'foreign' : this.reader.row(cells, number, cut);
    if (kind === 'damaged' || (kind === 'foreign' && cut && /^\s*\d/.test(line)))
      this.builder.damagedRow(number);
    else if (kind === 'row' && cut)
      this.builder.warnings.add('cut-row', message('profiles.nvprof.noLineEnd'), number);
  }
}

const GAP = / {2,}/;

/** Text columns that stand for several or otherwise named CSV columns. */
const CSV_NAMES: Readonly<Record<string, readonly string[]>> = {
  'Grid Size': ['Grid X', 'Grid Y', 'Grid Z'],
  'Block Size': ['Block X', 'Block Y', 'Block Z'],
  'Regs*': ['Registers Per Thread'],
  'SSMem*': ['Static SMem'],
  'DSMem*': ['Dynamic SMem'],
};

/** The first `count` − 1 cells between gaps of two or more spaces, and the rest of the line. */
function splitAtGaps(line: string, count: number): string[] | null {
  const cells: string[] = [];
  let rest = line.trim();
  while (cells.length < count - 1) {
    const gap = GAP.exec(rest);
    if (gap === null) return null;
    cells.push(rest.slice(0, gap.index));
    rest = rest.slice(gap.index + gap[0].length);
  }
  return [...cells, rest];
}

/** `(512 512 1)` as three cells; `-` as three empty ones. */
function extentCells(cell: string): string[] {
  const match = /^\((\d+) (\d+) (\d+)\)$/.exec(cell);
  return match === null ? [cell === '-' ? '' : cell, '', ''] : match.slice(1);
}

/** `--print-gpu-trace` and `--print-api-trace` as text; empty cells are written `-`. */
export function traceShape(header: string): LineShape {
  const titles = header.trim().split(GAP);
  return {
    columns: new Columns(titles.flatMap((title) => CSV_NAMES[title] ?? [title])),
    cells(line) {
      if (!/^\s*\d/.test(line)) return null;
      const found = splitAtGaps(line, titles.length);
      return (
        found?.flatMap((cell, i) =>
          CSV_NAMES[titles[i] ?? '']?.length === 3 ? extentCells(cell) : [cell === '-' ? '' : cell],
        ) ?? null
      );
    },
  };
}

const SUMMARY_TITLES = ['Type', 'Time(%)', 'Time', 'Calls', 'Avg', 'Min', 'Max', 'Name'];

/** The summary as text: the type stands only on the first row of its group. */
export function summaryShape(): LineShape {
  return {
    columns: new Columns(SUMMARY_TITLES),
    cells(line) {
      const match = /^\s*(?:([A-Za-z][\w() .]*):\s+)?([\d.]+%\s.*)$/.exec(line);
      const cells = match === null ? null : splitAtGaps(match[2] ?? '', SUMMARY_TITLES.length - 1);
      return cells === null ? null : [match?.[1] ?? '', ...cells];
    },
  };
}

/** The unified memory table: sizes carry their unit; the device stands on a line above its header. */
export function unifiedMemoryShape(header: string, device: string): LineShape {
  const titles = header.trim().split(GAP);
  return {
    columns: new Columns(['Device', ...titles]),
    cells(line) {
      const cells = /^\s*\d/.test(line) ? splitAtGaps(line, titles.length) : null;
      return cells === null ? null : [device, ...cells.map((cell) => (cell === '-' ? '' : cell))];
    },
  };
}

const DEVICE_LINE = /^\s*Device "(.*)"$/;
const KERNEL_LINE = /^\s*Kernel: (.*)$/;
const VALUE = String.raw`(?:(?:Idle|Low|Mid|High|Max) \(\d+\)|<OVERFLOW>|[-+]?(?:nan|inf|[\d.]+(?:e[-+]?\d+)?)(?:%|[KMGTP]?B/s)?)`;
/** Longer lines are no rows: a metric's name and description have some hundred characters. */
const LONGEST_ROW = 2000;
const METRIC_ROW = new RegExp(
  // oxlint-disable-next-line regexp/no-super-linear-backtracking -- never asked about more than LONGEST_ROW characters
  String.raw`^\s*(\d+)\s+(\w+(?: \(\d+ instances?\))?)\s+(.*?)\s*(${VALUE})\s+(${VALUE})\s+(${VALUE})$`,
  'i',
);
const EVENT_ROW = /^\s*(\d+)\s+(\w+)\s+(\S+)\s+(\S+)\s+(\S+)\s+(\S+)$/;

/** Metrics or events as text: device and kernel stand on lines of their own above the rows. */
export function metricShape(what: 'metric' | 'event'): LineShape {
  let device = '';
  let kernel = '';
  const titles = what === 'metric' ? METRIC_TITLES : EVENT_TITLES;
  return {
    columns: new Columns(['Device', 'Kernel', ...titles]),
    cells(line) {
      const named = DEVICE_LINE.exec(line) ?? KERNEL_LINE.exec(line);
      if (named !== null) {
        const isDevice = line.trimStart().startsWith('Device');
        if (isDevice) device = named[1] ?? '';
        kernel = isDevice ? '' : (named[1] ?? '');
        return null;
      }
      const text = line.trimEnd();
      const row = text.length > LONGEST_ROW ? null : (what === 'metric' ? METRIC_ROW : EVENT_ROW).exec(text);
      return row === null ? null : [device, kernel, ...row.slice(1)];
    },
  };
}

const METRIC_TITLES = ['Invocations', 'Metric Name', 'Metric Description', 'Min', 'Max', 'Avg'];
const EVENT_TITLES = ['Invocations', 'Event Name', 'Min', 'Max', 'Avg', 'Total'];

/** Kinds of text tables, by their header line. */
export type TextTableKind =
  | 'nvprof-text-gpu-trace'
  | 'nvprof-text-api-trace'
  | 'nvprof-text-summary'
  | 'nvprof-text-metrics'
  | 'nvprof-text-events'
  | 'nvprof-text-unified-memory'
  | 'nvprof-text-launch-metrics';

const TEXT_HEADERS: readonly (readonly [RegExp, TextTableKind])[] = [
  [/^\s*Start\s+Duration\s+Grid Size\s.*\bName$/, 'nvprof-text-gpu-trace'],
  [/^\s*Start\s+Duration\s+Name$/, 'nvprof-text-api-trace'],
  [/^\s*(?:Type\s+)?Time\(%\)\s+Time\s+Calls\s+Avg\s+Min\s+Max\s+Name$/, 'nvprof-text-summary'],
  [/^\s*Invocations\s+Metric Name\s+Metric Description\s+Min\s+Max\s+Avg$/, 'nvprof-text-metrics'],
  [/^\s*Invocations\s+Event Name\s+Min\s+Max\s+Avg\s+Total$/, 'nvprof-text-events'],
  [
    /^\s*Count\s+Avg Size\s+Min Size\s+Max Size\s+Total Size\s+Total Time\s+Name$/,
    'nvprof-text-unified-memory',
  ],
  [/^\s*Device\s+Context\s+Stream\s+Kernel\s{2,}\S/, 'nvprof-text-launch-metrics'],
];

const MAY_BE_HEADER = /^\s*(?:Start|Type|Time\(%\)|Invocations|Count|Device)\s/;

/** The kind of text table that this line is the header of, or null. */
export function textTableKind(line: string): TextTableKind | null {
  if (!MAY_BE_HEADER.test(line)) return null;
  const trimmed = line.trimEnd();
  return TEXT_HEADERS.find(([pattern]) => pattern.test(trimmed))?.[1] ?? null;
}
