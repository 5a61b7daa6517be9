import { message } from '../../kernel/message';
import type { ValueRange } from '../../kernel/profile';
import type { ProfileBuilder } from '../builder';
import { isOrdered } from '../checks';
import type { Columns, Delimiter } from '../csv';
import { ownCopy } from '../groups';
import { parsePlainNumber, type Quantity } from '../quantity';
import { fitCells, type RowReader, type RowKind } from '../tables';
import { quantityUnder } from './cells';
import { withoutLaunchNumber } from './device';
import { EMPTY_LAUNCH } from './metricTable';
import { operationOf } from './operations';
import { UnitsRow } from './unitsRow';

/** nvprof cuts the mean down to whole nanoseconds. */
const MEAN_STEP_NS = 1;

/** Where a summary says of itself which device it is about (`--print-summary-per-gpu`). */
export interface SummaryScope {
  readonly device: string | null;
  readonly deviceIndex?: number;
}

interface SummaryTimes {
  readonly durationNs: number | null;
  readonly durationRange?: ValueRange;
}

/**
 * Rows of nvprof's summary: total, mean, minimum and maximum per kernel, copy direction and API
 * call. Each of the four times has a unit of its own.
 */
export class SummaryRows implements RowReader {
  private readonly _name: number;
  private readonly type: number;
  readonly units: UnitsRow;
  private lastType = '';

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly columns: Columns,
    private readonly delimiter: Delimiter,
    private readonly scope: SummaryScope,
    rival: UnitsRow | null,
  ) {
    this.units = new UnitsRow(builder, columns.count, rival);
    this._name = columns.at('Name');
    this.type = columns.at('Type');
    builder.noteDevice(scope.device);
  }

  row(found: readonly string[], line: number): RowKind {
    if (found[this._name] === '' && this.units.take(found, line)) return 'units';
    const cells = fitCells(found, this.columns, this._name, this.delimiter);
    if (cells === null) return found.length >= 3 && /^[\d."]/.test(found[0] ?? '') ? 'damaged' : 'foreign';
    const calls = parsePlainNumber(cells[this.columns.at('Calls')] ?? '');
    const name = withoutLaunchNumber(cells[this._name] ?? '');
    if (calls === null || !Number.isInteger(calls) || calls < 1 || name === '') return 'foreign';
    this.lastType = (cells[this.type] ?? '').trim() || this.lastType;
    this.add(this.lastType, name, calls, this.times(cells, calls, line), line);
    return 'row';
  }

  private times(cells: readonly string[], calls: number, line: number): SummaryTimes {
    const [total, mean, min, max] = ['Time', 'Avg', 'Min', 'Max'].map((column) => this.time(cells, column));
    if (!total || !mean || !min || !max) {
      this.builder.warnings.add('untrusted-number', message('profiles.nvprof.timeNotTrusted'), line);
      if (this.units.missing) this.builder.markPartial(message('profiles.nvprof.summaryUnits'));
      return { durationNs: null };
    }
    const sumSlack = total.slack + (mean.slack + MEAN_STEP_NS) * calls;
    if (!isOrdered(min, mean, max) || Math.abs(total.value - mean.value * calls) > sumSlack) {
      this.builder.warnings.add('inconsistent-summary', message('profiles.nvprof.timesContradict'), line);
      return { durationNs: null };
    }
    return {
      durationNs: mean.value,
      ...(calls > 1 && { durationRange: { min: min.value, max: max.value } }),
    };
  }

  private time(cells: readonly string[], column: string): Quantity | null {
    const at = this.columns.at(column);
    return quantityUnder(cells[at] ?? '', this.units.of(at), 'time');
  }

  private add(type: string, name: string, calls: number, times: SummaryTimes, line: number): void {
    const { builder } = this;
    const place = { location: { path: builder.path, line }, ...builder.inRun };
    const operation = operationOf(name);
    // Rows of OpenACC and OpenMP tell the same time as the calls that they make.
    if (type !== '' && type !== 'GPU activities' && type !== 'API calls') return;
    if (type === 'API calls')
      builder.api.push({ name: ownCopy(name), startNs: null, ...times, calls, ...place });
    else if (operation.kind === 'kernel')
      builder.kernels.push({
        ...EMPTY_LAUNCH,
        name: ownCopy(name),
        ...times,
        ...this.scope,
        calls,
        metrics: {},
        ...place,
      });
    else if (operation.kind === 'transfer')
      builder.transfers.push({
        direction: operation.direction,
        bytes: null,
        startNs: null,
        pinned: null,
        stream: null,
        ...times,
        ...this.scope,
        calls,
        ...place,
      });
  }
}
