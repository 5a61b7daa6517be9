import type * as vscode from 'vscode';
import { soloModelFor } from '../../analysis/corun/coRunModel';
import { readThemisModels, shippedModels } from '../../analysis/corun/nodeModels';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { withSimulations } from '../../analysis/simulation/merge';
import { runPlan } from '../../analysis/simulation/runPlan';
import type { SimulationPlan } from '../../analysis/simulation/simulationSet';
import { SimulationPool } from '../../analysis/worker/simulationPool';
import type { WorkerFiles } from '../../analysis/worker/workerHandle';
import type { ThemisModelFile } from '../../predictors/themis/model/modelFile';
import type { OutcomeStore } from './outcomeStore';

/** Views are told of new outcomes this often at most. */
const PUBLISH_MS = 400;
/** And no more often than so many times what telling them takes: large workspaces have large results. */
const REST = 10;

/** Simulates what a snapshot asks for, and puts the outcomes into its results as they come. */
export class Simulations {
  readonly #pool: SimulationPool;

  #models: Promise<readonly ThemisModelFile[]> | null = null;

  constructor(
    private readonly files: WorkerFiles,
    threads: number,
    private readonly store: OutcomeStore,
    private readonly log: vscode.LogOutputChannel,
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
    const model = soloModelFor(results.gpu.id, await this.#trainedModels());
    let next = Date.now() + PUBLISH_MS;
    const complete = await runPlan(plan, this.#pool, this.store, (known, settled) => {
      const begun = Date.now();
      if (!settled && begun < next) return;
      publish(withSimulations(results, known(), model));
      const ended = Date.now();
      next = ended + Math.max(PUBLISH_MS, REST * (ended - begun));
    });
    await this.store.save();
    return complete;
  }

  /** Read once; without them there are only simulations. */
  #trainedModels(): Promise<readonly ThemisModelFile[]> {
    this.#models ??= readThemisModels(shippedModels(this.files.assets)).catch((error: unknown) => {
      this.log.error(error instanceof Error ? error : String(error));
      return [];
    });
    return this.#models;
  }

  cancel(): void {
    this.#pool.cancel();
  }

  dispose(): void {
    this.#pool.dispose();
  }
}
