import { ZERO, type Int64, type Row } from '../sqlite/row';

/** Times of an event, in ns; a fault says why one is null. */
export interface Span {
  readonly startNs: number | null;
  readonly durationNs: number | null;
  readonly fault: 'timeUnknown' | 'timeBackwards' | null;
}

const UNKNOWN: Span = { startNs: null, durationNs: null, fault: 'timeUnknown' };

/**
 * The clock of a recording. Nsight Systems counts from the session's start; nvprof from 1970, which is beyond
 * what a double holds in ns: then times are counted from the first one met.
 */
export class RecordingClock {
  private base: Int64 | null;
  private _earliestNs = 0;

  /** @param epoch whether times are so large that they are counted from the first one. */
  constructor(private readonly epoch: boolean) {
    this.base = epoch ? null : ZERO;
  }

  /** How far the earliest start lies before the first one met; 0 or less. */
  get earliestNs(): number {
    return this._earliestNs;
  }

  /** Start and duration of a row. CUPTI writes 0 and 0 where it could not time an event. */
  span(row: Row, start: number, end: number): Span {
    return this.epoch ? this.spanSinceFirst(row, start, end) : spanOf(row.integer(start), row.integer(end));
  }

  private spanSinceFirst(row: Row, start: number, end: number): Span {
    const isUnset = row.integer(start) === 0 && (row.integer(end) ?? 0) === 0;
    if (isUnset || row.int64(start) === null) return UNKNOWN;
    this.base ??= row.int64(start) ?? ZERO;
    const startNs = row.since(start, this.base);
    if (startNs === null) return UNKNOWN;
    this._earliestNs = Math.min(this._earliestNs, startNs);
    return known(startNs, row.since(end, this.base));
  }
}

/** Of times that count from the start of the recording. */
function spanOf(startNs: number | null, endNs: number | null): Span {
  const isUnset = startNs === 0 && (endNs ?? 0) === 0;
  return startNs === null || startNs < 0 || isUnset ? UNKNOWN : known(startNs, endNs);
}

function known(startNs: number, endNs: number | null): Span {
  if (endNs === null) return { startNs, durationNs: null, fault: 'timeUnknown' };
  if (endNs < startNs) return { startNs, durationNs: null, fault: 'timeBackwards' };
  return { startNs, durationNs: endNs - startNs, fault: null };
}
