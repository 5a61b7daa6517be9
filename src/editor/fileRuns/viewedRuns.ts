import * as vscode from 'vscode';
import type { FileView } from '../../analysis/protocol';
import type { QueueReport } from '../../analysis/results/queueResult';
import type { ScenarioReport } from '../../analysis/results/scenarioResult';
import type { FileRuns } from './fileRuns';
import { openAsJson } from './runFile';

/** The files that have a view of the dashboard. */
export interface ViewedRuns {
  readonly scenario: FileRuns<ScenarioReport>;
  readonly queue: FileRuns<QueueReport>;
}

/** Commands that ask for a file where none is given. */
const ASKING: Readonly<Record<FileView, string>> = {
  scenario: 'corun.simulate',
  queue: 'corun.scheduleQueue',
};

/** Runs the last file of a view once more, or one that the user picks. */
export async function runAgain(runs: ViewedRuns, view: FileView, again: boolean): Promise<void> {
  const last = runs[view].uri();
  if (again && last) await runs[view].run(last);
  else await vscode.commands.executeCommand(ASKING[view]);
}

/** Shows what the last run of a view found, or the file that it ran. */
export async function openRun(runs: ViewedRuns, view: FileView, what: 'json' | 'file'): Promise<void> {
  const uri = runs[view].uri();
  if (what === 'file' && uri)
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
  const result = resultOf(runs, view);
  if (what === 'json' && result) await openAsJson(result);
}

/** Of a scenario what `corun simulate` prints, of a queue the whole report. */
function resultOf({ scenario, queue }: ViewedRuns, view: FileView): unknown {
  return view === 'scenario' ? scenario.state().report?.result : queue.state().report;
}
