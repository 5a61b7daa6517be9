import { simulatedTimes, type SimulatedTimes } from '../applications/launchTimes';
import { withApplications } from '../applications/withApplications';
import { loadSpec } from '../../simulator/spec/loadSpec';
import type { CoRunModel } from '../../predictors/themis/coRunModel';
import { OwnSmsPredictor } from '../corun/ownSmsPredictor';
import type { ApplicationResult } from '../results/timelineResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import { withSimulations } from './merge';
import type { SimulationSet } from './simulationSet';

/** The results of one snapshot with what has been simulated so far. */
export class MergedResults {
  private _results: WorkspaceResults;
  /** Lasts as long as the snapshot: what was predicted of pairs stays when more kernels have run. */
  private readonly predictor: OwnSmsPredictor | null;

  /**
   * @param model trained on counters of runs alone, for the results' GPU; null where there is none
   * @param timed gives the applications of the snapshot with simulated times of kernels
   */
  constructor(
    results: WorkspaceResults,
    model: CoRunModel | null,
    private readonly timed: (
      times: SimulatedTimes,
    ) => readonly ApplicationResult[] | Promise<readonly ApplicationResult[]>,
  ) {
    this._results = results;
    this.predictor = model && new OwnSmsPredictor(model, loadSpec(results.gpu.id));
  }

  /** With the outcomes; applications are those of the last `withTimelines`. */
  with(set: SimulationSet): WorkspaceResults {
    return withSimulations(this._results, set, this.predictor);
  }

  /** With the outcomes, and with applications replayed by them that only sources tell of. */
  async withTimelines(set: SimulationSet): Promise<WorkspaceResults> {
    const merged = this.with(set);
    if (!merged.applications.some(({ from }) => from === 'source')) return merged;
    const applications = await this.timed(simulatedTimes(merged));
    this._results = withApplications(this._results, applications);
    return withApplications(merged, applications);
  }
}
