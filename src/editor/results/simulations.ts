import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { withSimulations } from '../../analysis/simulation/merge';
import { SimulationSet, type SimulationPlan } from '../../analysis/simulation/simulationSet';
import { SimulationPool } from '../../analysis/worker/simulationPool';
import type { WorkerFiles } from '../../analysis/worker/workerHandle';
import type { OutcomeStore } from './outcomeStore';

/** Views are told of new outcomes this often at most. */
const PUBLISH_MS = 400;

/** Simulates what a snapshot asks for, and puts the outcomes into its results as they come. */
export class Simulations {
  readonly #pool: SimulationPool;

  constructor(
    files: WorkerFiles,
    threads: number,
    private readonly store: OutcomeStore,
  ) {
    this.#pool = new SimulationPool(files, threads);
  }

  /**
   * Runs what is not known yet of a plan.
   * @param publish is told the results with what is known so far, now and then and at the end
   * @returns false when it was ended early, by `cancel` or another run
   */
  async run(
    results: WorkspaceResults,
    plan: SimulationPlan,
    publish: (results: WorkspaceResults) => void,
  ): Promise<boolean> {
    await this.store.load();
    const known = (): SimulationSet => new SimulationSet(plan, (key) => this.store.get(key));
    const show = (set: SimulationSet): void => publish(withSimulations(results, set));
    let last = Date.now();
    let complete = true;
    for (let set = known(); complete && set.open.length > 0; set = known()) {
      show(set);
      complete = await this.#pool.run(set.open, ({ key }, outcome) => {
        this.store.set(key, outcome);
        if (Date.now() - last < PUBLISH_MS) return;
        last = Date.now();
        show(known());
      });
    }
    if (complete) show(known());
    await this.store.save();
    return complete;
  }

  cancel(): void {
    this.#pool.cancel();
  }

  dispose(): void {
    this.#pool.dispose();
  }
}
