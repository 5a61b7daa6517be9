import type { MicroTime } from './event';

/**
 * The clock of a trace. Times stand in µs, since 1970 or since a base that is told elsewhere in the file, with up to
 * ns behind the point: they are counted from the first one met before a double loses digits of them.
 */
export class MicroClock {
  private zeroUs: number | null = null;
  private earliest = Infinity;
  private isFine = false;

  /** Whole µs of the time that `startNs` counts from; null before the first event. */
  get zero(): number | null {
    return this.zeroUs;
  }

  /** The earliest start that was told, in ns since the zero; 0 before the first event. */
  get earliestNs(): number {
    return Number.isFinite(this.earliest) ? this.earliest : 0;
  }

  /** Whether all times so far are whole µs. */
  get isCoarse(): boolean {
    return !this.isFine;
  }

  /** A start in ns since the zero; not-a-number when it is not told. */
  startNs({ us, ns }: MicroTime): number {
    if (Number.isNaN(us)) return Number.NaN;
    this.zeroUs ??= us;
    this.isFine ||= ns !== 0;
    const start = (us - this.zeroUs) * 1000 + ns;
    this.earliest = Math.min(this.earliest, start);
    return start;
  }

  /** A duration in ns; not-a-number when it is not told, or negative. */
  durationNs({ us, ns }: MicroTime): number {
    this.isFine ||= ns !== 0;
    const duration = us * 1000 + ns;
    return duration >= 0 ? duration : Number.NaN;
  }
}
