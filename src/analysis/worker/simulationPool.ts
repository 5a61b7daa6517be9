import type { TaskRunner } from '../simulation/runPlan';
import type { SimulationTask, TaskOutcome } from '../simulation/task';
import { SharedWindows } from '../simulation/replay/keptWindows';
import type { AnalysisWorker, TaskRun } from './api';
import { CancelledError, WorkerHandle, type WorkerFiles } from './workerHandle';
import { message } from '../../kernel/message';

/** Simulations that end because their thread died are tried no second time in a session; another may try again. */
const THREAD_DIED = message('analysis.simulationDied');

/**
 * A thread without work is kept so long: the next round finds it started, and its code compiled, which is half of what
 * short simulations take.
 */
const IDLE_MS = 30_000;

/**
 * Runs simulations on threads of their own, so that analyses go on beside them. What one of them has simulated of a kernel
 * by itself, as the replays of all its pairs need it, the others are given with their next task.
 */
export class SimulationPool implements TaskRunner {
  private readonly busy = new Set<WorkerHandle<AnalysisWorker>>();
  private readonly idle = new Set<WorkerHandle<AnalysisWorker>>();
  private readonly windows = new SharedWindows<WorkerHandle<AnalysisWorker>>();
  private generation = 0;
  private idleEnd: NodeJS.Timeout | undefined;

  constructor(
    private readonly files: WorkerFiles,
    private readonly threads: number,
  ) {}

  /**
   * Runs tasks in their order; a later call, or `cancel`, ends an earlier one within a moment.
   * @param onOutcome is told every outcome as it comes
   * @returns false when it was ended early
   */
  async run(
    tasks: readonly SimulationTask[],
    onOutcome: (task: SimulationTask, outcome: TaskOutcome) => void,
  ): Promise<boolean> {
    this.cancel();
    const generation = this.generation;
    const waiting = [...tasks];
    const threads = Array.from({ length: Math.min(this.threads, tasks.length) }, () =>
      this.work(waiting, (task, outcome) => {
        if (generation === this.generation) onOutcome(task, outcome);
      }),
    );
    await Promise.all(threads);
    return generation === this.generation;
  }

  /** Ends everything that runs. */
  cancel(): void {
    this.generation++;
    for (const worker of this.busy) worker.cancel();
  }

  dispose(): void {
    this.cancel();
    this.endIdle();
  }

  /** One thread, until nothing waits or it is cancelled. */
  private async work(
    waiting: SimulationTask[],
    onOutcome: (task: SimulationTask, outcome: TaskOutcome) => void,
  ): Promise<void> {
    let worker = this.take();
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
      const running = task;
      try {
        onOutcome(running, await this.runOn(worker, running));
      } catch (error) {
        if (error instanceof CancelledError) {
          waiting.length = 0;
          return;
        }
        onOutcome(running, { kind: 'failed', reason: THREAD_DIED, mayPass: true });
        worker.cancel();
        worker = this.take();
      }
    }
    this.rest(worker);
  }

  private async runOn(worker: WorkerHandle<AnalysisWorker>, task: SimulationTask): Promise<TaskOutcome> {
    const { outcome, windows } = await worker.call<TaskRun>((api) =>
      api.runTask(task, this.windows.newTo(worker)),
    );
    this.windows.add(worker, windows);
    return outcome;
  }

  private take(): WorkerHandle<AnalysisWorker> {
    for (const worker of this.idle) {
      this.idle.delete(worker);
      if (worker.knowsGpus()) return this.use(worker);
      worker.cancel();
    }
    const worker = new WorkerHandle<AnalysisWorker>(this.files, () => {
      this.busy.delete(worker);
      this.idle.delete(worker);
    });
    return this.use(worker);
  }

  private use(worker: WorkerHandle<AnalysisWorker>): WorkerHandle<AnalysisWorker> {
    clearTimeout(this.idleEnd);
    worker.keepProcess(true);
    this.busy.add(worker);
    return worker;
  }

  private rest(worker: WorkerHandle<AnalysisWorker>): void {
    this.busy.delete(worker);
    this.idle.add(worker);
    worker.keepProcess(false);
    clearTimeout(this.idleEnd);
    this.idleEnd = setTimeout(() => this.endIdle(), IDLE_MS).unref();
  }

  private endIdle(): void {
    clearTimeout(this.idleEnd);
    for (const worker of this.idle) worker.cancel();
  }
}
