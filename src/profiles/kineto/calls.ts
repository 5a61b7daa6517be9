import type { ProfileBuilder } from '../builder';
import { NumberRows } from '../columns';
import { NumberGroups } from '../numberGroups';
import { NumberMap } from '../numberMap';

const [START, DURATION, THREAD, LINK] = [0, 1, 2, 3] as const;

/** A call of the runtime or driver that issued something. */
export interface IssuingCall {
  readonly thread: number;
  readonly startNs: number;
  readonly durationNs: number | null;
  /** Number of the operator that made it; not-a-number where that is not told. */
  readonly link: number;
}

/** The calls of a trace by the number ("correlation") that launches and copies refer to. */
export class Calls {
  private readonly rows = new NumberRows(4);
  private readonly byCorrelation = new NumberMap();
  private readonly groups = new NumberGroups(1);
  private readonly processes = new Set<number>();

  constructor(private readonly builder: ProfileBuilder) {}

  /** The process whose calls they are; null for none, or several. */
  get onlyProcess(): number | null {
    const [pid] = this.processes;
    return this.processes.size === 1 ? (pid ?? null) : null;
  }

  /** Whether calls of several processes are there, whose numbers say nothing then. */
  get areOfSeveral(): boolean {
    return this.processes.size > 1;
  }

  add(
    call: IssuingCall & { readonly name: number; readonly correlation: number; readonly pid: number },
    line: number,
  ): void {
    const { thread, startNs, durationNs, link, name, correlation, pid } = call;
    this.groups.set(0, name);
    const start = Number.isNaN(startNs) ? null : startNs;
    this.builder.calls.store.push(this.groups.take(), start, durationNs, null, line);
    if (!Number.isNaN(pid) && this.processes.size < 2) this.processes.add(pid);
    if (Number.isNaN(startNs) || Number.isNaN(correlation) || this.byCorrelation.get(correlation) >= 0)
      return;
    this.byCorrelation.set(correlation, this.rows.push(startNs, durationNs ?? Number.NaN, thread, link));
  }

  /** The call that launches and copies of this number came from; null where it is not sure. */
  of(correlation: number): IssuingCall | null {
    const row = this.areOfSeveral ? -1 : this.byCorrelation.get(correlation);
    if (row < 0) return null;
    const duration = this.rows.at(row, DURATION);
    return {
      thread: this.rows.at(row, THREAD),
      startNs: this.rows.at(row, START),
      durationNs: Number.isNaN(duration) ? null : duration,
      link: this.rows.at(row, LINK),
    };
  }

  /** Whether the name of some call fits. */
  someName(fits: (name: number) => boolean): boolean {
    for (let group = 0; group < this.groups.count; group++)
      if (fits(this.groups.value(group, 0) ?? -1)) return true;
    return false;
  }

  /** Names the groups of the calls. */
  finish(nameOf: (name: number) => string, run: { run?: number }): void {
    for (let group = 0; group < this.groups.count; group++)
      this.builder.calls.addGroup({ name: nameOf(this.groups.value(group, 0) ?? -1), ...run });
  }
}
