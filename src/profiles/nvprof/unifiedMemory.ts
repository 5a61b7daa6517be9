import { message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import { isOrdered } from '../checks';
import type { Columns } from '../csv';
import { parsePlainNumber, type Quantity, type QuantityKind } from '../quantity';
import type { RowReader, RowKind } from '../tables';
import { quantityUnder } from './cells';
import { splitDevice } from './device';
import { UnitsRow } from './unitsRow';

/**
 * Rows of the unified memory table: count, mean, minimum and maximum size, total time of each
 * kind of migration. Page fault groups have no size and are no transfers.
 */
export class UnifiedMemoryRows implements RowReader {
  readonly units: UnitsRow;
  private readonly nameColumn: number;

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly columns: Columns,
    rival: UnitsRow | null,
  ) {
    this.units = new UnitsRow(builder, columns.count, rival);
    // CSV of CUDA 10 and later leaves the title of the last column empty.
    this.nameColumn = columns.has('Name') ? columns.at('Name') : columns.count - 1;
  }

  row(cells: readonly string[], line: number): RowKind {
    if (cells.length !== this.columns.count) return 'foreign';
    if (this.units.take(cells, line)) return 'units';
    const cell = (column: string): string => cells[this.columns.at(column)] ?? '';
    const count = parsePlainNumber(cell('Count'));
    if (count === null || !Number.isInteger(count) || count < 1) return 'foreign';
    if (!/ To /.test(cells[this.nameColumn] ?? '')) return 'row';
    const [mean, min, max, total] = ['Avg Size', 'Min Size', 'Max Size', 'Total Size'].map((column) =>
      this.quantity(cells, column, 'bytes'),
    );
    const time = this.time(cells);
    const trusted =
      mean && min && max && total && isOrdered(min, mean, max) && isSum(total, mean, count)
        ? mean.value
        : null;
    if (trusted === null || time === null)
      this.builder.warnings.add('untrusted-number', message('profiles.nvprof.migration'), line);
    this.builder.transfers.push({
      direction: 'unified',
      bytes: trusted,
      startNs: null,
      durationNs: time === null ? null : time.value / count,
      pinned: null,
      stream: null,
      ...splitDevice(cell('Device')),
      calls: count,
      location: { path: this.builder.path, line },
      ...this.builder.inRun,
    });
    return 'row';
  }

  /** The time of all migrations; null also for the 0 that CSV prints in its place. */
  private time(cells: readonly string[]): Quantity | null {
    const time = this.quantity(cells, 'Total Time', 'time');
    return time?.value === 0 ? null : time;
  }

  private quantity(cells: readonly string[], column: string, kind: QuantityKind): Quantity | null {
    const at = this.columns.at(column);
    return quantityUnder(cells[at] ?? '', this.units.of(at), kind);
  }
}

/** Tests whether total = mean × count, up to the rounding of both. */
const isSum = (total: Quantity, mean: Quantity, count: number): boolean =>
  Math.abs(total.value - mean.value * count) <= total.slack + (mean.slack + 1) * count;
