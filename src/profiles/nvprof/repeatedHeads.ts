import type { Delimiter } from '../csv';
import { ownCopy } from '../groups';

/** Columns of nvprof's table of metrics, as it has always printed them. */
export const METRIC_COLUMNS = 'Device,Kernel,Invocations,Metric Name,Metric Description,Min,Max,Avg';

/** Minimum, maximum and mean as printed. */
export type AggregateTexts = readonly [min: string, max: string, avg: string];

/** Metrics that are remembered: more than any GPU has. */
const MOST_METRICS = 4096;
const QUOTE = 34;

/**
 * Rows of metrics follow each other by kernel, and every kernel has the same metrics: device, kernel and invocations
 * are compared with the row before, metric and description are looked up together, and only the values are cut out.
 */
export class RepeatedHeads {
  private readonly names = new Map<string, string>();
  private head = '';
  private line = '';
  /** Where the delimiters before the three values stand. */
  private min = 0;
  private max = 0;
  private avg = 0;

  constructor(private readonly delimiter: Delimiter) {}

  /**
   * Name of the metric of a line of the same kernel as the last one learned; undefined for other lines, and where
   * values are quoted as levels are (`"Low (2)"`): cells unquote them.
   */
  find(line: string): string | undefined {
    this.line = line;
    if (this.head === '' || !line.startsWith(this.head)) return undefined;
    this.findEnds();
    const { head, min, max, avg } = this;
    if (min < head.length || [min, max, avg].some((at) => line.charCodeAt(at + 1) === QUOTE))
      return undefined;
    return this.names.get(line.slice(head.length, min));
  }

  /** The values of the line that was found. */
  get values(): AggregateTexts {
    const { line, min, max, avg } = this;
    return [line.slice(min + 1, max), line.slice(max + 1, avg), line.slice(avg + 1)];
  }

  /** Remembers the head and the metric of the line that was asked for last. */
  learn(name: string): void {
    const { line } = this;
    this.findEnds();
    const metric = this.cellStart(line, METRIC_AT);
    if (metric < 0 || this.cellStart(line, MIN_AT) !== this.min + 1) return;
    this.head = ownCopy(line.slice(0, metric));
    if (this.names.size >= MOST_METRICS) return;
    this.names.set(ownCopy(line.slice(metric, this.min)), ownCopy(name));
  }

  private findEnds(): void {
    this.avg = this.line.lastIndexOf(this.delimiter);
    this.max = this.line.lastIndexOf(this.delimiter, this.avg - 1);
    this.min = this.line.lastIndexOf(this.delimiter, this.max - 1);
  }

  /** Where a cell begins whose predecessors are quoted whole or not at all; -1 where there is none. */
  private cellStart(line: string, index: number): number {
    let at = 0;
    for (let i = 0; i < index; i++) {
      const from = line.charCodeAt(at) === QUOTE ? line.indexOf('"', at + 1) : at;
      const end = from < 0 ? -1 : line.indexOf(this.delimiter, from);
      if (end < 0) return -1;
      at = end + 1;
    }
    return at;
  }
}

const METRIC_AT = 3;
const MIN_AT = 5;
