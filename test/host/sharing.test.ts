import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ShareState } from '../../src/analysis/protocol';
import type { KernelResult } from '../../src/analysis/results/kernelResult';
import { eventually, idleApi, idleResults } from './support';

const DASHBOARD = 'Corun Dashboard';
/** An answer from runs alone, then one from a simulated co-run, on a loaded machine. */
const ANSWER_MS = 240_000;
/** Until a list of choices that was asked for takes keys. */
const LIST_MS = 1000;

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
  await pause(LIST_MS);
  for (let at = 0; at <= place; at++)
    await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
  await vscode.commands.executeCommand('workbench.action.quickPickManyToggle');
  await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}

describe('kernels that share the GPU', () => {
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('corun');

  before(async () => {
    const { analysis } = await idleApi();
    await settings().update('gpu', 'v100-sxm2', vscode.ConfigurationTarget.Workspace);
    await eventually('the GPU is the V100', () => analysis.results()!.gpu.id === 'v100-sxm2');
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

  it('are given SMs of their own by corun.allocateSms', async function () {
    this.timeout(ANSWER_MS);
    const kernels = await sampleKernels();
    const [first, second] = [named(kernels, 'matrixMulNaive'), named(kernels, 'matrixMulTiled')];
    const asked = vscode.commands.executeCommand<ShareState | null>('corun.allocateSms', first.id);
    await choose(kernels.indexOf(second));
    const shown = await asked;
    assert.deepEqual(new Set(shown?.request?.kernelIds), new Set([first.id, second.id]));
    assert.equal(shown!.error, null);
    const { sms, steps } = shown!.answer!.advice;
    assert.equal(
      sms.reduce((sum, count) => sum + count, 0),
      80,
    );
    assert.ok(sms.every((count) => count > 0) && steps.length > 0);
    assert.ok(shown!.answer!.even.apps.every(({ slowdown }) => slowdown > 0));
    await eventually('the dashboard is in front', () => activeTab() === DASHBOARD);
  });
});
