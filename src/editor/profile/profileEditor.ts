import * as vscode from 'vscode';
import type { ProfileEditorMessage, ProfileHostMessage } from '../../analysis/profileProtocol';
import { copyText, saveText } from '../commands/files';
import { profileMessage } from '../messages';
import { orTell } from '../orTell';
import { webviewOptions, webviewPage } from '../dashboard/html';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { revealLine } from '../reveal';
import { pathOf } from '../workspaceFiles';
import { exportReport } from './exportReport';
import { handOver, openAsText, viewTypes } from './openProfile';
import { ProfileDocument } from './profileDocument';
import { say } from '../../words/say';

/** Read-only editor of profile files: kernels, metrics, transfers, API calls, warnings. */
export class ProfileEditor implements vscode.CustomReadonlyEditorProvider<ProfileDocument> {
  constructor(
    private readonly extension: vscode.Uri,
    private readonly analysis: WorkspaceAnalysis,
  ) {}

  register(): vscode.Disposable {
    const options = { supportsMultipleEditorsPerDocument: true };
    return vscode.Disposable.from(
      ...Object.values(viewTypes).map((type) =>
        vscode.window.registerCustomEditorProvider(type, this, options),
      ),
    );
  }

  openCustomDocument(uri: vscode.Uri): ProfileDocument {
    return new ProfileDocument(uri, this.analysis);
  }

  resolveCustomEditor(document: ProfileDocument, panel: vscode.WebviewPanel): void {
    const post = (message: ProfileHostMessage): void => void panel.webview.postMessage(message);
    const belongsElsewhere = (): boolean =>
      panel.viewType === viewTypes.byName && document.page?.format === 'unknown' && !document.wasProfile;
    const leave = (): void => void orTell(() => handOver(document.uri, panel));
    const listeners = [
      document.onDidSay((message) => {
        if (message.type === 'page' && belongsElsewhere()) leave();
        else post(message);
      }),
      panel.webview.onDidReceiveMessage((sent: unknown) =>
        orTell(() => {
          const message = profileMessage(sent);
          if (message.type !== 'ready') return handle(document, message);
          document.messages().forEach(post);
          return undefined;
        }),
      ),
    ];
    panel.onDidDispose(() => listeners.forEach((listener) => listener.dispose()));
    panel.webview.options = webviewOptions(this.extension);
    panel.webview.html = webviewPage(panel.webview, this.extension, say('editor.profile'), 'profile');
    // The file may have been read before its editor was there.
    if (belongsElsewhere()) leave();
  }
}

/** Turns what a user does on the page into editor actions. */
async function handle(
  document: ProfileDocument,
  message: Exclude<ProfileEditorMessage, { type: 'ready' }>,
): Promise<void> {
  switch (message.type) {
    case 'reveal':
      return revealLine(message.path, message.line);
    case 'revealRow':
      return revealLine(pathOf(document.uri), message.line);
    case 'copy':
      return copyText(message.text, message.what);
    case 'save':
      return saveText(message.suggestedName, message.text);
    case 'cancel':
      return document.cancel();
    case 'reread':
      return document.read();
    case 'export':
      return exportReport(document.uri, document.page?.format ?? '');
    case 'openAsText':
      return openAsText(document.uri);
    case 'selectGpu':
      return vscode.commands.executeCommand('corun.selectGpu');
    case 'import':
      return vscode.commands.executeCommand('corun.importProfile', document.uri);
  }
}
