import * as vscode from 'vscode';
import { speakEditorLanguage } from './editor/language';
import { say } from './words/say';

const WHERE = 'https://code.visualstudio.com/docs/remote/remote-overview';

/** What of the manifest needs somebody who answers. */
interface Contributions {
  readonly commands: readonly { readonly command: string }[];
  readonly customEditors: readonly { readonly viewType: string }[];
}

/**
 * Corun in a browser without a machine behind it (vscode.dev): highlighting works, analyses need threads and files
 * that only a computer has. Whatever is asked for says so, and where it works.
 */
export function activate({ extension, subscriptions }: vscode.ExtensionContext): void {
  speakEditorLanguage();
  const { contributes } = extension.packageJSON as { readonly contributes: Contributions };
  const view = vscode.window.createTreeView('corun.results', { treeDataProvider: NOTHING });
  view.message = say('editor.web.needsComputer');
  void vscode.commands.executeCommand('setContext', 'corun.state', 'web');
  subscriptions.push(
    view,
    ...contributes.commands.map(({ command }) => vscode.commands.registerCommand(command, tell)),
    ...contributes.customEditors.map(({ viewType }) =>
      vscode.window.registerCustomEditorProvider(viewType, PROFILES),
    ),
  );
}

const NOTHING: vscode.TreeDataProvider<never> = {
  getChildren: () => [],
  getTreeItem: (element) => element,
};

/** A profile is shown as the words that say why it is not read; it can still be opened as text. */
const PROFILES: vscode.CustomReadonlyEditorProvider = {
  openCustomDocument: (uri) => ({ uri, dispose: () => undefined }),
  resolveCustomEditor: (_, { webview }) => {
    const text = say('editor.web.needsComputer').replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
    webview.html = `<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'"><p>${text}</p>`;
  },
};

async function tell(): Promise<void> {
  const more = say('editor.web.where');
  const chosen = await vscode.window.showInformationMessage(say('editor.web.needsComputer'), more);
  if (chosen === more) await vscode.env.openExternal(vscode.Uri.parse(WHERE));
}
