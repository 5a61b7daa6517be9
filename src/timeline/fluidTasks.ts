import type { Words } from '../kernel/message';
import { FluidPool } from './fluidPool';
import type { DeviceTask, TaskExecutor, TaskModel, TaskObserver } from './models';

/** Tasks that start when submitted and slow each other down: the simplest way to plug a model in. */
export interface FluidTasks {
  readonly name: Words;
  readonly resource: string;
  /** Time of the task alone, ns. */
  readonly soloNs: (task: DeviceTask) => number;
  /** Speed of each running task (1 = alone, above 0) given all running tasks, in the same order. */
  readonly rates: (running: readonly DeviceTask[]) => readonly number[];
  /** Tasks that run at the same time; more wait in the order of submission. */
  readonly maxConcurrent?: number;
}

/** A task model of rates: Prophet's and similar slowdown functions plug into the replay through it. */
export function fluidTaskModel(tasks: FluidTasks): TaskModel {
  return { name: tasks.name, createExecutor: (_gpu, observer) => new FluidExecutor(tasks, observer) };
}

class FluidExecutor implements TaskExecutor {
  private readonly pool: FluidPool<DeviceTask>;
  private readonly waiting: DeviceTask[] = [];
  private lastEnded: DeviceTask | null = null;

  constructor(
    private readonly tasks: FluidTasks,
    private readonly observer: TaskObserver,
  ) {
    this.pool = new FluidPool(tasks.rates);
  }

  submit(task: DeviceTask): void {
    this.waiting.push(task);
  }

  nextChangeNs(): number {
    return this.pool.nextEndNs;
  }

  advance(ns: number): void {
    for (const task of this.pool.takeFinished(ns)) {
      this.observer.finished(task, ns);
      this.lastEnded = task;
    }
  }

  isBusyAfter(): boolean {
    return this.pool.size > 0 || this.waiting.length > 0;
  }

  dispatch(ns: number): void {
    while (this.waiting.length > 0 && this.pool.size < (this.tasks.maxConcurrent ?? Infinity)) {
      const task = this.waiting.shift()!;
      this.observer.started(task, ns, this.tasks.resource, this.lastEnded);
      this.pool.add(task, this.tasks.soloNs(task), ns);
    }
  }
}
