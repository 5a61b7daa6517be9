import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, idleApi } from './support';

const LEFT_OUT = 'left-out/watched.cu';

async function write(path: string, kernel: string): Promise<void> {
  const folder = vscode.workspace.workspaceFolders![0]!.uri;
  const text = `__global__ void ${kernel}(float* x) { x[threadIdx.x] = 1; }\n`;
  await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, path), Buffer.from(text));
}

describe('watching', () => {
  const settings = vscode.workspace.getConfiguration('corun.files');

  after(async () => {
    await settings.update('exclude', undefined, vscode.ConfigurationTarget.Workspace);
    const folder = vscode.workspace.workspaceFolders![0]!.uri;
    for (const name of ['left-out', 'watched.cu'])
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, name), { recursive: true });
  });

  it('takes files by the settings as they are, and none from excluded folders', async () => {
    const { analysis } = await idleApi();
    const has = (kernel: string): boolean =>
      analysis.results()?.files.some(({ kernels }) => kernels.some(({ name }) => name === kernel)) === true;
    await settings.update('exclude', '**/left-out/**', vscode.ConfigurationTarget.Workspace);
    await write(LEFT_OUT, 'leftOut');
    await write('watched.cu', 'watched');
    await eventually('a new file counts', () => has('watched'));
    // Its change comes behind that of the file left out.
    await write(LEFT_OUT, 'leftOutAgain');
    await write('watched.cu', 'watchedAgain');
    await eventually('a changed file counts', () => has('watchedAgain'));
    assert.deepEqual([has('leftOut'), has('leftOutAgain')], [false, false]);
    await settings.update('exclude', '', vscode.ConfigurationTarget.Workspace);
    await eventually('a folder that is excluded no more counts', () => has('leftOutAgain'));
    await write(LEFT_OUT, 'followed');
    await eventually('a change in it counts', () => has('followed'));
  });
});
