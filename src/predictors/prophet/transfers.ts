import type { CopyOperation } from '../../kernel/application';
import { message } from '../../kernel/message';
import { copyEngineName, copyOf } from '../../timeline/copyEngines';
import { FluidPool } from '../../timeline/fluidPool';
import type { DeviceTask, TaskExecutor, TaskModel, TaskObserver } from '../../timeline/models';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { CopyTask } from '../latencyPort';

/** What is known of a copy. */
export type CopyTasks = (copy: CopyOperation) => CopyTask;

/**
 * Copies between host and device (section 5). Those of pageable memory share the bandwidth of their direction evenly,
 * as far as it does not suffice for all at full speed (equations 6 to 8, as exact fair sharing). Those of pinned memory
 * take the link one behind the other: they hold up whatever comes (equation 9) and what is under way (scenario 3).
 * Directions do not meet, unless the GPU has a single copy engine.
 */
export function sharedTransfers(tasks: CopyTasks): TaskModel {
  return {
    name: message('predictors.prophet.transfers'),
    createExecutor: (gpu, observer) => new TransferExecutor(tasks, gpu, observer),
  };
}

/** One copy under way, or held up. */
interface Transfer extends CopyTask {
  readonly task: DeviceTask;
  readonly isExclusive: boolean;
  hasStarted: boolean;
}

/** Speed of every transfer of a direction, 1 alone, in the order in which they came. */
export function transferRates(transfers: readonly Pick<Transfer, 'isExclusive' | 'linkShare'>[]): number[] {
  const first = transfers.findIndex(({ isExclusive }) => isExclusive);
  if (first >= 0) return transfers.map((_, at) => (at === first ? 1 : 0));
  // Even shares; what one does not need is left to the others.
  const rates = transfers.map(() => 1);
  let open = transfers.length;
  let left = 1;
  for (const at of [...rates.keys()].sort((a, b) => transfers[a]!.linkShare - transfers[b]!.linkShare)) {
    const share = Math.min(transfers[at]!.linkShare, left / open--);
    left -= share;
    rates[at] = share / transfers[at]!.linkShare;
  }
  return rates;
}

class TransferExecutor implements TaskExecutor {
  private readonly lanes: readonly Lane[];

  constructor(
    private readonly tasks: CopyTasks,
    gpu: GpuSpec,
    observer: TaskObserver,
  ) {
    const directions = gpu.copyEngines === 1 ? (['HtoD'] as const) : (['HtoD', 'DtoH'] as const);
    this.lanes = directions.map((direction) => new Lane(copyEngineName(gpu, direction), observer));
  }

  submit(task: DeviceTask): void {
    const copy = copyOf(task);
    const transfer = { ...this.tasks(copy), task, isExclusive: copy.pinned, hasStarted: false };
    this.laneOf(task).arrivals.push(transfer);
  }

  nextChangeNs(): number {
    let next = Infinity;
    for (const lane of this.lanes) next = Math.min(next, lane.pool.nextEndNs);
    return next;
  }

  advance(ns: number): void {
    for (const lane of this.lanes) lane.advance(ns);
  }

  dispatch(ns: number): void {
    for (const lane of this.lanes) lane.dispatch(ns);
  }

  isBusyAfter(task: DeviceTask): boolean {
    const { pool, arrivals } = this.laneOf(task);
    return pool.size + arrivals.length > 0;
  }

  private laneOf(task: DeviceTask): Lane {
    return this.lanes[copyOf(task).direction === 'HtoD' ? 0 : this.lanes.length - 1]!;
  }
}

/** One direction of the link. */
class Lane {
  readonly pool = new FluidPool<Transfer>(transferRates);
  arrivals: Transfer[] = [];
  private lastEnded: DeviceTask | null = null;
  private hasEnded = false;

  constructor(
    private readonly resource: string,
    private readonly observer: TaskObserver,
  ) {}

  advance(ns: number): void {
    for (const { task } of this.pool.takeFinished(ns)) {
      this.lastEnded = task;
      this.hasEnded = true;
      this.observer.finished(task, ns);
    }
  }

  dispatch(ns: number): void {
    if (this.arrivals.length === 0 && !this.hasEnded) return;
    this.hasEnded = false;
    const arrived = this.arrivals.sort((a, b) => a.task.id - b.task.id);
    this.arrivals = [];
    for (const transfer of arrived) this.pool.add(transfer, transfer.soloNs, ns);
    const { items } = this.pool;
    for (const [at, rate] of transferRates(items).entries()) {
      const transfer = items[at]!;
      if (rate === 0 || transfer.hasStarted) continue;
      transfer.hasStarted = true;
      this.observer.started(transfer.task, ns, this.resource, this.lastEnded);
    }
  }
}
