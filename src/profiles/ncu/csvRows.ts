import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import type { Columns } from '../csv';
import { Interned } from '../groups';
import { parsePlainNumber } from '../quantity';
import type { RowReader, RowKind } from '../tables';
import { parseCapability, parseExtents, parseIndex, type NcuLaunch, type NcuValue } from './launch';

/** Columns of a raw page that say which launch a row is about; all others are metrics. */
const LAUNCH_COLUMNS = new Set([
  ...['ID', 'Process ID', 'Process Name', 'Host Name', 'Kernel Name', 'Kernel Time', 'Context', 'Stream'],
  ...['Block Size', 'Grid Size', 'Device', 'CC', 'Section Name', 'Invocations'],
]);

/** Reader base for the rows of every Nsight Compute table. */
abstract class NcuRows implements RowReader {
  private readonly texts = new Interned();

  /** @param launches where each launch is put. */
  constructor(
    protected readonly builder: ProfileBuilder,
    protected readonly columns: Columns,
    protected readonly launches: NcuLaunch[],
  ) {}

  abstract row(cells: readonly string[], line: number, cut: boolean): RowKind;

  protected cell(cells: readonly string[], column: string): string {
    return cells[this.columns.at(column)] ?? '';
  }

  protected text(text: string): string {
    return this.texts.of(text);
  }

  protected start(cells: readonly string[], line: number, calls: number, raw: boolean): NcuLaunch {
    const launch: NcuLaunch = {
      name: this.text(this.cell(cells, 'Kernel Name')),
      grid: this.extents(cells, 'Grid Size', 'grid', line),
      block: this.extents(cells, 'Block Size', 'block', line),
      stream: this.text(this.cell(cells, 'Stream')) || null,
      deviceIndex: parseIndex(this.cell(cells, 'Device') || this.cell(cells, 'Device Id')),
      computeCapability: parseCapability(this.cell(cells, 'CC')),
      calls,
      line,
      raw,
      values: [],
      inRun: this.builder.inRun,
    };
    this.launches.push(launch);
    return launch;
  }

  private extents(
    cells: readonly string[],
    column: string,
    what: 'grid' | 'block',
    line: number,
  ): NcuLaunch['grid'] {
    const text = this.cell(cells, column);
    const extents = parseExtents(text, what);
    // Some versions print how many blocks and threads there are, without their shape.
    if (extents === null && text !== '' && !/^[\d.,' ]+$/.test(text))
      this.builder.warnings.add(
        'impossible-launch',
        message('profiles.ncu.impossible', { what, text }),
        line,
      );
    return extents;
  }

  /** Tests whether a row has a cell in each of these columns; rows may stop before the last columns. */
  protected reaches(cells: readonly string[], columns: readonly string[]): boolean {
    return columns.every((column) => this.columns.at(column) < cells.length);
  }
}

/** Long form: one row a launch and metric (`--csv`, `--page details --csv`, `--metrics … --csv`). */
export class NcuDetailRows extends NcuRows {
  private readonly open = new Map<string, NcuLaunch>();

  row(cells: readonly string[], line: number): RowKind {
    if (!this.isRow(cells)) return cells.length >= 5 ? 'damaged' : 'foreign';
    const name = this.cell(cells, 'Metric Name');
    const key = ['Process ID', 'ID', 'Kernel Name'].map((column) => this.cell(cells, column)).join('\u0001');
    let launch = this.open.get(key);
    if (launch === undefined) {
      launch = this.start(cells, line, 1, false);
      this.open.set(key, launch);
    }
    // A row without a metric carries a rule's advice.
    if (name === '') return 'row';
    launch.values.push({
      name: this.text(name),
      unit: this.text(this.cell(cells, 'Metric Unit')),
      text: this.text(this.cell(cells, 'Metric Value')),
      line,
    });
    return 'row';
  }

  private isRow(cells: readonly string[]): boolean {
    return (
      cells.length <= this.columns.count &&
      this.reaches(cells, ['Kernel Name', 'Metric Name', 'Metric Unit', 'Metric Value']) &&
      this.cell(cells, 'Kernel Name') !== '' &&
      /^\d*$/.test(this.cell(cells, 'ID'))
    );
  }
}

/** Summary over the launches of a kernel (`--print-summary per-kernel --csv`). */
export class NcuSummaryRows extends NcuRows {
  private readonly open = new Map<string, NcuLaunch>();

  row(cells: readonly string[], line: number): RowKind {
    const calls = parsePlainNumber(this.cell(cells, 'Invocations').replace(/[.,' ](?=\d{3})/g, ''));
    if (!this.reaches(cells, ['Average', 'Minimum', 'Maximum']) || calls === null || calls < 1)
      return cells.length >= 5 ? 'damaged' : 'foreign';
    const key = ['Process ID', 'Kernel Name', 'Block Size', 'Grid Size', 'Device']
      .map((column) => this.cell(cells, column))
      .join('\u0001');
    let launch = this.open.get(key);
    if (launch === undefined) {
      launch = this.start(cells, line, calls, false);
      this.open.set(key, launch);
    }
    const name = this.cell(cells, 'Metric Name');
    if (name !== '')
      launch.values.push({
        name: this.text(name),
        unit: this.text(this.cell(cells, 'Metric Unit')),
        text: this.text(this.cell(cells, 'Average')),
        range: [this.text(this.cell(cells, 'Minimum')), this.text(this.cell(cells, 'Maximum'))],
        line,
      });
    return 'row';
  }
}

/** Wide form: one row a launch, one column a metric, units under the header (`--page raw --csv`). */
export class NcuRawRows extends NcuRows {
  private readonly metrics = this.columns.names.flatMap((name, at) =>
    LAUNCH_COLUMNS.has(name) || name.includes(':') ? [] : [{ name: this.text(name), at }],
  );
  private units: readonly string[] | null = null;

  row(cells: readonly string[], line: number): RowKind {
    const name = this.cell(cells, 'Kernel Name');
    if (this.units === null && name === '' && cells.length === this.columns.count) {
      this.units = cells.map((cell) => this.text(cell));
      return 'units';
    }
    if (cells.length !== this.columns.count || name === '') return cells.length >= 5 ? 'damaged' : 'foreign';
    if (this.units === null) this.builder.markPartial(message('profiles.ncu.noUnitsRow'));
    const launch = this.start(cells, line, 1, true);
    launch.values.push(...(this.units === null ? [] : this._values(cells, this.units, line)));
    return 'row';
  }

  private _values(cells: readonly string[], units: readonly string[], line: number): NcuValue[] {
    return this.metrics.flatMap(({ name, at }) => {
      const text = cells[at] ?? '';
      return text === '' ? [] : [{ name, unit: units[at] ?? '', text: this.text(text), line }];
    });
  }
}
