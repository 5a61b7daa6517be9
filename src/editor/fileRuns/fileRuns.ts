import type * as vscode from 'vscode';
import { NO_FILE_RUN, type FileRunState } from '../../analysis/protocol';
import type { ScenarioPlace } from '../../analysis/scenarios/scenarioPlace';
import type { ProgressListener } from '../../analysis/worker/api';
import type { SeparateJob } from '../../analysis/worker/client';
import { parseJson } from '../../files/json';
import { LatestQuestion } from '../latestQuestion';

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

/** The run of a scenario or queue file that is under way or was the last. */
export class FileRuns<Report> extends LatestQuestion<FileRunState<Report>> {
  private _uri: vscode.Uri | null = null;

  constructor(
    changed: vscode.EventEmitter<FileRunState<Report>>,
    private readonly fileOf: (uri: vscode.Uri) => RunFile,
    private readonly start: StartRun<Report>,
  ) {
    super(changed, NO_FILE_RUN);
  }

  /** The file of the last run; null before the first. */
  uri(): vscode.Uri | null {
    return this._uri;
  }

  /** Runs a file. */
  run(uri: vscode.Uri): Promise<void> {
    const file = this.fileOf(uri);
    this._uri = uri;
    return this.answer({ ...NO_FILE_RUN, path: file.path }, async ({ tell, run }) => {
      const content = parseJson(file.path, await file.read());
      const onProgress: ProgressListener = ({ phase, fraction }) => tell({ phase, fraction });
      return { report: await run(() => this.start(content, file.place, onProgress)) };
    });
  }
}
