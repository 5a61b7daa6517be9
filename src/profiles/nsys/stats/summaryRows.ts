import { message } from '../../../kernel/message';
import type { ApiProfile, KernelProfile, ValueRange } from '../../../kernel/profile';
import type { ProfileBuilder } from '../../builder';
import { isOrdered, isProduct } from '../../checks';
import { ownCopy } from '../../groups';
import { trustedLaunch } from '../../launch';
import type { RowKind, RowReader } from '../../tables';
import { EMPTY_LAUNCH } from '../../nvprof/metricTable';
import { StatsCells } from './cells';
import type { StatsHeader } from './header';
import { statsOperation, withoutDomain } from './operations';
import type { Subject } from './subjects';

interface SummaryTimes {
  readonly durationNs: number | null;
  readonly durationRange?: ValueRange;
}

/** Some versions cut the mean down to whole nanoseconds, and print a decimal all the same. */
const MEAN_STEP_NS = 1;

/** A call of CUDA's runtime or driver. */
const CUDA_CALL = /^_*cu(?:da)?[A-Z]/;

/** A part of a kernel's name that the text form cut off. */
const CUT = /(?:…|\.\.\.)$/;

/** Rows of the summaries of `nsys stats`: kernels, copies, API calls and NVTX ranges. */
export class SummaryRows implements RowReader {
  private readonly cells: StatsCells;

  constructor(
    private readonly builder: ProfileBuilder,
    private readonly header: StatsHeader,
    /** Of what rows are taken: another report of the same run may have told the rest. */
    private readonly subjects: ReadonlySet<Subject>,
    /** Whether the file says which report it is: calls of the operating system are summed in the same columns. */
    private readonly isNamed: boolean,
  ) {
    this.cells = new StatsCells(header);
  }

  row(found: readonly string[], line: number, cut: boolean): RowKind {
    const cells = this.cells.take(found);
    const [name, counted] = [this.name(), this.calls()];
    if (found.length < this.header.titles.length || (cut && name === ''))
      return cells.number('Total Time') !== null && (cut || found.length > 2) ? 'damaged' : 'foreign';
    if (name === '' || counted === null || counted < 1 || this.isOtherCall(name)) return 'foreign';
    if (cut) this.builder.warnings.addOnce('cut-row', message('profiles.nvprof.noLineEnd'));
    this.add(name, counted, this.times(counted, line), line);
    return 'row';
  }

  private name(): string {
    for (const title of ['Name', 'Operation', 'Range'])
      if (this.cells.has(title)) return this.cells.text(title);
    return '';
  }

  private isOtherCall(name: string): boolean {
    return this.header.kind === 'apiSummary' && !this.isNamed && !CUDA_CALL.test(name);
  }

  private calls(): number | null {
    for (const title of ['Instances', 'Num Calls', 'Count', 'Operations'])
      if (this.cells.has(title)) return this.cells.count(title);
    return null;
  }

  /** The mean is taken of total and calls, which are whole; the printed one has to agree. */
  private times(calls: number, line: number): SummaryTimes {
    const quantity = (title: string): ReturnType<StatsCells['quantity']> =>
      this.cells.quantity(title, 'time');
    const [total, printed, min, max] = ['Total Time', 'Avg', 'Min', 'Max'].map(quantity);
    if (!total || !printed || !min || !max) {
      this.builder.warnings.add('untrusted-number', message('profiles.nvprof.timeNotTrusted'), line);
      this.builder.markPartial(message('profiles.timesLeftOut'));
      return { durationNs: null };
    }
    const mean = { ...printed, slack: Math.max(printed.slack, MEAN_STEP_NS) };
    if (!isOrdered(min, mean, max) || !isProduct(total, mean, { value: calls, slack: 0 })) {
      this.builder.warnings.add('inconsistent-summary', message('profiles.nvprof.timesContradict'), line);
      this.builder.markPartial(message('profiles.timesLeftOut'));
      return { durationNs: null };
    }
    return {
      durationNs: total.value / calls,
      ...(calls > 1 && { durationRange: { min: min.value, max: max.value } }),
    };
  }

  private add(name: string, calls: number, times: SummaryTimes, line: number): void {
    const place = { location: { path: this.builder.path, line }, ...this.builder.inRun };
    const row = { name: ownCopy(name), startNs: null, ...times, calls, ...place };
    switch (this.header.kind) {
      case 'rangeSummary':
        if (this.subjects.has('ranges'))
          this.builder.rangeRows.push({ ...row, name: ownCopy(withoutDomain(name)), side: 'host' });
        return;
      case 'apiSummary':
        this.call(row);
        return;
      case 'mixedSummary':
        if (this.cells.text('Category') === 'CUDA_API') this.call(row);
        else this.onGpu(name, row, line);
        return;
      default:
        this.onGpu(name, row, line);
    }
  }

  private call(row: ApiProfile): void {
    if (this.subjects.has('calls')) this.builder.api.push(row);
  }

  private onGpu(
    name: string,
    row: Pick<
      KernelProfile,
      'name' | 'startNs' | 'durationNs' | 'durationRange' | 'calls' | 'location' | 'run'
    >,
    line: number,
  ): void {
    const operation = statsOperation(name);
    if (operation.kind === 'kernel' && this.subjects.has('kernels')) {
      if (CUT.test(name)) this.builder.warnings.addOnce('cut-name', message('profiles.nsys.cutNames'));
      this.builder.kernels.push({ ...EMPTY_LAUNCH, ...row, ...this.shape(line), device: null, metrics: {} });
    } else if (operation.kind === 'transfer' && this.subjects.has('copies')) {
      const { startNs, durationNs, durationRange, calls, location, run } = row;
      this.builder.transfers.push({
        ...{ startNs, durationNs, calls, location },
        ...(durationRange && { durationRange }),
        ...(run !== undefined && { run }),
        direction: operation.direction,
        bytes: null,
        pinned: null,
        stream: null,
        device: null,
      });
    }
  }

  /** Grid and block, which the reports by launch shape tell. */
  private shape(line: number): Partial<KernelProfile> {
    if (!this.cells.has('GridXYZ')) return {};
    const { grid, block } = trustedLaunch(
      this.builder,
      {
        grid: this.cells.extents('GridXYZ'),
        block: this.cells.extents('BlockXYZ'),
        registers: null,
        staticSharedBytes: null,
        dynamicSharedBytes: null,
      },
      line,
    );
    return { grid, block };
  }
}
