import { FluidPool } from './fluidPool';
import type { DeviceTask, TaskExecutor, TaskModel, TaskObserver } from './models';

/** Tasks that start when submitted and slow each other down: the simplest way to plug a model in. */
export interface FluidTasks {
  readonly name: string;
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

  constructor(
    private readonly tasks: FluidTasks,
    private readonly observer: TaskObserver,
  ) {
    this.pool = new FluidPool(tasks.rates);
  }

  submit(task: DeviceTask, ns: number): void {
    if (this.pool.size < (this.tasks.maxConcurrent ?? Infinity)) this.start(task, ns, null);
    else this.waiting.push(task);
  }

  nextChangeNs(): number {
    return this.pool.nextEndNs;
  }

  advance(ns: number): void {
    for (const task of this.pool.takeFinished(ns)) {
      this.observer.finished(task, ns);
      const next = this.waiting.shift();
      if (next !== undefined) this.start(next, ns, task);
    }
  }

  private start(task: DeviceTask, ns: number, after: DeviceTask | null): void {
    this.observer.started(task, ns, this.tasks.resource, after);
    this.pool.add(task, this.tasks.soloNs(task), ns);
  }
}
