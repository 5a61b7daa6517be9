import type { ScenarioPlace } from '../../analysis/scenarios/scenarioPlace';
import { parseJson } from '../../files/json';
import type * as vscode from 'vscode';
import { NO_SCENARIO, type ScenarioState } from '../../analysis/protocol';
import type { ScenarioReport } from '../../analysis/results/scenarioResult';
import type { ProgressListener } from '../../analysis/worker/api';
import type { SeparateJob } from '../../analysis/worker/client';
import { Disposables } from '../disposables';
import { words } from '../../words/words';
import { saidOf } from '../../kernel/result';

export interface ScenarioFile {
  /** As it is shown to people. */
  readonly path: string;
  /** Files that the scenario names are relative to it. */
  readonly place: ScenarioPlace;
  read(): Promise<string>;
}

/** Starts a worker that simulates a scenario (as parsed JSON). */
export type StartSimulation = (
  scenario: unknown,
  place: ScenarioPlace,
  onProgress: ProgressListener,
) => SeparateJob<ScenarioReport>;

/** The simulation of a scenario file that is under way or was the last; a later one ends an earlier one. */
export class ScenarioRuns extends Disposables {
  private _state = NO_SCENARIO;
  private _uri: vscode.Uri | null = null;
  /** The last simulation; a cancel, a newer one and disposal abort it, whatever it waits for. */
  private run = new AbortController();

  readonly onDidChange: vscode.Event<ScenarioState>;

  constructor(
    private readonly changed: vscode.EventEmitter<ScenarioState>,
    private readonly fileOf: (uri: vscode.Uri) => ScenarioFile,
    private readonly start: StartSimulation,
  ) {
    super();
    this.onDidChange = this.register(changed).event;
    this.register({ dispose: () => this.run.abort() });
  }

  state(): ScenarioState {
    return this._state;
  }

  /** The file of the last simulation; null before the first. */
  uri(): vscode.Uri | null {
    return this._uri;
  }

  /** Simulates a scenario file; failures become part of the state. */
  async simulate(uri: vscode.Uri): Promise<void> {
    this.run.abort();
    this.run = new AbortController();
    const { signal } = this.run;
    const tell = (news: Partial<ScenarioState>): void => {
      if (!signal.aborted) this.set({ ...this._state, ...news });
    };
    const file = this.fileOf(uri);
    this._uri = uri;
    tell({ ...NO_SCENARIO, path: file.path, busy: true });
    try {
      const scenario = parseJson(file.path, await file.read());
      if (signal.aborted) return;
      const job = this.start(scenario, file.place, ({ phase, fraction }) => tell({ phase, fraction }));
      signal.addEventListener('abort', () => job.cancel(), { once: true });
      const report = await job.result;
      tell({ busy: false, report });
    } catch (error) {
      tell({ busy: false, error: words(saidOf(error)) });
    }
  }

  /** Ends the simulation that is under way. */
  cancel(): void {
    this.run.abort();
    if (this._state.busy) this.set({ ...this._state, busy: false, error: 'cancelled' });
  }

  private set(state: ScenarioState): void {
    this._state = state;
    this.changed.fire(state);
  }
}
