import { message, plain, type Words } from '../kernel/message';
import type {
  ApiProfile,
  CompiledKernel,
  DeviceMetrics,
  EventColumns,
  KernelProfile,
  ProfileFile,
  ProfileRun,
  RangeProfile,
  TransferProfile,
} from '../kernel/profile';
import { joinedReasons } from './reasons';
import type { RecognizedFormat } from './foreign/recognizedFormat';
import { EventStore, eachEvent, type TraceEvent } from './events';
import { aggregateOf, groupTotals } from './groupTotals';
import { sameRuns } from './sameRuns';
import { WarningLog } from './warnings';

const UNKNOWN: RecognizedFormat = {
  format: 'unknown',
  status: 'refused',
  reason: message('profiles.unknown'),
};

/** Facts that all launches of a group have in common. */
export type LaunchGroup = Omit<
  KernelProfile,
  'startNs' | 'durationNs' | 'durationRange' | 'calls' | 'location' | 'call'
>;

/** Facts that all transfers of a group have in common. */
export type TransferGroup = Omit<
  TransferProfile,
  'bytes' | 'startNs' | 'durationNs' | 'durationRange' | 'calls' | 'location' | 'call'
>;

/** Facts that all API calls of a group have in common. */
export type ApiGroup = Pick<ApiProfile, 'name' | 'run'>;

/** Facts that all ranges of a group have in common. */
export type RangeGroup = Omit<
  RangeProfile,
  'startNs' | 'durationNs' | 'durationRange' | 'calls' | 'location'
>;

type Timed = Pick<KernelProfile, 'startNs' | 'durationNs' | 'durationRange' | 'calls' | 'location' | 'call'>;

/** Events of one kind and the groups they belong to. */
class EventList<G extends object> {
  readonly groups: G[] = [];
  readonly store: EventStore;

  constructor(withBytes: boolean) {
    this.store = new EventStore(withBytes);
  }

  /** Adds a group; its number is what `store.push` takes. */
  addGroup(group: G): number {
    return this.groups.push(group) - 1;
  }
}

/** Gathers what the readers of the parts of one file find, and makes the `ProfileFile` of it. */
export class ProfileBuilder {
  readonly warnings: WarningLog;
  readonly launches = new EventList<LaunchGroup>(false);
  readonly copies = new EventList<TransferGroup>(true);
  readonly calls = new EventList<ApiGroup>(false);
  readonly ranges = new EventList<RangeGroup>(false);
  /** Time since 1970 of the file's time 0, in whole µs. */
  epochUs: number | null = null;
  /** Summaries and metric tables: kernels that are not single launches of a trace. */
  readonly kernels: KernelProfile[] = [];
  readonly transfers: TransferProfile[] = [];
  readonly api: ApiProfile[] = [];
  readonly rangeRows: RangeProfile[] = [];
  readonly compiled: CompiledKernel[] = [];
  readonly deviceMetrics: DeviceMetrics[] = [];
  readonly runs: ProfileRun[] = [];
  private readonly formats = new Set<string>();
  /** Reasons by their plain form, so that each is told once. */
  private readonly partial = new Map<string, Words>();
  private damagedRows = 0;
  private firstDamagedRow = 0;
  private run = -1;
  private _device: string | null = null;

  constructor(
    readonly path: string,
    /** Rows of one kind that are listed one by one. */
    readonly maxListed: number,
    /** Events of one kind that are. */
    private readonly maxEvents = maxListed,
  ) {
    this.warnings = new WarningLog(path);
  }

  /** Records that a part of this format was found. */
  addFormat(id: string): void {
    this.formats.add(id);
  }

  /** Records that something of the file could not be read, and why. */
  markPartial(reason: Words): void {
    this.partial.set(plain(reason), reason);
  }

  /** Records a table row that was left out because it is cut or damaged. */
  damagedRow(line: number): void {
    this.warnings.add('damaged-row', message('profiles.damagedRow'), line);
    if (this.damagedRows++ === 0) this.firstDamagedRow = line;
  }

  /** The first device that is named stands for the file. */
  noteDevice(name: string | null): void {
    this._device ??= name;
  }

  /** A run of a profiler begins: what follows belongs to it. */
  startRun(pid: string | null, command: string | null): void {
    this.run = this.runs.push({ pid, command }) - 1;
  }

  /** The run is that of one process of a distributed program. */
  rankRun(rank: number, worldSize: number | null): void {
    const run = this.runs[this.run];
    if (run !== undefined) this.runs[this.run] = { ...run, rank, ...(worldSize !== null && { worldSize }) };
  }

  /** Assigns what follows to the last run of this process, where there is one. */
  continueRun(pid: string | null): void {
    const run = this.runs.map((each) => each.pid).lastIndexOf(pid);
    if (run >= 0) this.run = run;
  }

  /** Index of the run that tables belong to now, for a spread into a profile. */
  get inRun(): { run?: number } {
    return this.run < 0 ? {} : { run: this.run };
  }

  get isEmpty(): boolean {
    const lists = [this.launches.store, this.copies.store, this.calls.store, this.kernels, this.transfers];
    const more = [this.api, this.compiled, this.deviceMetrics, this.ranges.store, this.rangeRows];
    return [...lists, ...more].every((list) => list.length === 0);
  }

  /** @param unread what to say of a file without a readable part; null when nothing tells. */
  build(unread: RecognizedFormat | null): ProfileFile {
    this.warnOfSameRuns();
    const { format, status, reason } = this.formatOf(unread);
    const kernels = this._list(this.launches, this.kernels, (group, timed) => ({ ...group, ...timed }));
    const transfers = this._list(this.copies, this.transfers, (group, timed, bytes) => ({
      ...group,
      ...timed,
      bytes,
    }));
    const api = this._list(this.calls, this.api, (group, timed) => ({ ...group, ...timed }));
    const ranges = this._list<RangeGroup, RangeProfile>(this.ranges, this.rangeRows, (group, timed) => ({
      ...group,
      ...timed,
    }));
    return {
      path: this.path,
      format,
      status,
      ...(status === 'full' ? {} : { reason }),
      device: this._device,
      kernels: kernels.rows,
      transfers: transfers.rows,
      api: api.rows,
      ...(kernels.events && { kernelEvents: kernels.events }),
      ...(transfers.events && { transferEvents: transfers.events }),
      ...(api.events && { apiEvents: api.events }),
      ...(ranges.rows.length > 0 && { ranges: ranges.rows }),
      ...(ranges.events && { rangeEvents: ranges.events }),
      ...(this.epochUs !== null && { epochUs: this.epochUs }),
      ...(this.compiled.length > 0 && { compiled: this.compiled }),
      ...(this.deviceMetrics.length > 0 && { deviceMetrics: this.deviceMetrics }),
      ...(this.runs.length > 0 && { runs: this.runs }),
      warnings: this.warnings.all(),
    };
  }

  private warnOfSameRuns(): void {
    if (this.runs.length < 2) return;
    const lists = [this.launches, this.copies];
    const same = sameRuns(lists.map(({ groups, store }) => ({ groups, events: store.columns() })));
    if (same === null) return;
    const [first, second] = same.map((run) => run + 1) as [number, number];
    this.warnings.add('same-runs', message('profiles.sameRuns', { first, second }));
  }

  private formatOf(unread: RecognizedFormat | null): RecognizedFormat {
    const format = [...this.formats].join('+');
    const lost = [...this.partial.values()];
    if (this.damagedRows > 0)
      lost.push(message('profiles.damagedRows', { rows: this.damagedRows, line: this.firstDamagedRow }));
    const reason = joinedReasons(lost);
    if (!this.isEmpty) return { format, status: lost.length > 0 ? 'partial' : 'full', reason: reason ?? '' };
    if (format === '') return unread ?? UNKNOWN;
    return { format, status: 'empty', reason: reason ?? unread?.reason ?? message('profiles.noRows') };
  }

  /** Rows one by one while they are few; above that one row a group, and the events in columns. */
  private _list<G extends object, R extends { readonly location?: { readonly line: number } }>(
    list: EventList<G>,
    others: readonly R[],
    make: (group: G, timed: Timed, bytes: number | null) => R,
  ): { rows: R[]; events?: EventColumns } {
    const { groups, store } = list;
    const events = store.columns();
    if (store.length > this.maxEvents) {
      const rows = groupTotals(events, groups.length).flatMap((totals, i) =>
        groups.slice(i, i + 1).map((group) => make(group, aggregateOf(this.path, totals), totals.meanBytes)),
      );
      return { rows: [...rows, ...others], events };
    }
    const rows: R[] = [];
    for (const event of eachEvent(events)) {
      const group = groups[event.group];
      if (group !== undefined) rows.push(make(group, this.single(event), event.bytes));
    }
    rows.push(...others);
    return { rows: rows.sort((a, b) => (a.location?.line ?? 0) - (b.location?.line ?? 0)) };
  }

  private single(event: TraceEvent): Timed {
    const { startNs, durationNs, line, call } = event;
    return { startNs, durationNs, ...(call && { call }), calls: 1, location: { path: this.path, line } };
  }
}
