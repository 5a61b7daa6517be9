import * as vscode from 'vscode';
import type { WorkerFiles } from '../analysis/worker/workerHandle';

/** Where the build has put the worker and what it loads. */
export function workerFiles(context: vscode.ExtensionContext): WorkerFiles {
  const dist = vscode.Uri.joinPath(context.extensionUri, 'dist');
  return { workerPath: vscode.Uri.joinPath(dist, 'worker.js').fsPath, assets: dist.fsPath };
}
