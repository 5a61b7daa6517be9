import { simulatedTimes, type SimulatedTimes } from '../applications/launchTimes';
import { withApplications } from '../applications/withApplications';
import type { CoRunPredictor, TrainedModel } from '../../predictors/port';
import { WorkspacePredictors } from '../corun/workspacePredictors';
import type { ApplicationResult } from '../results/timelineResult';
import type { WorkspaceResults } from '../results/workspaceResults';
import { withSimulations } from './merge';
import type { SimulationSet } from './simulationSet';

/** The results of one snapshot with what has been simulated so far. */
export class MergedResults {
  private _results: WorkspaceResults;
  /** Lasts as long as the snapshot: what was predicted of pairs stays when more kernels have run. */
  private readonly predictors: WorkspacePredictors;

  /**
   * @param models trained ones of all predictors
   * @param timed gives the applications of the snapshot with simulated times of kernels
   */
  constructor(
    results: WorkspaceResults,
    models: readonly TrainedModel[],
    private readonly timed: (
      times: SimulatedTimes,
    ) => readonly ApplicationResult[] | Promise<readonly ApplicationResult[]>,
    among?: readonly CoRunPredictor[],
  ) {
    this._results = results;
    this.predictors = new WorkspacePredictors(results.gpu.id, models, among);
  }

  /** With the outcomes; applications are those of the last `withTimelines`. */
  with(set: SimulationSet): WorkspaceResults {
    return withSimulations(this._results, set, this.predictors);
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
