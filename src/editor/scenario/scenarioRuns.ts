import path from 'node:path';
import * as vscode from 'vscode';
import { NO_SCENARIO, type ScenarioState } from '../../analysis/protocol';
import type { ScenarioReport } from '../../analysis/results/scenarioResult';
import { startSimulation, type SeparateJob } from '../../analysis/worker/client';
import { CancelledError, type WorkerFiles } from '../../analysis/worker/workerHandle';
import { Disposables } from '../disposables';
import { pathOf } from '../workspaceFiles';

/** The simulation of a scenario file that is under way or was the last; a later one ends an earlier one. */
export class ScenarioRuns extends Disposables {
  readonly #changed = this.register(new vscode.EventEmitter<ScenarioState>());
  #state = NO_SCENARIO;
  #uri: vscode.Uri | null = null;
  #job: SeparateJob<ScenarioReport> | null = null;

  readonly onDidChange = this.#changed.event;

  constructor(private readonly files: WorkerFiles) {
    super();
    this.register({ dispose: () => this.#job?.cancel() });
  }

  state(): ScenarioState {
    return this.#state;
  }

  /** The file of the last simulation; null before the first. */
  uri(): vscode.Uri | null {
    return this.#uri;
  }

  /** Simulates a scenario file; failures become part of the state. */
  async simulate(uri: vscode.Uri): Promise<void> {
    this.#job?.cancel();
    this.#uri = uri;
    const begun: ScenarioState = { ...NO_SCENARIO, path: pathOf(uri), busy: true };
    this.#set(begun);
    try {
      const document = await vscode.workspace.openTextDocument(uri);
      const scenario: unknown = JSON.parse(document.getText());
      if (this.#uri !== uri) return;
      const job = startSimulation(this.files, scenario, path.dirname(uri.fsPath), ({ phase, fraction }) => {
        if (this.#job === job) this.#set({ ...begun, phase, fraction });
      });
      this.#job = job;
      const report = await job.result;
      if (this.#job === job) this.#set({ ...begun, busy: false, report });
    } catch (error) {
      if (this.#uri !== uri) return;
      const reason = error instanceof CancelledError ? 'cancelled' : (error as Error).message;
      this.#set({ ...begun, busy: false, error: reason });
    }
  }

  cancel(): void {
    this.#job?.cancel();
  }

  /** Shows the whole result as JSON beside what is open. */
  async openJson(): Promise<void> {
    const { report } = this.#state;
    if (report === null) return;
    const document = await vscode.workspace.openTextDocument({
      language: 'json',
      content: JSON.stringify(report.result, null, 2),
    });
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }

  #set(state: ScenarioState): void {
    this.#state = state;
    this.#changed.fire(state);
  }
}
