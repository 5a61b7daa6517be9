import { DELIMITERS, splitRow, type Delimiter } from '../../csv';
import type { Unit } from '../../quantity';

/** Kinds of reports of `nsys stats` that are read. */
export type StatsKind =
  | 'kernelSummary'
  | 'copySummary'
  | 'mixedSummary'
  | 'apiSummary'
  | 'rangeSummary'
  | 'gpuTrace'
  | 'launchTrace'
  | 'apiTrace'
  | 'rangeTrace';

/** A header row of `nsys stats`: its columns with their units, which stand in the cells of the header. */
export interface StatsHeader {
  /** Null for a report of something else, whose rows are passed over. */
  readonly kind: StatsKind | null;
  readonly titles: readonly string[];
  readonly units: readonly (Unit | null)[];
}

/** Titles of older versions by those of today. */
const RENAMED: Readonly<Record<string, string>> = {
  Average: 'Avg',
  Median: 'Med',
  Minimum: 'Min',
  Maximum: 'Max',
  Calls: 'Num Calls',
  'Reg/Trd': 'Registers',
  CorrID: 'CorrId',
  Pid: 'PID',
  Tid: 'TID',
};

/** Columns of times in summaries; up to 2021 only the total has its unit in the header. */
export const TIMED: ReadonlySet<string> = new Set(['Total Time', 'Avg', 'Med', 'Min', 'Max', 'StdDev']);

const KILO = 1000;
const BINARY = 1024;

/** Units of `nsys stats`; sizes are powers of 1000 unless they say otherwise. */
const UNITS: Readonly<Record<string, Unit>> = {
  ns: { kind: 'time', factor: 1 },
  nsec: { kind: 'time', factor: 1 },
  us: { kind: 'time', factor: 1e3 },
  usec: { kind: 'time', factor: 1e3 },
  ms: { kind: 'time', factor: 1e6 },
  msec: { kind: 'time', factor: 1e6 },
  s: { kind: 'time', factor: 1e9 },
  sec: { kind: 'time', factor: 1e9 },
  nanoseconds: { kind: 'time', factor: 1 },
  microseconds: { kind: 'time', factor: 1e3 },
  milliseconds: { kind: 'time', factor: 1e6 },
  seconds: { kind: 'time', factor: 1e9 },
  B: { kind: 'bytes', factor: 1 },
  KB: { kind: 'bytes', factor: KILO },
  MB: { kind: 'bytes', factor: KILO ** 2 },
  GB: { kind: 'bytes', factor: KILO ** 3 },
  KiB: { kind: 'bytes', factor: BINARY },
  MiB: { kind: 'bytes', factor: BINARY ** 2 },
  GiB: { kind: 'bytes', factor: BINARY ** 3 },
};

/** The unit with this spelling; null for others. */
export function statsUnit(text: string): Unit | null {
  return Object.hasOwn(UNITS, text) ? (UNITS[text] ?? null) : null;
}

/** What tells the kinds apart; the first that fits counts. */
const SHAPES: readonly (readonly [StatsKind, readonly string[]])[] = [
  ['launchTrace', ['API Start', 'API Dur', 'Kernel Start', 'Kernel Dur', 'Kernel Name']],
  ['gpuTrace', ['Start', 'Duration', 'GrdX', 'Device', 'Name']],
  ['rangeTrace', ['Start', 'Duration', 'Name', 'Lvl']],
  ['apiTrace', ['Start', 'Duration', 'Name', 'Result', 'CorrId']],
  ['mixedSummary', ['Total Time', 'Instances', 'Category', 'Operation']],
  ['rangeSummary', ['Total Time', 'Instances', 'Avg', 'Range']],
  ['kernelSummary', ['Total Time', 'Instances', 'Avg', 'Name']],
  ['apiSummary', ['Total Time', 'Num Calls', 'Avg', 'Name']],
  ['copySummary', ['Total Time', 'Count', 'Avg', 'Operation']],
  ['copySummary', ['Total Time', 'Operations', 'Avg', 'Operation']],
];

const FIRST_CELLS =
  /^"?\s*(?:Time ?\(%\)|Total Time|Total ?\(\w+\)|Start ?\(|API Start ?\(|Duration ?\(|Range|Name)/;

/** Splits `Total Time (ns)` into title and unit. */
function titled(cell: string): { title: string; unit: Unit | null } {
  const text = cell.trim();
  const from = text.endsWith(')') ? text.indexOf('(', text.lastIndexOf(')', text.length - 2) + 1) : -1;
  const title = from < 0 ? text : text.slice(0, from).trim();
  const unit = from < 0 ? '' : text.slice(from + 1, -1);
  return { title: RENAMED[title] ?? title, unit: statsUnit(unit) };
}

/** The header whose cells these are; null when they are not those of `nsys stats`. */
function statsHeader(cells: readonly string[]): StatsHeader | null {
  const found = cells.map(titled);
  const titles = found.map(({ title }) => title);
  const shape = SHAPES.find(([, needs]) => needs.every((title) => titles.includes(title)));
  const isOther = titles[0] === 'Total' && found[0]?.unit?.kind === 'bytes';
  if (shape === undefined && !isOther) return null;
  // nvprof's tables have such titles, too, but a units row under them.
  const total = found[titles.indexOf('Total Time')]?.unit ?? null;
  const units = found.map(({ title, unit }) => unit ?? (TIMED.has(title) ? total : null));
  return { kind: shape?.[0] ?? null, titles, units };
}

/** The header on a line of CSV or TSV; null for other lines. */
export function statsCsvHeader(line: string): { header: StatsHeader; delimiter: Delimiter } | null {
  if (!FIRST_CELLS.test(line)) return null;
  for (const delimiter of DELIMITERS) {
    if (!line.includes(delimiter)) continue;
    const header = statsHeader(splitRow(line, delimiter));
    if (header !== null && header.units.some((unit) => unit !== null)) return { header, delimiter };
  }
  return null;
}

/** The header of a text table with borders (`--format table`); null for other lines. */
export function statsBoxHeader(line: string): StatsHeader | null {
  if (!/^\| *(?:Time ?\(%\)|Total \(\w+\)|(?:API )?Start ?\(\w+\)) *\|/.test(line)) return null;
  return statsHeader(line.trimEnd().slice(1, -1).split('|'));
}

/** The header of a text table; null for other lines. */
export function statsTextHeader(line: string): StatsHeader | null {
  if (!/^ *(?:Time ?\(%\)|Total \(\w+\)|(?:API )?Start ?\(\w+\)) {2,}\S/.test(line)) return null;
  return statsHeader(line.trim().split(/ {2,}/));
}
