import * as vscode from 'vscode';

/** The profile editor under two names: files whose name tells open in the first, any file on request in the second. */
export const viewTypes = { byName: 'corun.profile', onRequest: 'corun.anyProfile' } as const;

/** Opens a file in the profile editor, whatever its name. */
export async function openProfile(uri: vscode.Uri | undefined): Promise<void> {
  if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, viewTypes.onRequest);
}

/** Opens a profile in the text editor. */
export async function openAsText(uri: vscode.Uri | undefined): Promise<void> {
  if (uri) await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
}

/** The file of the profile editor in front; undefined for any other editor. */
export function activeProfile(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (!(input instanceof vscode.TabInputCustom)) return undefined;
  return Object.values<string>(viewTypes).includes(input.viewType) ? input.uri : undefined;
}

/** Puts the text editor in the place of a profile editor whose file turned out to be no profile. */
export async function handOver(uri: vscode.Uri, panel: vscode.WebviewPanel): Promise<void> {
  const { viewColumn } = panel;
  await vscode.commands.executeCommand('vscode.openWith', uri, 'default', viewColumn);
  panel.dispose();
}
