import * as vscode from 'vscode';
import type { DashboardMessage } from '../../analysis/protocol';
import type { Comparing } from '../compare/comparing';
import { copyText, saveText } from '../commands/files';
import { openProfile } from '../profile/openProfile';
import { revealLine } from '../reveal';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { openAsJson } from '../scenario/scenarioFile';
import type { ScenarioRuns } from '../scenario/scenarioRuns';
import type { WhatIfs } from '../scenario/whatIfs';
import type { Sharing } from '../share/sharing';
import { writeAssumption, writeSetting } from '../settings';
import { uriOf } from '../workspaceFiles';

import type { DashboardHandler } from './dashboard';

/** Turns what a user does in the dashboard into editor actions; what comes back rejects where one fails. */
export function dashboardHandler(
  analysis: WorkspaceAnalysis,
  sharing: Sharing,
  comparing: Comparing,
  scenarios: ScenarioRuns,
  whatIfs: WhatIfs,
): DashboardHandler {
  return (message) => {
    switch (message.type) {
      case 'share':
        return sharing.ask(message.request);
      case 'cancelShare':
        return sharing.cancel();
      case 'compare':
        return comparing.ask(message.request);
      case 'cancelCompare':
        return comparing.cancel();
      case 'whatIf':
        return void whatIfs.ask(message.request);
      case 'simulateScenario':
        return simulate(scenarios, message.again);
      case 'cancelScenario':
        return scenarios.cancel();
      case 'openScenario':
        return openScenario(scenarios, message.what);
      default:
        return handle(analysis, message);
    }
  };
}

/** Simulates the last file once more, or one that the user picks. */
async function simulate(scenarios: ScenarioRuns, again: boolean): Promise<void> {
  const last = scenarios.uri();
  if (again && last) await scenarios.simulate(last);
  else await vscode.commands.executeCommand('corun.simulate');
}

async function openScenario(scenarios: ScenarioRuns, what: 'json' | 'file'): Promise<void> {
  const uri = scenarios.uri();
  const { report } = scenarios.state();
  if (what === 'json' && report) await openAsJson(report);
  if (what === 'file' && uri)
    await vscode.window.showTextDocument(uri, { viewColumn: vscode.ViewColumn.One });
}

type AnalysisMessage = Exclude<
  DashboardMessage,
  {
    type:
      | 'share'
      | 'cancelShare'
      | 'compare'
      | 'cancelCompare'
      | 'whatIf'
      | 'simulateScenario'
      | 'cancelScenario'
      | 'openScenario';
  }
>;

async function handle(analysis: WorkspaceAnalysis, message: AnalysisMessage): Promise<unknown> {
  switch (message.type) {
    case 'analyze':
      return analysis.analyzeWorkspace();
    case 'cancel':
      return analysis.cancel();
    case 'selectGpu':
      return writeSetting('gpu', message.id);
    case 'selectMode':
      return writeSetting('sharingMode', message.mode);
    case 'reveal':
      return revealLine(message.path, message.line);
    case 'setAssumption':
      return writeAssumption(message.key, message.value);
    case 'save':
      return saveText(message.suggestedName, message.text);
    case 'copy':
      return copyText(message.text, message.what);
    case 'openProfile':
      return openProfile(uriOf(message.path));
    case 'applyAdvice':
      return vscode.commands.executeCommand('corun.applyAdvice', message.id);
    case 'pinBaseline':
    case 'clearBaseline':
    case 'importProfile':
    case 'openSamples':
    case 'showLog':
      return vscode.commands.executeCommand(`corun.${message.type}`);
    case 'ready':
      return;
  }
}
