import assert from 'node:assert/strict';
import * as vscode from 'vscode';

const EXTENSION = 'corun.corun';

interface Manifest {
  contributes: { commands: { command: string }[] };
}

describe('activation', () => {
  it('happens when a CUDA file is opened, and hands out the analysis', async () => {
    const extension = vscode.extensions.getExtension(EXTENSION);
    assert.ok(extension, `${EXTENSION} is not installed in this host`);
    const [file] = await vscode.workspace.findFiles('**/*.cu', null, 1);
    assert.ok(file, 'the test workspace has no .cu file');
    const document = await vscode.workspace.openTextDocument(file);
    assert.equal(document.languageId, 'cuda-cpp');
    const api: unknown = await extension.activate();
    assert.ok(extension.isActive);
    assert.ok(typeof api === 'object' && api !== null && 'analysis' in api);
  });

  it('registers every command that the manifest contributes', async () => {
    const manifest = vscode.extensions.getExtension(EXTENSION)?.packageJSON as Manifest;
    const registered = new Set(await vscode.commands.getCommands(true));
    const missing = manifest.contributes.commands
      .map((entry) => entry.command)
      .filter((id) => !registered.has(id));
    assert.deepEqual(missing, []);
  });

  it('makes pages files that nobody can change, and tells in which encoding they are', async () => {
    const uri = vscode.Uri.from({ scheme: 'corun-page', path: '/0/Of an earlier window.md' });
    const bytes = await vscode.workspace.fs.readFile(uri);
    assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    assert.equal(vscode.workspace.fs.isWritableFileSystem(uri.scheme), false);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, bytes));
    const document = await vscode.workspace.openTextDocument(uri);
    assert.match(document.getText(), /^This page was not kept/);
  });
});
