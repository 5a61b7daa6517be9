import type { GpuSpec } from '../kernel/gpuSpec';
import type { Words } from '../kernel/message';
import { copyEngineName, copyOf } from '../timeline/copyEngines';
import { FluidPool } from '../timeline/fluidPool';
import type { DeviceTask, TaskExecutor, TaskModel, TaskObserver } from '../timeline/models';
import type { CopyTask } from './latencyPort';
import type { CopyTasks } from './sideBySide';

/** A copy that is under way, or held up, as the others of its direction see it. */
export interface LinkTransfer extends CopyTask {
  readonly bytes: number;
  readonly pinned: boolean;
}

/** How copies of one direction go on beside each other. */
export interface SharedLink {
  readonly name: Words;
  /** Speed of every transfer, 1 alone, given all in the order in which they, or their pieces, came. */
  readonly rates: (transfers: readonly LinkTransfer[]) => readonly number[];
  /** Pieces of a transfer, each of which comes when the one before it has ended. */
  readonly pieces: (transfer: LinkTransfer) => number;
  /** What a transfer or piece takes longer that comes while others of its direction are there, ns. */
  readonly passingNs: (transfer: LinkTransfer) => number;
}

/** Copies between host and device, each direction by itself unless the GPU has a single copy engine. */
export function linkModel(tasks: CopyTasks, link: SharedLink): TaskModel {
  return {
    name: link.name,
    createExecutor: (gpu, observer) => new LinkExecutor(tasks, link, gpu, observer),
  };
}

/**
 * Even shares of the link's bandwidth, as speeds; what one does not need is left to the others.
 * @param linkShares of the bandwidth, that each uses alone
 * @param whole of it, that all can have together
 */
export function evenShares(linkShares: readonly number[], whole = 1): number[] {
  const rates = linkShares.map(() => 1);
  let open = linkShares.length;
  let left = whole;
  for (const at of [...rates.keys()].sort((a, b) => linkShares[a]! - linkShares[b]!)) {
    const share = Math.min(linkShares[at]!, left / open--);
    left -= share;
    rates[at] = share / linkShares[at]!;
  }
  return rates;
}

interface Transfer extends LinkTransfer {
  readonly task: DeviceTask;
  hasStarted: boolean;
  /** Pieces that have ended. */
  done: number;
}

class LinkExecutor implements TaskExecutor {
  private readonly lanes: readonly Lane[];

  constructor(
    private readonly tasks: CopyTasks,
    link: SharedLink,
    gpu: GpuSpec,
    observer: TaskObserver,
  ) {
    const directions = gpu.copyEngines === 1 ? (['HtoD'] as const) : (['HtoD', 'DtoH'] as const);
    this.lanes = directions.map((direction) => new Lane(link, copyEngineName(gpu, direction), observer));
  }

  submit(task: DeviceTask): void {
    const copy = copyOf(task);
    const { bytes, pinned } = copy;
    this.laneOf(task).arrivals.push({ ...this.tasks(copy), task, bytes, pinned, hasStarted: false, done: 0 });
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
  readonly pool: FluidPool<Transfer>;
  arrivals: Transfer[] = [];
  private lastEnded: DeviceTask | null = null;
  private hasEnded = false;

  constructor(
    private readonly link: SharedLink,
    private readonly resource: string,
    private readonly observer: TaskObserver,
  ) {
    this.pool = new FluidPool<Transfer>(link.rates);
  }

  advance(ns: number): void {
    for (const transfer of this.pool.takeFinished(ns)) {
      this.hasEnded = true;
      if (++transfer.done < this.link.pieces(transfer)) this.add(transfer, ns);
      else {
        this.lastEnded = transfer.task;
        this.observer.finished(transfer.task, ns);
      }
    }
  }

  private add(transfer: Transfer, ns: number): void {
    const { pieces, passingNs } = this.link;
    const ownNs = transfer.soloNs / pieces(transfer);
    this.pool.add(transfer, this.pool.size === 0 ? ownNs : ownNs + passingNs(transfer), ns);
  }

  dispatch(ns: number): void {
    if (this.arrivals.length === 0 && !this.hasEnded) return;
    this.hasEnded = false;
    const arrived = this.arrivals.sort((a, b) => a.task.id - b.task.id);
    this.arrivals = [];
    for (const transfer of arrived) this.add(transfer, ns);
    const { items } = this.pool;
    for (const [at, rate] of this.link.rates(items).entries()) {
      const transfer = items[at]!;
      if (rate === 0 || transfer.hasStarted) continue;
      transfer.hasStarted = true;
      this.observer.started(transfer.task, ns, this.resource, this.lastEnded);
    }
  }
}
