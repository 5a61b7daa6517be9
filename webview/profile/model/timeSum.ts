import type { ValueRange } from '../../../src/kernel/profile';

/** What has a duration: a launch, or the mean of several calls. */
interface Timed {
  readonly durationNs: number | null;
  readonly durationRange?: ValueRange;
  readonly calls: number;
}

/** Times over several rows; null where no row tells a time. */
export interface Times {
  readonly meanNs: number | null;
  readonly totalNs: number | null;
  readonly minNs: number | null;
  readonly maxNs: number | null;
}

/** Adds up durations; rows without one count for nothing. */
export class TimeSum {
  private _calls = 0;
  private total = 0;
  private min = Infinity;
  private max = -Infinity;

  add({ durationNs, durationRange, calls }: Timed): void {
    if (durationNs === null) return;
    this._calls += calls;
    this.total += durationNs * calls;
    this.min = Math.min(this.min, durationRange?.min ?? durationNs);
    this.max = Math.max(this.max, durationRange?.max ?? durationNs);
  }

  result(): Times {
    if (this._calls === 0) return { meanNs: null, totalNs: null, minNs: null, maxNs: null };
    return {
      meanNs: this.total / this._calls,
      totalNs: this.total,
      minNs: this.min,
      maxNs: this.max,
    };
  }
}
