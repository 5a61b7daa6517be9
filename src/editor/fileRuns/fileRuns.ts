import type * as vscode from 'vscode';
import { NO_FILE_RUN, type FileRunState } from '../../analysis/protocol';
import type { ScenarioPlace } from '../../analysis/scenarios/scenarioPlace';
import type { ProgressListener } from '../../analysis/worker/api';
import type { SeparateJob } from '../../analysis/worker/client';
import { parseJson } from '../../files/json';
import { saidOf } from '../../kernel/result';
import { words } from '../../words/words';
import { Disposables } from '../disposables';

export interface RunFile {
  /** As it is shown to people. */
  readonly path: string;
  /** Files that it names are relative to it. */
  readonly place: ScenarioPlace;
  read(): Promise<string>;
}

/** Starts a worker that runs a file (as parsed JSON). */
export type StartRun<Report> = (
  content: unknown,
  place: ScenarioPlace,
  onProgress: ProgressListener,
) => SeparateJob<Report>;

/** The run of a scenario or queue file that is under way or was the last; a later one ends an earlier one. */
export class FileRuns<Report> extends Disposables {
  private _state: FileRunState<Report> = NO_FILE_RUN;
  private _uri: vscode.Uri | null = null;
  /** The last run; a cancel, a newer one and disposal abort it, whatever it waits for. */
  private last = new AbortController();

  readonly onDidChange: vscode.Event<FileRunState<Report>>;

  constructor(
    private readonly changed: vscode.EventEmitter<FileRunState<Report>>,
    private readonly fileOf: (uri: vscode.Uri) => RunFile,
    private readonly start: StartRun<Report>,
  ) {
    super();
    this.onDidChange = this.register(changed).event;
    this.register({ dispose: () => this.last.abort() });
  }

  state(): FileRunState<Report> {
    return this._state;
  }

  /** The file of the last run; null before the first. */
  uri(): vscode.Uri | null {
    return this._uri;
  }

  /** Runs a file; failures become part of the state. */
  async run(uri: vscode.Uri): Promise<void> {
    this.last.abort();
    this.last = new AbortController();
    const { signal } = this.last;
    const tell = (news: Partial<FileRunState<Report>>): void => {
      if (!signal.aborted) this.set({ ...this._state, ...news });
    };
    const file = this.fileOf(uri);
    this._uri = uri;
    tell({ ...NO_FILE_RUN, path: file.path, busy: true });
    try {
      const content = parseJson(file.path, await file.read());
      if (signal.aborted) return;
      const job = this.start(content, file.place, ({ phase, fraction }) => tell({ phase, fraction }));
      signal.addEventListener('abort', () => job.cancel(), { once: true });
      const report = await job.result;
      tell({ busy: false, report });
    } catch (error) {
      tell({ busy: false, error: words(saidOf(error)) });
    }
  }

  /** Ends the run that is under way. */
  cancel(): void {
    this.last.abort();
    if (this._state.busy) this.set({ ...this._state, busy: false, error: 'cancelled' });
  }

  private set(state: FileRunState<Report>): void {
    this._state = state;
    this.changed.fire(state);
  }
}
