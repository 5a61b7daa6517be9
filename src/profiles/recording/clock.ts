import { ZERO, type Int64, type Row } from '../sqlite/row';
import { DURATION, END, START, type EventValues } from './eventValues';

/** Why times of an event are left out. */
export type TimeFault = 'timeUnknown' | 'timeBackwards';

/**
 * The clock of a recording. Nsight Systems counts from the session's start; nvprof from 1970, which is beyond
 * what a double holds in ns: then times are counted from the first one met. One clock reads millions of rows: it keeps
 * the last times instead of returning objects.
 */
export class RecordingClock {
  private base: Int64 | null;
  private _earliestNs = 0;
  private _startNs = Number.NaN;
  private _durationNs = Number.NaN;

  /** @param epoch whether times are so large that they are counted from the first one. */
  constructor(readonly epoch: boolean) {
    this.base = epoch ? null : ZERO;
  }

  /** How far the earliest start lies before the first one met; 0 or less. */
  get earliestNs(): number {
    return this._earliestNs;
  }

  /** Start of the last row that was read, in ns; not-a-number where it is not known. */
  get startNs(): number {
    return this._startNs;
  }

  /** Duration of the last row, likewise. */
  get durationNs(): number {
    return this._durationNs;
  }

  /** Reads start and duration of a row. CUPTI writes 0 and 0 where it could not time an event. */
  read(row: Row, start: number, end: number): TimeFault | null {
    return this.epoch
      ? this.readSinceFirst(row, start, end)
      : this.session(row.number(start), row.number(end));
  }

  /** Start and end of a row in ns since the session's start become start and duration; for a clock that counts from there. */
  sinceSession(values: EventValues): TimeFault | null {
    const startNs = values[START]!;
    const endNs = values[END]!;
    // Not-a-number is in no order with any other.
    if (startNs > 0 && endNs >= startNs) {
      values[DURATION] = endNs - startNs;
      return null;
    }
    const fault = this.session(startNs, endNs);
    this.into(values);
    return fault;
  }

  /** Start and duration of a row, read into its values. */
  readInto(row: Row, start: number, end: number, values: EventValues): TimeFault | null {
    const fault = this.read(row, start, end);
    this.into(values);
    return fault;
  }

  private into(values: EventValues): void {
    values[START] = this._startNs;
    values[DURATION] = this._durationNs;
  }

  private session(startNs: number, endNs: number): TimeFault | null {
    const isUnset = startNs === 0 && (Number.isNaN(endNs) || endNs === 0);
    if (!(startNs >= 0) || isUnset) return this.take(Number.NaN, Number.NaN, 'timeUnknown');
    return this.until(startNs, endNs);
  }

  private readSinceFirst(row: Row, start: number, end: number): TimeFault | null {
    const isUnset = row.integer(start) === 0 && (row.integer(end) ?? 0) === 0;
    const first = isUnset ? null : row.int64(start);
    if (first === null) return this.take(Number.NaN, Number.NaN, 'timeUnknown');
    this.base ??= first;
    const startNs = row.since(start, this.base);
    if (Number.isNaN(startNs)) return this.take(Number.NaN, Number.NaN, 'timeUnknown');
    this._earliestNs = Math.min(this._earliestNs, startNs);
    return this.until(startNs, row.since(end, this.base));
  }

  private until(startNs: number, endNs: number): TimeFault | null {
    if (Number.isNaN(endNs)) return this.take(startNs, Number.NaN, 'timeUnknown');
    if (endNs < startNs) return this.take(startNs, Number.NaN, 'timeBackwards');
    return this.take(startNs, endNs - startNs, null);
  }

  private take(startNs: number, durationNs: number, fault: TimeFault | null): TimeFault | null {
    this._startNs = startNs;
    this._durationNs = durationNs;
    return fault;
  }
}
