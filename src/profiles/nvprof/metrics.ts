import { message, type Message } from '../../kernel/message';
import type { ProfileBuilder } from '../builder';
import { isOrdered } from '../checks';
import type { Columns, Delimiter } from '../csv';
import { parseNvprofQuantity, parsePlainNumber, type Quantity, type QuantityKind } from '../quantity';
import { fitCells, type RowReader, type RowKind } from '../tables';
import { withoutLaunchNumber } from './device';
import { isPossibleMetric, nvprofMetricKind } from './metricKinds';
import type { MetricEntry, MetricGatherer } from './metricTable';
import { METRIC_COLUMNS, RepeatedHeads, type AggregateTexts } from './repeatedHeads';

const INSTANCES = /^(.*) \((\d+) instances?\)$/;

/**
 * nvprof prints the mean of a rate cut down to a multiple of this many bytes/s (seen in every
 * recorded metrics file: a single launch of 1.125316MB/s has the mean 976.562500KB/s = 10^6 B/s).
 */
const RATE_MEAN_STEP = 1e6;

/**
 * Rows of `nvprof --metrics … --csv` and `--events … --csv`: one row a kernel and metric, with
 * the unit inside each cell; the table of a whole device has no Kernel column.
 */
export class MetricRows implements RowReader {
  private readonly kernel: number;
  private readonly metric: number;
  private readonly isEvent: boolean;
  private readonly repeated: RepeatedHeads | null;
  private entry: MetricEntry | null = null;

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly gatherer: MetricGatherer,
    private readonly columns: Columns,
    private readonly delimiter: Delimiter,
  ) {
    this.repeated = columns.names.join() === METRIC_COLUMNS ? new RepeatedHeads(delimiter) : null;
    this.kernel = columns.at('Kernel');
    this.isEvent = columns.has('Event Name');
    this.metric = columns.at(this.isEvent ? 'Event Name' : 'Metric Name');
  }

  /** A row of the same kernel as the one before, of a metric that was met before. */
  unsplit(line: string, number: number): boolean {
    const name = this.repeated?.find(line);
    if (name === undefined || this.repeated === null || this.entry === null) return false;
    this.aggregates(this.repeated.values, null, name, this.entry, number, false);
    return true;
  }

  row(found: readonly string[], line: number, cut: boolean): RowKind {
    const instances = INSTANCES.exec(found[this.metric] ?? '');
    if (instances?.[1] !== undefined)
      return this.instanceRow(found, instances[1], Number(instances[2]), line);
    const cells = fitCells(found, this.columns, this.kernel, this.delimiter);
    if (cells === null) return found.length >= 3 && found.length > this.metric ? 'damaged' : 'foreign';
    const calls = parsePlainNumber(this.cell(cells, 'Invocations'));
    const name = cells[this.metric] ?? '';
    if (calls === null || !Number.isInteger(calls) || calls < 1 || name === '') return 'damaged';
    const entry = this.gatherer.entry(this.cell(cells, 'Device'), this.kernelOf(cells), calls, line);
    this.entry = entry;
    if (cells === found) this.repeated?.learn(name);
    const texts = [this.cell(cells, 'Min'), this.cell(cells, 'Max'), this.cell(cells, 'Avg')] as const;
    const total = this.isEvent ? parsePlainNumber(this.cell(cells, 'Total')) : null;
    this.aggregates(texts, total, name, entry, line, cut);
    return 'row';
  }

  /** Null in the tables of a whole device. */
  private kernelOf(cells: readonly string[]): string | null {
    return withoutLaunchNumber(cells[this.kernel] ?? '') || null;
  }

  private aggregates(
    texts: AggregateTexts,
    total: number | null,
    name: string,
    entry: MetricEntry,
    line: number,
    cut: boolean,
  ): void {
    const [minText, maxText, avgText] = texts;
    const min = this.quantity(name, minText, line);
    const max = min && (maxText === minText ? min : this.quantity(name, maxText, line));
    const printed = max && (avgText === maxText ? max : this.quantity(name, avgText, line));
    if (!min || !max || !printed) return;
    const avg = printed.kind === 'rate' ? this.untruncated(printed, min) : printed;
    if (printed.kind === 'rate' && avg.value === 0 && max.value > 0)
      return this.distrust(name, message('profiles.nvprof.meanLost'), line);
    if (!isOrdered(min, avg, max) || (total !== null && !isTotal(total, avg.value, entry.calls)))
      this.distrust(name, message('profiles.nvprof.contradict'), line);
    else if (cut && total === null && min.value !== max.value)
      this.distrust(name, message('profiles.fileEndsInRow'), line);
    else if (this.isEvent) this.gatherer.addEvent(entry, name, avg.value);
    else this.gatherer.addMetric(entry, name, { min, max, avg });
  }

  /** The mean of a rate, not below the minimum when only nvprof's truncation put it there. */
  private untruncated(avg: Quantity, min: Quantity): Quantity {
    const missing = min.value - avg.value;
    if (missing <= avg.slack + min.slack || missing >= RATE_MEAN_STEP + min.slack) return avg;
    this.builder.warnings.addOnce('truncated-mean', message('profiles.nvprof.meanCut'));
    return { ...avg, value: min.value };
  }

  private cell(cells: readonly string[], column: string): string {
    return cells[this.columns.at(column)] ?? '';
  }

  private quantity(name: string, text: string, line: number): Quantity | null {
    const quantity = parseNvprofQuantity(text);
    const expected: QuantityKind | null = this.isEvent ? 'plain' : nvprofMetricKind(name);
    if (quantity === null) this.distrust(name, message('profiles.nvprof.noNumber', { text }), line);
    else if (expected !== null && quantity.kind !== expected)
      this.distrust(name, message('profiles.nvprof.otherUnit', { text }), line);
    else if (!isPossibleMetric(name, quantity.value, quantity.kind))
      this.distrust(name, message('profiles.nvprof.notPossible', { text }), line);
    else return quantity;
    return null;
  }

  /**
   * A metric per link or per SM: minimum and maximum are empty, the values stand in surplus cells
   * (CUDA 9, 10) or in one cell (11.8); there is no mean.
   */
  private instanceRow(cells: readonly string[], name: string, count: number, line: number): RowKind {
    const calls = parsePlainNumber(this.cell(cells, 'Invocations'));
    if (calls === null) return 'damaged';
    const kernel = this.kernelOf(cells);
    const first = this.columns.at('Avg');
    if (first !== this.columns.count - 1) return 'damaged';
    const texts = cells
      .slice(first)
      .flatMap((cell) => cell.split(','))
      .map((text) => text.trim());
    const values = texts.map((text) => this.quantity(name, text, line));
    if (texts.length !== count)
      this.distrust(
        name,
        message('profiles.nvprof.valuesOf', { values: texts.length, instances: count }),
        line,
      );
    else if (values.every((value) => value !== null))
      this.gatherer.addInstances(
        this.gatherer.entry(this.cell(cells, 'Device'), kernel, calls, line),
        name,
        values.map((value) => value.value),
      );
    return 'row';
  }

  private distrust(name: string, why: Message, line: number): void {
    this.builder.warnings.add(
      'untrusted-number',
      message('profiles.nvprof.metricLeftOut', { name, why }),
      line,
    );
  }
}

/** Totals are whole numbers; the mean beside them may be rounded down to one. */
const isTotal = (total: number, mean: number, calls: number): boolean =>
  Math.abs(total - mean * calls) <= calls + 1e-9 * total;
