import * as vscode from 'vscode';
import type { DashboardMessage } from '../../analysis/protocol';
import { copyText, saveText } from '../commands/files';
import { openProfile } from '../profile/openProfile';
import { revealLine } from '../reveal';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import type { Sharing } from '../share/sharing';
import { writeAssumption, writeSetting } from '../settings';
import { uriOf } from '../workspaceFiles';

import type { DashboardHandler } from './dashboard';

/** Turns what a user does in the dashboard into editor actions. */
export function dashboardHandler(analysis: WorkspaceAnalysis, sharing: Sharing): DashboardHandler {
  return (message) =>
    void (message.type === 'share' ? sharing.ask(message.request) : handle(analysis, message));
}

async function handle(
  analysis: WorkspaceAnalysis,
  message: Exclude<DashboardMessage, { type: 'share' }>,
): Promise<void> {
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
      return void vscode.commands.executeCommand('corun.applyAdvice', message.id);
    case 'importProfile':
    case 'openSamples':
    case 'showLog':
      return void vscode.commands.executeCommand(`corun.${message.type}`);
    case 'ready':
      return;
  }
}
