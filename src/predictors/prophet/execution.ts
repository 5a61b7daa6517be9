import type { KernelOperation } from '../../kernel/application';
import { message } from '../../kernel/message';
import { FluidPool } from '../../timeline/fluidPool';
import { fluidTaskModel } from '../../timeline/fluidTasks';
import type { DeviceTask, TaskExecutor, TaskModel, TaskObserver } from '../../timeline/models';
import type { KernelTask } from '../latencyPort';
import type { KernelTasks } from '../sideBySide';
import { batchNs, smsFor, stretchOf, type Hardware } from './kernelTask';

const RESOURCE = 'SMs';

function kernelOf({ operation }: DeviceTask): KernelOperation {
  if (operation.kind !== 'kernel') throw new Error(`${operation.kind} is no kernel`);
  return operation;
}

/** Kernels one behind the other, each for its time alone (equation 1). */
export function sequentialKernels(tasks: KernelTasks): TaskModel {
  return fluidTaskModel({
    name: message('predictors.prophet.sequential'),
    resource: RESOURCE,
    soloNs: (task) => tasks(kernelOf(task)).soloNs,
    rates: (running) => running.map(() => 1),
    maxConcurrent: 1,
  });
}

/**
 * Kernels side by side (section 4.3). A kernel takes as many SMs as its blocks fill (observation 1); the next one in
 * the queue starts only on SMs that those before it leave (2), first come, first served (3). An SM holds blocks of one
 * kernel only. All batches under way are slowed down alike where together they ask for more bandwidth than there is
 * (equations 3 and 5).
 */
export function concurrentKernels(tasks: KernelTasks, hardware: Hardware): TaskModel {
  return {
    name: message('predictors.prophet.concurrent'),
    createExecutor: (_gpu, observer) => new ConcurrentExecutor(tasks, hardware, observer),
  };
}

/** A kernel that was submitted and has not ended. */
interface Active {
  readonly task: DeviceTask;
  readonly facts: KernelTask;
  readonly batchNs: number;
  blocksLeft: number;
  smsTaken: number;
  hasStarted: boolean;
  /** Batches that its SMs run one behind the other in this turn, and SMs that have not begun theirs. */
  inARow: number;
  smsToBegin: number;
}

/** Blocks of one kernel that began together, one batch on each of their SMs. */
interface Batch {
  readonly of: Active;
  readonly sms: number;
}

class ConcurrentExecutor implements TaskExecutor {
  private readonly pool = new FluidPool<Batch>((batches) => this.rates(batches));
  private queue: Active[] = [];
  private free: number;
  private lastEnded: DeviceTask | null = null;
  /** Something came or ended since blocks were placed. */
  private hasChanged = false;

  constructor(
    private readonly tasks: KernelTasks,
    private readonly hardware: Hardware,
    private readonly observer: TaskObserver,
  ) {
    this.free = hardware.sms;
  }

  submit(task: DeviceTask): void {
    const facts = this.tasks(kernelOf(task));
    this.hasChanged = true;
    this.queue.push({
      task,
      facts,
      batchNs: batchNs(facts, this.hardware),
      blocksLeft: facts.blocks,
      smsTaken: 0,
      hasStarted: false,
      inARow: 1,
      smsToBegin: 0,
    });
  }

  nextChangeNs(): number {
    return this.pool.nextEndNs;
  }

  advance(ns: number): void {
    for (const { of, sms } of this.pool.takeFinished(ns)) {
      this.hasChanged = true;
      this.free += sms;
      of.smsTaken -= sms;
      if (of.blocksLeft > 0 || of.smsTaken > 0) continue;
      this.queue = this.queue.filter((active) => active !== of);
      this.lastEnded = of.task;
      this.observer.finished(of.task, ns);
    }
  }

  dispatch(ns: number): void {
    if (!this.hasChanged) return;
    this.hasChanged = false;
    for (const active of this.queue) {
      if (active.blocksLeft > 0 && this.free > 0) this.startBatch(active, ns);
      if (active.blocksLeft > 0) break;
    }
    this.observer.occupied(ns, 1 - this.free / this.hardware.sms);
  }

  isBusyAfter(): boolean {
    return this.queue.length > 0;
  }

  private startBatch(active: Active, ns: number): void {
    const { blocksPerSm } = active.facts;
    const sms = smsFor(active.blocksLeft, blocksPerSm, this.free);
    const batches = this.batchesInARow(active, sms);
    active.blocksLeft = Math.max(0, active.blocksLeft - batches * sms * blocksPerSm);
    active.smsTaken += sms;
    this.free -= sms;
    if (!active.hasStarted) this.observer.started(active.task, ns, RESOURCE, this.lastEnded);
    active.hasStarted = true;
    this.pool.add({ of: active, sms }, batches * active.batchNs, ns);
  }

  /**
   * A kernel that holds all SMs repeats the same batches until its blocks get few, and nobody comes between: they are
   * added up, which changes no time and spares the events.
   */
  private batchesInARow(active: Active, sms: number): number {
    const all = this.hardware.sms;
    if (active.smsTaken + sms < all) return 1;
    if (active.smsToBegin <= 0) {
      active.inARow = Math.max(1, Math.floor(active.blocksLeft / (all * active.facts.blocksPerSm)));
      active.smsToBegin = all;
    }
    active.smsToBegin -= sms;
    return active.inARow;
  }

  private rates(batches: readonly Batch[]): readonly number[] {
    const asked = batches.reduce((sum, { of, sms }) => sum + of.facts.bytesPerNsOfSm * sms, 0);
    const rate = 1 / stretchOf(asked, this.hardware);
    return batches.map(() => rate);
  }
}
