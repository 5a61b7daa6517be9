import { eachEvent } from './events';
import type { EventColumns } from '../kernel/profile';

/** Events with the runs that their groups belong to. */
export interface RunEvents {
  readonly groups: readonly { readonly run?: number }[];
  readonly events: EventColumns;
}

/** Fewer events may agree by chance. */
const LEAST_EVENTS = 2;

/**
 * Two runs of a file whose events have the same times, to the last digit: one recording that stands in it twice. Null
 * where there are none.
 */
export function sameRuns(lists: readonly RunEvents[]): readonly [first: number, second: number] | null {
  const runs = new Map<number, RunSum>();
  for (const { groups, events } of lists)
    for (const { group, startNs, durationNs } of eachEvent(events)) {
      const run = groups[group]?.run;
      if (run === undefined || startNs === null || durationNs === null) continue;
      const sum = runs.get(run) ?? new RunSum();
      sum.add(startNs, durationNs);
      runs.set(run, sum);
    }
  const seen = new Map<string, number>();
  for (const [run, sum] of runs) {
    const first = seen.get(sum.key);
    if (first !== undefined && sum.count >= LEAST_EVENTS) return [first, run];
    seen.set(sum.key, run);
  }
  return null;
}

class RunSum {
  count = 0;
  private starts = 0;
  private durations = 0;
  private products = 0;

  add(startNs: number, durationNs: number): void {
    this.count++;
    this.starts += startNs;
    this.durations += durationNs;
    this.products += startNs * durationNs;
  }

  get key(): string {
    return [this.count, this.starts, this.durations, this.products].join();
  }
}
