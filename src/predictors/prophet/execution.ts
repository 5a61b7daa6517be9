import type { KernelOperation } from '../../kernel/application';
import { message } from '../../kernel/message';
import { FluidPool } from '../../timeline/fluidPool';
import { fluidTaskModel } from '../../timeline/fluidTasks';
import type { DeviceTask, TaskExecutor, TaskModel, TaskObserver } from '../../timeline/models';
import type { KernelTask } from '../latencyPort';
import type { KernelTasks } from '../sideBySide';
import { batchNs, smsFor, stretchOf, type Hardware } from './kernelTask';

const RESOURCE = 'SMs';

/**
 * SMs that begin a kernel's blocks within this share of a batch of each other go on as one. Without it SMs that several
 * applications hand to each other come apart until each is alone, and every batch of an SM is an event; with it a kernel
 * has at most eight events in the time of a batch, however many applications there are.
 */
const TOGETHER = 1 / 8;

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
}

/** Blocks of one kernel that began together, on each of their SMs one batch or several in a row. */
interface Batch {
  readonly of: Active;
  sms: number;
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
    const batches = this.batchesInARow(active);
    active.blocksLeft = Math.max(0, active.blocksLeft - batches * sms * blocksPerSm);
    active.smsTaken += sms;
    this.free -= sms;
    if (!active.hasStarted) this.observer.started(active.task, ns, RESOURCE, this.lastEnded);
    active.hasStarted = true;
    this.begin({ of: active, sms }, batches * active.batchNs, ns);
  }

  /** Begins a batch, with one of the same kernel that has about as much to do where there is one. */
  private begin(batch: Batch, workNs: number, ns: number): void {
    const { of, sms } = batch;
    const within = TOGETHER * of.batchNs;
    const near = this.pool.find((each, leftNs) => each.of === of && Math.abs(leftNs - workNs) < within, ns);
    if (near === null) {
      this.pool.add(batch, workNs, ns);
      return;
    }
    // They end together when they would on the average of their SMs.
    const { item, leftNs } = near;
    item.sms += sms;
    this.pool.prolong(item, ((workNs - leftNs) * sms) / item.sms, ns);
  }

  /**
   * As many batches as every SM of the GPU can begin before the kernel's blocks run out: whoever gets SMs meanwhile,
   * these go on with the same kernel, so that nothing happens between their batches.
   */
  private batchesInARow({ blocksLeft, facts }: Active): number {
    return Math.max(1, Math.floor(blocksLeft / (this.hardware.sms * facts.blocksPerSm)));
  }

  private rates(batches: readonly Batch[]): readonly number[] {
    const asked = batches.reduce((sum, { of, sms }) => sum + of.facts.bytesPerNsOfSm * sms, 0);
    const rate = 1 / stretchOf(asked, this.hardware);
    return batches.map(() => rate);
  }
}
