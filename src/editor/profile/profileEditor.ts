import * as vscode from 'vscode';
import { profileJoins, profilePage } from '../../analysis/profilePage';
import type { ProfileEditorMessage, ProfileHostMessage } from '../../analysis/profileProtocol';
import { saveText } from '../commands/files';
import { webviewOptions, webviewPage } from '../dashboard/html';
import { revealLine } from '../reveal';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { pathOf } from '../workspaceFiles';

/** Both view types show the same page: one opens by itself for telling names, one on request for any file. */
const VIEW_TYPES = ['corun.profile', 'corun.anyProfile'];

/** Read-only editor of profile files: kernels, transfers, metrics, warnings; rereads a file that changes. */
export class ProfileEditor implements vscode.CustomReadonlyEditorProvider {
  constructor(
    private readonly extension: vscode.Uri,
    private readonly analysis: WorkspaceAnalysis,
  ) {}

  register(): vscode.Disposable {
    const options = { supportsMultipleEditorsPerDocument: true };
    return vscode.Disposable.from(
      ...VIEW_TYPES.map((type) => vscode.window.registerCustomEditorProvider(type, this, options)),
    );
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): void {
    const { uri } = document;
    const post = (message: ProfileHostMessage): void => void panel.webview.postMessage(message);
    const refresh = (): void => void this.#send(uri, post);
    panel.webview.options = webviewOptions(this.extension);
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.joinPath(uri, '..'), basename(uri)),
    );
    const listeners = [
      watcher,
      watcher.onDidChange(refresh),
      this.analysis.onDidChangeResults(refresh),
      panel.webview.onDidReceiveMessage((message: ProfileEditorMessage) => {
        if (message.type === 'ready') refresh();
        else void this.#handle(uri, message);
      }),
    ];
    panel.onDidDispose(() => listeners.forEach((listener) => listener.dispose()));
    panel.webview.html = webviewPage(panel.webview, this.extension, 'Corun Profile', 'profile');
  }

  async #send(uri: vscode.Uri, post: (message: ProfileHostMessage) => void): Promise<void> {
    post({ type: 'reading', fraction: null });
    try {
      const file = await this.analysis.readProfile(uri, ({ fraction }) =>
        post({ type: 'reading', fraction }),
      );
      post({ type: 'joins', joins: profileJoins(pathOf(uri), this.analysis.results()) });
      post({ type: 'page', page: profilePage(file) });
    } catch (error) {
      post({ type: 'failed', reason: `${pathOf(uri)}: ${(error as Error).message}` });
    }
  }

  async #handle(uri: vscode.Uri, message: Exclude<ProfileEditorMessage, { type: 'ready' }>): Promise<void> {
    switch (message.type) {
      case 'reveal':
        return revealLine(message.path, message.line);
      case 'revealRow':
        return void vscode.window.showTextDocument(uri, { selection: lineRange(message.line) });
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
      case 'save':
        return saveText(message.suggestedName, message.text);
    }
  }
}

function basename(uri: vscode.Uri): string {
  return uri.path.split('/').at(-1)!;
}

function lineRange(line: number): vscode.Range {
  return new vscode.Range(line - 1, 0, line - 1, 0);
}
