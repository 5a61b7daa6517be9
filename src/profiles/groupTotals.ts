import { eachEvent, type TraceEvent } from './events';
import type { EventColumns, KernelProfile } from '../kernel/profile';

/** Totals of the events of one group. */
export interface GroupTotals {
  readonly calls: number;
  readonly firstStartNs: number | null;
  readonly firstLine: number;
  readonly meanDurationNs: number | null;
  readonly minDurationNs: number;
  readonly maxDurationNs: number;
  readonly meanBytes: number | null;
}

/** Totals of each of `groupCount` groups; means are over the events that tell the value. */
export function groupTotals(events: EventColumns, groupCount: number): GroupTotals[] {
  const sums = Array.from({ length: groupCount }, () => new GroupSum());
  for (const event of eachEvent(events)) sums[event.group]?.add(event);
  return sums.map((sum) => sum.totals());
}

/** What a row says that stands for all events of a group. */
export function aggregateOf(
  path: string,
  totals: GroupTotals,
): Pick<KernelProfile, 'startNs' | 'durationNs' | 'durationRange' | 'calls' | 'location'> {
  const { calls, meanDurationNs, minDurationNs, maxDurationNs } = totals;
  return {
    startNs: totals.firstStartNs,
    durationNs: meanDurationNs,
    ...(meanDurationNs === null ? {} : { durationRange: { min: minDurationNs, max: maxDurationNs } }),
    calls,
    location: { path, line: totals.firstLine },
  };
}

class GroupSum {
  private _calls = 0;
  private firstStart: number | null = null;
  private _firstLine = 0;
  private timed = 0;
  private duration = 0;
  private min = Infinity;
  private max = -Infinity;
  private sized = 0;
  private bytes = 0;

  add(event: TraceEvent): void {
    if (this._calls++ === 0) {
      this.firstStart = event.startNs;
      this._firstLine = event.line;
    }
    if (event.durationNs !== null) {
      this.timed++;
      this.duration += event.durationNs;
      this.min = Math.min(this.min, event.durationNs);
      this.max = Math.max(this.max, event.durationNs);
    }
    if (event.bytes !== null) {
      this.sized++;
      this.bytes += event.bytes;
    }
  }

  totals(): GroupTotals {
    return {
      calls: this._calls,
      firstStartNs: this.firstStart,
      firstLine: this._firstLine,
      meanDurationNs: this.timed === 0 ? null : this.duration / this.timed,
      minDurationNs: this.min,
      maxDurationNs: this.max,
      meanBytes: this.sized === 0 ? null : this.bytes / this.sized,
    };
  }
}
