import * as vscode from 'vscode';
import type { DashboardMessage } from '../../analysis/protocol';
import { copyText, saveText } from '../commands/files';
import { openProfile } from '../profile/openProfile';
import { revealLine } from '../reveal';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { openRun, runAgain } from '../fileRuns/viewedRuns';
import type { DashboardHandler, DashboardServices } from './dashboard';
import { writeAssumptions, writeSetting } from '../settings';
import { uriOf } from '../workspaceFiles';

/** Turns what a user does in the dashboard into editor actions; what comes back rejects where one fails. */
export function dashboardHandler(
  analysis: WorkspaceAnalysis,
  { sharing, yielding, comparing, colocating, files, whatIfs }: DashboardServices,
): DashboardHandler {
  return (message) => {
    switch (message.type) {
      case 'share':
        return sharing.ask(message.request);
      case 'cancelShare':
        return sharing.cancel();
      case 'searchYield':
        return yielding.ask(message.request);
      case 'cancelYield':
        return yielding.cancel();
      case 'compare':
        return comparing.ask(message.request);
      case 'cancelCompare':
        return comparing.cancel();
      case 'colocate':
        return colocating.ask(message.request);
      case 'cancelColocate':
        return colocating.cancel();
      case 'whatIf':
        return void whatIfs.ask(message.request);
      case 'runFile':
        return runAgain(files, message.view, message.again);
      case 'cancelFile':
        return files[message.view].cancel();
      case 'openFile':
        return openRun(files, message.view, message.what);
      default:
        return handle(analysis, message);
    }
  };
}

type AnalysisMessage = Exclude<
  DashboardMessage,
  {
    type:
      | 'share'
      | 'cancelShare'
      | 'searchYield'
      | 'cancelYield'
      | 'compare'
      | 'cancelCompare'
      | 'colocate'
      | 'cancelColocate'
      | 'whatIf'
      | 'runFile'
      | 'cancelFile'
      | 'openFile';
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
    case 'pair':
      return analysis.pair(message.pairs);
    case 'allPairs':
      return analysis.simulateAllPairs();
    case 'reveal':
      return revealLine(message.path, message.line);
    case 'setAssumption':
      return writeAssumptions(new Map([[message.key, message.value]]));
    case 'askAssumption':
      return vscode.commands.executeCommand('corun.setAssumption', message.key);
    case 'save':
      return saveText(message.suggestedName, message.text);
    case 'copy':
      return copyText(message.text, message.what);
    case 'openProfile':
      return openProfile(uriOf(message.path));
    case 'applyAdvice':
      return vscode.commands.executeCommand('corun.applyAdvice', message.id);
    case 'previewYielding':
      return vscode.commands.executeCommand('corun.yieldKernel', message.kernelId);
    case 'pinBaseline':
    case 'writeReport':
    case 'clearBaseline':
    case 'importProfile':
    case 'openSamples':
    case 'showLog':
      return vscode.commands.executeCommand(`corun.${message.type}`);
    case 'ready':
      return;
  }
}
