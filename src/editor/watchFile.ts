import * as vscode from 'vscode';

/** Watches one file, wherever it is and whatever characters its name has. */
export function watchFile(
  uri: vscode.Uri,
  on: { readonly changed: () => void; readonly deleted: () => void },
): vscode.Disposable {
  // The name is no pattern: in a glob, brackets and braces would mean something else.
  const folder = vscode.Uri.joinPath(uri, '..');
  const watcher = vscode.workspace.createFileSystemWatcher(new vscode.RelativePattern(folder, '*'));
  const only =
    (react: () => void) =>
    (changed: vscode.Uri): void => {
      if (changed.path === uri.path) react();
    };
  return vscode.Disposable.from(
    watcher,
    watcher.onDidChange(only(on.changed)),
    watcher.onDidCreate(only(on.changed)),
    watcher.onDidDelete(only(on.deleted)),
  );
}
