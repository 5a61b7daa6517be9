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

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly columns: Columns,
    rival: UnitsRow | null,
  ) {
    this.units = new UnitsRow(builder, columns.count, rival);
  }

  row(cells: readonly string[], line: number): RowKind {
    if (cells.length !== this.columns.count) return 'foreign';
    if (this.units.take(cells, line)) return 'units';
    const cell = (column: string): string => cells[this.columns.at(column)] ?? '';
    const count = parsePlainNumber(cell('Count'));
    if (count === null || !Number.isInteger(count) || count < 1) return 'foreign';
    if (!/ To /.test(cell('Name'))) return 'row';
    const [mean, min, max, total] = ['Avg Size', 'Min Size', 'Max Size', 'Total Size'].map((column) =>
      this.quantity(cells, column, 'bytes'),
    );
    const time = this.quantity(cells, 'Total Time', 'time');
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

  private quantity(cells: readonly string[], column: string, kind: QuantityKind): Quantity | null {
    const at = this.columns.at(column);
    return quantityUnder(cells[at] ?? '', this.units.of(at), kind);
  }
}

/** Tests whether total = mean × count, up to the rounding of both. */
const isSum = (total: Quantity, mean: Quantity, count: number): boolean =>
  Math.abs(total.value - mean.value * count) <= total.slack + (mean.slack + 1) * count;
