import type { SimulationTask, TaskOutcome } from '../../analysis/simulation/task';
import { SimulationPool } from '../../analysis/worker/simulationPool';
import { CancelledError, type WorkerFiles } from '../../analysis/worker/workerHandle';

type Outcomes = ReadonlyMap<string, TaskOutcome>;

/** Simulations that a change asks for, on a thread of their own beside those of the workspace; each runs once. */
export class Trials {
  private readonly pool: SimulationPool;
  private readonly outcomes = new Map<string, TaskOutcome>();
  private running: { readonly keys: string; readonly done: Promise<Outcomes> } | null = null;

  constructor(files: WorkerFiles) {
    this.pool = new SimulationPool(files, 1);
  }

  /**
   * The outcomes of tasks, and of all that have run before. Asking for the same again joins in, for others ends them.
   *
   * @throws CancelledError where others were asked for meanwhile
   */
  run(tasks: readonly SimulationTask[]): Promise<Outcomes> {
    const keys = tasks.map(({ key }) => key).join();
    if (this.running?.keys !== keys) this.running = { keys, done: this.start(tasks) };
    return this.running.done;
  }

  private async start(tasks: readonly SimulationTask[]): Promise<Outcomes> {
    const open = tasks.filter(({ key }) => !this.outcomes.has(key));
    const each = [...new Map(open.map((task) => [task.key, task])).values()];
    const complete = await this.pool.run(each, ({ key }, outcome) => this.outcomes.set(key, outcome));
    if (!complete) throw new CancelledError();
    return this.outcomes;
  }

  dispose(): void {
    this.pool.dispose();
  }
}
