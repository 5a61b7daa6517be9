import path from 'node:path';
import * as vscode from 'vscode';
import { runMicroBenchmarks } from '../../analysis/calibration/microBenchmarks';
import { CancelledError } from '../../analysis/worker/workerHandle';
import { readText } from '../../files/readText';
import { calibratedGpu } from '../../gpu/calibration/calibratedGpu';
import { parseReadings, type Readings } from '../../gpu/calibration/readings';
import type { GpuFile } from '../../gpu/gpuFile';
import { ownGpu } from '../../simulator/spec/ownGpu';
import { words } from '../../words';
import { say } from '../../words/say';
import { orTell } from '../orTell';
import { readCompilerSettings } from '../settings';

/** Measures the GPU of this machine after asking, and offers the file that comes of it as a GPU of the user's own. */
export async function measureGpu(extension: vscode.Uri): Promise<void> {
  if (!vscode.workspace.isTrusted)
    return void vscode.window.showWarningMessage(say('editor.measure.untrusted'));
  const { path: nvcc } = readCompilerSettings();
  const yes = say('editor.measure.yes');
  const detail = say('editor.measure.detail', { nvcc });
  const answer = await vscode.window.showInformationMessage(
    say('editor.measure.ask'),
    { modal: true, detail },
    yes,
  );
  if (answer !== yes) return;
  await orTell(async () => {
    const readings = await measured(extension, nvcc);
    if (readings !== null) await keep(readings);
  });
}

/** Null where it was cancelled. */
async function measured(extension: vscode.Uri, nvcc: string): Promise<Readings | null> {
  const source = await readText(vscode.Uri.joinPath(extension, 'dist', 'cuda', 'calibrate.cu').fsPath);
  const location = vscode.ProgressLocation.Notification;
  const title = say('editor.measure.title');
  return vscode.window.withProgress({ location, title, cancellable: true }, async (progress, token) => {
    const abort = new AbortController();
    token.onCancellationRequested(() => abort.abort());
    try {
      const output = await runMicroBenchmarks({
        source,
        nvcc,
        device: 0,
        progress: (line) => progress.report({ message: words(line) }),
        signal: abort.signal,
      });
      return parseReadings(output, say('cli.calibrate.thisRun'));
    } catch (error) {
      if (error instanceof CancelledError) return null;
      throw error;
    }
  });
}

async function keep(readings: Readings): Promise<void> {
  for (const warning of readings.warnings) void vscode.window.showWarningMessage(words(warning));
  const content = calibratedGpu(readings);
  const name = `${content.id}.gpu.json`;
  ownGpu(name, content);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target = await vscode.window.showSaveDialog({
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
    filters: { [say('editor.measure.file')]: ['gpu.json', 'json'] },
  });
  if (target === undefined) return;
  await vscode.workspace.fs.writeFile(
    target,
    new TextEncoder().encode(`${JSON.stringify(content, null, 2)}\n`),
  );
  await vscode.window.showTextDocument(target);
  const use = say('editor.measure.use');
  const answer = await vscode.window.showInformationMessage(say('editor.measure.done', { name }), use);
  if (answer === use) await useGpu(target, content);
}

/** In the settings of the workspace where there is one, with a path from its first folder on. */
async function useGpu(file: vscode.Uri, { id }: GpuFile): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const target =
    folder === undefined ? vscode.ConfigurationTarget.Global : vscode.ConfigurationTarget.Workspace;
  const inside = folder !== undefined && file.fsPath.startsWith(folder.fsPath + path.sep);
  const named = inside ? path.relative(folder.fsPath, file.fsPath).replaceAll('\\', '/') : file.fsPath;
  const settings = vscode.workspace.getConfiguration('corun');
  const listed = settings.get<readonly string[]>('gpuFiles', []);
  await settings.update('gpuFiles', [...new Set([...listed, named])], target);
  await settings.update('gpu', id, target);
}
