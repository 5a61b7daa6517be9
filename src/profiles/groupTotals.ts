import type { EventBlock, EventColumns, KernelProfile } from '../kernel/profile';

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
  const sums = new GroupSums(groupCount);
  let left = events.length;
  for (const block of events.blocks) {
    sums.add(block, Math.min(left, block.group.length));
    left -= block.group.length;
  }
  return Array.from({ length: groupCount }, (_, group) => sums.totals(group));
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

/** Sums of all groups in columns: millions of events are added to them. */
class GroupSums {
  private readonly calls: Float64Array;
  private readonly firstStart: Float64Array;
  private readonly firstLine: Float64Array;
  private readonly timed: Float64Array;
  private readonly duration: Float64Array;
  private readonly min: Float64Array;
  private readonly max: Float64Array;
  private readonly sized: Float64Array;
  private readonly bytes: Float64Array;

  constructor(groups: number) {
    const column = (value: number): Float64Array => new Float64Array(groups).fill(value);
    [this.calls, this.firstStart, this.firstLine, this.timed] = [column(0), column(0), column(0), column(0)];
    [this.duration, this.min, this.max] = [column(0), column(Infinity), column(-Infinity)];
    [this.sized, this.bytes] = [column(0), column(0)];
  }

  /** Adds the first events of a block; those of groups that there are not change nothing. */
  add({ group, startNs, durationNs, bytes, line }: EventBlock, count: number): void {
    for (let i = 0; i < count; i++) {
      const at = group[i]!;
      if (this.calls[at]!++ === 0) {
        this.firstStart[at] = startNs[i]!;
        this.firstLine[at] = line[i]!;
      }
      const duration = durationNs[i]!;
      if (!Number.isNaN(duration)) {
        this.timed[at]!++;
        this.duration[at]! += duration;
        if (duration < this.min[at]!) this.min[at] = duration;
        if (duration > this.max[at]!) this.max[at] = duration;
      }
      const size = bytes === undefined ? Number.NaN : bytes[i]!;
      if (!Number.isNaN(size)) {
        this.sized[at]!++;
        this.bytes[at]! += size;
      }
    }
  }

  totals(group: number): GroupTotals {
    const [timed, sized, firstStart] = [this.timed[group]!, this.sized[group]!, this.firstStart[group]!];
    return {
      calls: this.calls[group]!,
      firstStartNs: Number.isNaN(firstStart) ? null : firstStart,
      firstLine: this.firstLine[group]!,
      meanDurationNs: timed === 0 ? null : this.duration[group]! / timed,
      minDurationNs: this.min[group]!,
      maxDurationNs: this.max[group]!,
      meanBytes: sized === 0 ? null : this.bytes[group]! / sized,
    };
  }
}
