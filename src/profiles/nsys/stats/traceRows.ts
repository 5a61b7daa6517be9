import { message } from '../../../kernel/message';
import type { HostCall } from '../../../kernel/profile';
import type { LaunchGroup, ProfileBuilder } from '../../builder';
import { wholeBytes } from '../../checks';
import { Groups, ownCopy } from '../../groups';
import { trustedLaunch } from '../../launch';
import { splitDevice } from '../../nvprof/device';
import { pinnedOf } from '../../nvprof/operations';
import type { Processes } from '../../recording/processes';
import type { RowKind, RowReader } from '../../tables';
import { StatsCells } from './cells';
import type { StatsHeader } from './header';
import { statsOperation, withoutDomain } from './operations';
import type { Subject } from './subjects';
import { StatsTimes } from './times';

/** Largest part of a size that rounding may have moved it by. */
const SIZE_ERROR = 0.005;

/** Columns that make the launches of one group alike. */
const SHARED = [
  ...[
    'GrdX',
    'GrdY',
    'GrdZ',
    'BlkX',
    'BlkY',
    'BlkZ',
    'GridXYZ',
    'BlockXYZ',
    'Registers',
    'StcSMem',
    'DymSMem',
  ],
  ...['SrcMemKd', 'DstMemKd', 'Device', 'DevId', 'Ctx', 'GreenCtx', 'Strm', 'PID', 'TID'],
];

/** Rows of the traces of `nsys stats`: operations on the GPU, launches with their calls, API calls and NVTX ranges. */
export class TraceRows implements RowReader {
  private readonly cells: StatsCells;
  private readonly times: StatsTimes;
  private readonly groups = new Groups<number>();

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly header: StatsHeader,
    private readonly subjects: ReadonlySet<Subject>,
    private readonly processes: Processes,
  ) {
    this.cells = new StatsCells(header);
    this.times = new StatsTimes(builder);
  }

  row(found: readonly string[], line: number, cut: boolean): RowKind {
    const cells = this.cells.take(found);
    const isLaunches = this.header.kind === 'launchTrace';
    const [startTitle, durationTitle] = isLaunches ? ['Kernel Start', 'Kernel Dur'] : ['Start', 'Duration'];
    const start = this.times.start(cells, startTitle);
    const name = cells.text(isLaunches ? 'Kernel Name' : 'Name');
    if (found.length < this.header.titles.length || name === '')
      return start !== null && found.length > 2 ? 'damaged' : 'foreign';
    if (start === null) return 'foreign';
    if (cut) this.builder.warnings.addOnce('cut-row', message('profiles.nvprof.noLineEnd'));
    this.event(name, start, this.times.duration(cells, durationTitle), line);
    return 'row';
  }

  private event(name: string, startNs: number, durationNs: number | null, line: number): void {
    const key = [name, ...SHARED.map((title) => this.cells.text(title))].join('\u0001');
    if (this.header.kind === 'apiTrace') this.call(name, key, startNs, durationNs, line);
    else if (this.header.kind === 'rangeTrace') this.range(name, key, startNs, durationNs, line);
    else this.onGpu(name, key, startNs, durationNs, line);
  }

  private groupOf(key: string, make: () => number): number {
    return this.groups.items[this.groups.of(key, make)] ?? 0;
  }

  private call(name: string, key: string, startNs: number, durationNs: number | null, line: number): void {
    if (!this.subjects.has('calls')) return;
    const make = (): number => this.builder.calls.addGroup({ name: ownCopy(name), ...this.run() });
    this.builder.calls.store.push(this.groupOf(key, make), startNs, durationNs, null, line);
  }

  private range(name: string, key: string, startNs: number, durationNs: number | null, line: number): void {
    if (!this.subjects.has('ranges')) return;
    const thread = this.cells.text('TID');
    const make = (): number =>
      this.builder.ranges.addGroup({
        name: ownCopy(withoutDomain(name)),
        side: 'host',
        ...(thread !== '' && { thread: ownCopy(thread) }),
        ...this.run(),
      });
    this.builder.ranges.store.push(this.groupOf(key, make), startNs, durationNs, null, line);
  }

  private onGpu(name: string, key: string, startNs: number, durationNs: number | null, line: number): void {
    const operation = statsOperation(name);
    if (operation.kind === 'kernel') {
      if (!this.subjects.has('kernels')) return;
      const { store } = this.builder.launches;
      const group = this.groupOf(key, () => this.builder.launches.addGroup(this.launch(name, line)));
      store.push(group, startNs, durationNs, null, line);
      const call = this.issuingCall();
      if (call !== null) store.setCall(call);
    } else if (operation.kind === 'transfer') {
      if (!this.subjects.has('copies')) return;
      const { direction } = operation;
      const pinned = pinnedOf(direction, this.cells.text('SrcMemKd'), this.cells.text('DstMemKd'));
      const group = this.groupOf(key, () =>
        this.builder.copies.addGroup({ direction, pinned, ...this.place() }),
      );
      this.builder.copies.store.push(group, startNs, durationNs, this.bytes(), line);
    } else
      this.builder.warnings.addOnce('other-operation', message('profiles.nsys.otherOperation', { name }));
  }

  /** A size; sizes are printed in MB with three digits, which tells nothing of small ones. */
  private bytes(): number | null {
    const size = this.cells.quantity('Bytes', 'bytes');
    if (size === null) return null;
    if (size.slack > Math.max(0.5, SIZE_ERROR * size.value)) {
      this.builder.warnings.addOnce(
        'coarse-size',
        message('profiles.nsys.coarseSizes', { bytes: size.slack }),
      );
      return null;
    }
    return wholeBytes(size.value, size.slack);
  }

  private issuingCall(): HostCall | null {
    const startNs = this.times.start(this.cells, 'API Start');
    return startNs === null ? null : { startNs, durationNs: this.times.duration(this.cells, 'API Dur') };
  }

  private run(): { run?: number } {
    const pid = this.cells.count('PID');
    return pid === null ? this.builder.inRun : this.processes.of(pid);
  }

  private place(): Pick<
    LaunchGroup,
    'device' | 'deviceIndex' | 'context' | 'greenContext' | 'stream' | 'run'
  > {
    const [context, stream, green] = ['Ctx', 'Strm', 'GreenCtx'].map((title) =>
      ownCopy(this.cells.text(title)),
    );
    const device = splitDevice(ownCopy(this.cells.text('Device')));
    this.builder.noteDevice(device.device);
    const index = this.cells.count('DevId');
    return {
      ...device,
      ...(index !== null && { deviceIndex: index }),
      ...(context && { context }),
      ...(green && green !== '0' && { greenContext: { id: green, sms: null } }),
      stream: stream || null,
      ...this.run(),
    };
  }

  private launch(name: string, line: number): LaunchGroup {
    const { cells } = this;
    const inOne = cells.has('GridXYZ');
    const facts = trustedLaunch(
      this.builder,
      {
        grid: inOne
          ? cells.extents('GridXYZ')
          : [cells.number('GrdX'), cells.number('GrdY'), cells.number('GrdZ')],
        block: inOne
          ? cells.extents('BlockXYZ')
          : [cells.number('BlkX'), cells.number('BlkY'), cells.number('BlkZ')],
        registers: cells.count('Registers'),
        staticSharedBytes: this.shared('StcSMem'),
        dynamicSharedBytes: this.shared('DymSMem'),
      },
      line,
    );
    return { name: ownCopy(name), ...facts, ...this.place(), metrics: {} };
  }

  /** Shared memory of a block; printed in steps of 1 kB it is not known. */
  private shared(title: string): number | null {
    const size = this.cells.quantity(title, 'bytes');
    if (size === null) return null;
    if (size.slack <= 0.5) return wholeBytes(size.value, size.slack);
    this.builder.warnings.addOnce(
      'coarse-shared',
      message('profiles.nsys.coarseShared', { bytes: size.slack }),
    );
    return null;
  }
}
