import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { idleResults } from './support';

/** What a tool answers to a chat. */
async function ask(name: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(
    name,
    { input, toolInvocationToken: undefined },
    new vscode.CancellationTokenSource().token,
  );
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('\n');
}

describe('tools for a chat', () => {
  it('are offered with a description each', async () => {
    await idleResults();
    const names = vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith('corun_'));
    assert.deepEqual(names.sort(), ['corun_coRun', 'corun_kernel', 'corun_kernels']);
  });

  it('answer what the views show, or why they cannot', async () => {
    const results = await idleResults();
    const kernels = results.files.flatMap((file) => file.kernels);
    assert.match(await ask('corun_kernels', {}), new RegExp(`^${kernels.length} CUDA kernels`));
    assert.match(await ask('corun_kernel', { kernel: 'transposeTiled' }), /Block size: /);
    const pair = await ask('corun_coRun', { kernel: 'matrixMulTiled', beside: 'matrixMulNaive' });
    assert.match(pair, /matrixMulTiled beside matrixMulNaive .*\n×\d/);
    assert.match(await ask('corun_kernel', { kernel: 'nobody' }), /there is no kernel 'nobody'/);
  });
});
