import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import type { SimulatedTimes } from '../../analysis/applications/launchTimes';
import type { ApplicationResult } from '../../analysis/results/timelineResult';
import { MergedResults } from '../../analysis/simulation/mergedResults';
import { runPlan, type PlanListener, type PlanMaker } from '../../analysis/simulation/runPlan';
import { SimulationPool } from '../../analysis/worker/simulationPool';
import type { WorkerFiles } from '../../analysis/worker/workerHandle';
import type { OutcomeStore } from './outcomeStore';
import type { TrainedModels } from './trainedModels';

/** Views are told of new outcomes this often at most. */
const PUBLISH_MS = 400;
/** And no more often than so many times what telling them takes: large workspaces have large results. */
const REST = 10;

/** Simulates what a snapshot asks for, and puts the outcomes into its results as they come. */
export class Simulations {
  private readonly pool: SimulationPool;

  private running: AbortController | null = null;

  constructor(
    files: WorkerFiles,
    threads: number,
    private readonly store: OutcomeStore,
    private readonly models: TrainedModels,
  ) {
    this.pool = new SimulationPool(files, threads);
  }

  /**
   * Runs what is not known yet of what a snapshot asks for.
   * @param timed gives the applications of the snapshot with simulated times of kernels
   * @param publish is told the results with what is known so far, now and then and at the end
   * @returns false when it was ended early, by `cancel` or another run
   */
  async run(
    results: WorkspaceResults,
    planFor: PlanMaker,
    timed: (times: SimulatedTimes) => Promise<readonly ApplicationResult[]>,
    publish: (results: WorkspaceResults) => void,
  ): Promise<boolean> {
    const { signal } = (this.running = new AbortController());
    await this.store.load();
    const models = await this.models.all();
    const merged = new MergedResults(results, models, timed);
    let next = performance.now() + PUBLISH_MS;
    const listener: PlanListener = {
      onSettled: async (known) => publish(await merged.withTimelines(known())),
      onOutcome: (known) => {
        const begun = performance.now();
        if (begun < next) return;
        publish(merged.with(known()));
        const ended = performance.now();
        next = ended + Math.max(PUBLISH_MS, REST * (ended - begun));
      },
    };
    const complete = await runPlan(planFor, this.pool, this.store, listener, signal);
    await this.store.save();
    return complete;
  }

  /** Whether a simulation has failed in this session for a reason that may pass: results are not for good. */
  get hasPassing(): boolean {
    return this.store.hasPassing;
  }

  cancel(): void {
    this.running?.abort();
    this.pool.cancel();
  }

  dispose(): void {
    this.pool.dispose();
  }
}
