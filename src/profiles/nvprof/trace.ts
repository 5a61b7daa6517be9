import { message } from '../../kernel/message';
import type { TransferDirection } from '../../kernel/profile';
import type { ProfileBuilder } from '../builder';
import { isProduct, wholeBytes, type Rounded } from '../checks';
import type { Columns, Delimiter } from '../csv';
import { ownCopy } from '../groups';
import {
  digitsAt,
  inBaseUnit,
  parseNvprofQuantity,
  halfLastPlace,
  parsePlainNumber,
  type Quantity,
  type QuantityKind,
  type Unit,
} from '../quantity';
import { fitCells, type RowReader, type RowKind } from '../tables';
import { nanosecondsUnder, quantityUnder } from './cells';
import { splitDevice, withoutLaunchNumber } from './device';
import { launchGroupOf } from './launchGroup';
import { operationOf, pinnedOf } from './operations';
import { RouteTable } from './routes';
import { RowTails } from './rowTails';
import { UnitsRow } from './unitsRow';

/** Columns that differ from row to row; all others say what kind of row it is. */
const PER_ROW = new Set([
  ...['Start', 'Duration', 'Size', 'Throughput', 'Correlation_ID', 'Unified Memory', 'Virtual Address'],
]);

interface LaunchRoute {
  readonly kind: 'launch' | 'api';
  readonly index: number;
}

type Route =
  | LaunchRoute
  | { readonly kind: 'transfer'; readonly index: number; readonly direction: TransferDirection }
  | { readonly kind: 'other' };

/** Three centuries: later than any clock of a profiler shows, ns. */
const LATEST_NS = 1e19;
const SECOND_NS = 1e9;
/** Largest part of a duration that rounding may have moved it by. */
const MAX_ROUNDING = 0.05;

const inSeconds = ({ value, slack }: Quantity): Rounded => ({ value: value / 1e9, slack: slack / 1e9 });

/** Rows of `nvprof --print-gpu-trace --csv` and `--print-api-trace --csv`, also both in one table. */
export class TraceRows implements RowReader {
  private readonly routes: RouteTable<Route>;
  private readonly name: number;
  private readonly _start: number;
  private readonly _duration: number;
  private readonly size: number;
  private readonly throughput: number;
  private readonly unified: number;
  readonly units: UnitsRow;
  private readonly tails: RowTails<LaunchRoute> | null;

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly columns: Columns,
    private readonly delimiter: Delimiter,
    rival: UnitsRow | null,
  ) {
    this.units = new UnitsRow(builder, columns.count, rival);
    this.name = columns.at('Name');
    this._start = columns.at('Start');
    this._duration = columns.at('Duration');
    this.size = columns.at('Size');
    this.throughput = columns.at('Throughput');
    this.unified = columns.at('Unified Memory');
    this.routes = new RouteTable(
      columns.names.flatMap((name, i) => (PER_ROW.has(name) || name === 'Name' ? [] : [i])),
    );
    const isUsual = this._start === 0 && this._duration === 1 && this.name === columns.count - 1;
    this.tails = isUsual ? new RowTails(delimiter) : null;
  }

  /** A launch or call that has all but start and duration in common with one before. */
  unsplit(line: string, number: number): boolean {
    const { tails } = this;
    const route = tails?.find(line);
    if (tails === null || route === undefined) return false;
    const start = this.plainTime(digitsAt(line, 0, tails.first), this._start);
    const duration = this.plainTime(digitsAt(line, tails.first + 1, tails.second), this._duration);
    if (Number.isNaN(start) || Number.isNaN(duration)) return false;
    this.storeOf(route).push(route.index, start, duration, null, number);
    return true;
  }

  /** Not-a-number where the unit is not one that is printed finely. */
  private plainTime(digits: number, column: number): number {
    const unit = this.units.of(column);
    return unit?.kind === 'time' && unit.factor < SECOND_NS ? inBaseUnit(digits, unit) : Number.NaN;
  }

  private storeOf({ kind }: LaunchRoute): ProfileBuilder['launches']['store'] {
    return this.builder[kind === 'launch' ? 'launches' : 'calls'].store;
  }

  row(found: readonly string[], line: number): RowKind {
    if (found[this.name] === '' && this.units.take(found, line)) return 'units';
    const cells = fitCells(found, this.columns, this.name, this.delimiter);
    if (cells === null) return this.isRowStart(found) ? 'damaged' : 'foreign';
    if (cells !== found && !this.isInPlace(cells)) return 'damaged';
    const startText = cells[this._start] ?? '';
    const told = nanosecondsUnder(startText, this.units.of(this._start));
    const start = told !== null && told < LATEST_NS ? told : null;
    if (start === null && startText !== '') {
      if (!this.isRowStart(found)) return 'foreign';
      this.distrustTime('start', startText, line);
    }
    const name = cells[this.name] ?? '';
    if (name === '') return 'damaged';
    this.event(cells, withoutLaunchNumber(name), start, line);
    return 'row';
  }

  /** Tests whether the cells before a name with commas are still their columns': a decimal comma moves them. */
  private isInPlace(cells: readonly string[]): boolean {
    return ['Context', 'Stream'].every((column) => /^[\d-]*$/.test(cells[this.columns.at(column)] ?? ''));
  }

  /** Tests whether a line that is no whole row at least begins like one. */
  private isRowStart(cells: readonly string[]): boolean {
    return cells.length >= 3 && cells.some((cell) => parseNvprofQuantity(cell) !== null);
  }

  private event(cells: readonly string[], name: string, start: number | null, line: number): void {
    const route = this.routes.of(name, cells, () => this.route(cells, name, line));
    if (route.kind === 'other') return;
    const durationText = cells[this._duration] ?? '';
    const told = nanosecondsUnder(durationText, this.units.of(this._duration));
    if (told === null && durationText !== '') this.distrustTime('duration', durationText, line);
    const duration = told === null ? null : this.fine(told, durationText);
    if (route.kind === 'transfer') this.copy(route.index, cells, start, duration, line);
    else {
      this.tails?.learn(route);
      this.storeOf(route).push(route.index, start, duration, null, line);
    }
  }

  /** A duration; null where it is printed so coarsely that rounding may be a good part of it. */
  private fine(durationNs: number, text: string): number | null {
    const unit = this.units.of(this._duration);
    if (unit === null || unit.factor < SECOND_NS) return durationNs;
    const slack = halfLastPlace(text) * unit.factor;
    this.builder.warnings.addOnce(
      'coarse-times',
      message('profiles.nvprof.coarseTimes', { ns: Math.round(slack) }),
    );
    if (slack <= MAX_ROUNDING * durationNs) return durationNs;
    this.builder.markPartial(message('profiles.nvprof.coarseLeftOut'));
    return null;
  }

  private copy(
    group: number,
    cells: readonly string[],
    start: number | null,
    duration: number | null,
    line: number,
  ): void {
    // Migrations of unified memory have their size in a column of its own.
    const column = cells[this.size] || this.unified < 0 ? this.size : this.unified;
    const sizeText = cells[column] ?? '';
    const size = quantityUnder(sizeText, this.units.of(column), 'bytes');
    const bytes = size === null ? null : wholeBytes(size.value, size.slack);
    if (bytes === null && sizeText !== '') this.distrust('size', sizeText, line);
    const consistent = size === null || this.isConsistent(size, cells);
    if (!consistent)
      this.builder.warnings.add(
        'inconsistent-copy',
        message('profiles.nvprof.sizeContradicts', { size: sizeText }),
        line,
      );
    this.builder.copies.store.push(
      group,
      start,
      consistent ? duration : null,
      consistent ? bytes : null,
      line,
    );
  }

  /** Tests whether size = throughput × duration, up to rounding, where all three are told. */
  private isConsistent(size: Quantity, cells: readonly string[]): boolean {
    const quantity = (column: number, kind: QuantityKind): Quantity | null =>
      quantityUnder(cells[column] ?? '', this.units.of(column), kind);
    const duration = quantity(this._duration, 'time');
    const rate = quantity(this.throughput, 'rate');
    return duration === null || rate === null || isProduct(size, rate, inSeconds(duration));
  }

  private route(cells: readonly string[], name: string, line: number): Route {
    const cell = (column: string): string => cells[this.columns.at(column)] ?? '';
    const run = this.builder.inRun;
    const operation = operationOf(name);
    if (operation.kind === 'kernel' && this.isApiCall(cell))
      return { kind: 'api', index: this.builder.calls.addGroup({ name: ownCopy(name), ...run }) };
    const device = splitDevice(ownCopy(cell('Device')));
    this.builder.noteDevice(device.device);
    const stream = cell('Stream') === '' ? null : ownCopy(cell('Stream'));
    const place = {
      ...device,
      stream,
      ...(cell('Context') !== '' && { context: ownCopy(cell('Context')) }),
      ...run,
    };
    if (operation.kind === 'kernel') {
      const unit = (column: string): Unit | null => this.units.of(this.columns.at(column));
      const group = launchGroupOf(this.builder, { name, cell, unit, line });
      return {
        kind: 'launch',
        index: this.builder.launches.addGroup({ ...group, ...place }),
      };
    }
    if (operation.kind === 'other') return { kind: 'other' };
    const { direction } = operation;
    const pinned = pinnedOf(direction, cell('SrcMemType'), cell('DstMemType'));
    const index = this.builder.copies.addGroup({ direction, pinned, ...place });
    return { kind: 'transfer', index, direction };
  }

  /** In a table of its own, or among GPU rows: then nothing of the GPU is filled in. */
  private isApiCall(cell: (column: string) => string): boolean {
    return ['Grid X', 'Block X', 'Device', 'Context', 'Stream', 'Size'].every(
      (column) => cell(column) === '',
    );
  }

  private distrustTime(what: 'start' | 'duration', text: string, line: number): void {
    this.distrust(what, text, line);
    this.builder.markPartial(message('profiles.timesLeftOut'));
  }

  private distrust(what: string, text: string, line: number): void {
    if (this.units.missing && parsePlainNumber(text) !== null)
      this.builder.markPartial(message('profiles.nvprof.traceUnits'));
    this.builder.warnings.add('untrusted-number', message('profiles.notTrusted', { what, text }), line);
  }
}
