import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, hoverText, idleApi, idleResults, lenses, openWorkspaceFile } from './support';
import { english } from '../../src/words';

const SAMPLE = 'bfs.cu';

function lineOf(document: vscode.TextDocument, text: string): number {
  const line = document
    .getText()
    .split('\n')
    .findIndex((candidate) => candidate.includes(text));
  assert.ok(line >= 0, `${text} is not in the document`);
  return line;
}

describe('answers in the editor', () => {
  it('finds the kernels of the workspace', async () => {
    const results = await idleResults();
    const kernels = results.files.flatMap((file) => file.kernels);
    assert.ok(kernels.length >= 10, `${kernels.length} kernels`);
    assert.equal(results.matrix.cells.length, results.matrix.kernelIds.length);
  });

  it('puts lenses over kernels and launches', async () => {
    await idleApi();
    const { document } = await openWorkspaceFile(SAMPLE);
    const results = await idleResults();
    const file = results.files.find((candidate) => candidate.path.endsWith(SAMPLE))!;
    const found = await lenses(document.uri);
    for (const kernel of file.kernels)
      assert.ok(
        found.some((lens) => lens.line === kernel.range.startLine - 1 && /bound/.test(lens.title)),
        `${kernel.name}: ${JSON.stringify(found)}`,
      );
    for (const launch of file.launches) assert.ok(found.some((lens) => lens.line === launch.line - 1));
  });

  it('tells the whole story in a hover, without trusting names', async () => {
    await idleApi();
    const { document } = await openWorkspaceFile(SAMPLE);
    const results = await idleResults();
    const kernel = results.files.find((file) => file.path.endsWith(SAMPLE))!.kernels[0]!;
    const { nameRange } = kernel;
    const text = await hoverText(
      document.uri,
      new vscode.Position(nameRange.startLine - 1, nameRange.startColumn + 1),
    );
    assert.match(text, /to compute/);
    assert.match(text, /occupancy/);
    assert.match(text, /command:corun\.openDashboard/);
  });

  it('follows an edit without saving', async () => {
    const { analysis } = await idleApi();
    const editor = await openWorkspaceFile(SAMPLE);
    const before = analysis.results()!.files.find((file) => file.path.endsWith(SAMPLE))!.kernels.length;
    const added = '\n__global__ void addedByTest(float *a) { a[threadIdx.x] += 1.0f; }\n';
    await editor.edit((edit) => edit.insert(new vscode.Position(editor.document.lineCount, 0), added));
    await eventually('the new kernel is found', () => {
      const file = analysis.results()!.files.find((candidate) => candidate.path.endsWith(SAMPLE))!;
      return (
        file.kernels.length === before + 1 && file.kernels.some((kernel) => kernel.name === 'addedByTest')
      );
    });
    const line = lineOf(editor.document, 'addedByTest');
    const found = await lenses(editor.document.uri);
    assert.ok(
      found.some((lens) => lens.line === line),
      'the new kernel has no lens',
    );
    await vscode.commands.executeCommand('undo');
    await analysis.whenIdle();
  });

  it('reports launches that cannot work', async () => {
    const { analysis } = await idleApi();
    const document = await vscode.workspace.openTextDocument({
      language: 'cuda-cpp',
      content:
        '__global__ void k(int *a) { a[0] = 1; }\nvoid f(int *a) { k<<<1, 2048>>>(a); k<<<1, 33>>>(a); }\n',
    });
    await eventually('two problems are shown', () => {
      const codes = vscode.languages.getDiagnostics(document.uri).map((diagnostic) => diagnostic.code);
      return codes.includes('block-too-large') && codes.includes('block-not-warps');
    });
    await analysis.whenIdle();
  });

  it('changes answers with the GPU', async () => {
    const { analysis } = await idleApi();
    const settings = vscode.workspace.getConfiguration('corun');
    await settings.update('gpu', 'gtx-950', vscode.ConfigurationTarget.Workspace);
    await eventually('the GPU is the GTX 950', () => analysis.results()!.gpu.id === 'gtx-950');
    await settings.update('gpu', 'h100-sxm', vscode.ConfigurationTarget.Workspace);
    await eventually('the GPU is the H100', () => analysis.results()!.gpu.id === 'h100-sxm');
    await settings.update('gpu', undefined, vscode.ConfigurationTarget.Workspace);
    await analysis.whenIdle();
  });

  it('simulates kernels in the background when that is on', async () => {
    const { analysis } = await idleApi();
    await openWorkspaceFile('vector-add/vector_add.cuh');
    const settings = vscode.workspace.getConfiguration('corun');
    await settings.update('gpu', 'gtx-950', vscode.ConfigurationTarget.Workspace);
    await settings.update('simulation.maxKernels', 2, vscode.ConfigurationTarget.Workspace);
    await settings.update('simulation.enabled', true, vscode.ConfigurationTarget.Workspace);
    await eventually('the simulations begin', () => analysis.results()!.simulations !== null);
    await analysis.whenIdle();
    const { simulations, matrix, files } = analysis.results()!;
    assert.equal(simulations!.done, simulations!.total);
    assert.ok(matrix.cells.flat().some((cell) => cell?.origin === 'simulated'));
    const added = files.flatMap(({ kernels }) => kernels).find(({ name }) => name === 'vectorAdd')!;
    assert.equal(added.simulation?.status, 'done', english(added.simulation?.reason ?? ''));
    assert.equal(added.simulation?.resources[0]?.resource, 'DRAM');
    for (const key of ['simulation.enabled', 'simulation.maxKernels', 'gpu'])
      await settings.update(key, undefined, vscode.ConfigurationTarget.Workspace);
    await analysis.whenIdle();
  });
});
