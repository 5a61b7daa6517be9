import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import type { ShareState } from '../../src/analysis/protocol';
import type { KernelResult } from '../../src/analysis/results/kernelResult';
import { eventually, idleApi, idleResults } from './support';

const DASHBOARD = 'Corun Dashboard';
/** Between two tries of the keys on a list that was asked for and may not be open yet. */
const LIST_POLL_MS = 500;

const activeTab = (): string | undefined => vscode.window.tabGroups.activeTabGroup.activeTab?.label;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function sampleKernels(): Promise<KernelResult[]> {
  return (await idleResults()).files.flatMap(({ kernels }) => kernels);
}

function named(kernels: readonly KernelResult[], name: string): KernelResult {
  const found = kernels.find((kernel) => kernel.name === name);
  assert.ok(found, `the samples have no ${name}`);
  return found;
}

/** Checks the entry at `place` of the list of choices in front, and accepts all that are checked. */
async function choose(place: number): Promise<void> {
  for (let at = 0; at <= place; at++)
    await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
  await vscode.commands.executeCommand('workbench.action.quickPickManyToggle');
  await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}

/** What `ask` gives once the entry at `place` of the list that it opens is chosen; keys without a list do nothing. */
async function answered<T>(ask: () => Thenable<T>, place: number): Promise<T> {
  let open = true;
  const answer = Promise.resolve(ask()).finally(() => (open = false));
  while (open) {
    await Promise.race([pause(LIST_POLL_MS), answer]);
    if (open) await choose(place);
  }
  return answer;
}

describe('kernels that share the GPU', () => {
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('corun');

  before(async () => {
    const { analysis } = await idleApi();
    await settings().update('gpu', 'gtx-950', vscode.ConfigurationTarget.Workspace);
    await eventually('the GPU is the GTX 950', () => analysis.results()!.gpu.id === 'gtx-950');
    await analysis.whenIdle();
  });
  // A dashboard that is still loading would take the focus from a list of choices, which closes it.
  beforeEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await settings().update('gpu', undefined, vscode.ConfigurationTarget.Workspace);
    await (await idleApi()).analysis.whenIdle();
  });

  it('are told their co-run slowdown by corun.predictCoRun', async () => {
    const { matrix } = await idleResults();
    const kernel = named(await sampleKernels(), 'matrixMulTiled');
    await vscode.commands.executeCommand('corun.predictCoRun', kernel.id);
    await eventually('the dashboard is in front', () => activeTab() === DASHBOARD);
    const slowdowns = matrix.cells[matrix.kernelIds.indexOf(kernel.id)]!.map((cell) => cell?.slowdown);
    assert.ok(slowdowns.length >= 10, `${slowdowns.length} partners`);
    for (const slowdown of slowdowns) assert.ok(slowdown! >= 1 && slowdown! < 100, String(slowdowns));
  });

  it('are given SMs of their own by corun.allocateSms', async () => {
    const kernels = await sampleKernels();
    const [first, second] = [named(kernels, 'vectorAdd'), named(kernels, 'advanceRows')];
    const ask = (): Thenable<ShareState | null> =>
      vscode.commands.executeCommand<ShareState | null>('corun.allocateSms', first.id);
    const wanted = new Set([first.id, second.id]);
    let shown: ShareState | null = null;
    // The list may open between two keys, which then choose another kernel.
    await eventually('the two kernels are chosen', async () => {
      shown = await answered(ask, kernels.indexOf(second));
      return isDeepStrictEqual(new Set(shown?.request?.kernelIds), wanted);
    });
    assert.equal(shown!.error, null);
    const { sms, steps } = shown!.answer!.advice;
    assert.equal(
      sms.reduce((sum, count) => sum + count, 0),
      6,
    );
    assert.ok(sms.every((count) => count > 0) && steps.length > 0);
    assert.ok(shown!.answer!.even.apps.every(({ slowdown }) => slowdown > 0));
    await eventually('the dashboard is in front', () => activeTab() === DASHBOARD);
  });
});
