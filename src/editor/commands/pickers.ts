import * as vscode from 'vscode';
import type { KernelResult } from '../../analysis/results/kernelResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { classSummary } from '../../words/texts/summaries';
import { listGpus } from '../../gpu/catalogue';
import { SHARING_MODES } from '../../kernel/prediction';
import { writeSetting } from '../settings';
import { pathOf } from '../workspaceFiles';

/** Lets the user choose the GPU of all answers. */
export async function pickGpu(): Promise<void> {
  const items = listGpus().map((gpu) => ({
    id: gpu.id,
    label: gpu.name,
    description: `${gpu.id} · compute capability ${gpu.computeCapability} · ${gpu.sms} SMs`,
    detail: gpu.simulatedOnly ? vscode.l10n.t('A simulated GPU of a paper; no card of it exists') : '',
  }));
  const automatic = {
    id: 'auto',
    label: vscode.l10n.t('Automatic'),
    description: vscode.l10n.t('the GPU that the profiles name, else an H100'),
    detail: '',
  };
  const choice = await vscode.window.showQuickPick([automatic, ...items], {
    title: vscode.l10n.t('Select the GPU that answers are for'),
    matchOnDescription: true,
  });
  if (choice) await writeSetting('gpu', choice.id);
}

/** Lets the user choose how applications share the GPU. */
export async function pickSharingMode(): Promise<void> {
  const choice = await vscode.window.showQuickPick([...SHARING_MODES], {
    title: vscode.l10n.t('How do the applications share the GPU?'),
  });
  if (choice) await writeSetting('sharingMode', choice);
}

/**
 * The kernel a command acts on: the one named by `hint` (an id), the one at the cursor,
 * the only one, or the user's choice.
 */
export async function pickKernel(results: WorkspaceResults, hint: unknown): Promise<KernelResult | null> {
  const kernels = results.files.flatMap((file) => file.kernels);
  const named = kernels.find((kernel) => kernel.id === hint) ?? kernelAtCursor(kernels);
  if (named) return named;
  if (kernels.length <= 1) return kernels[0] ?? null;
  const choice = await vscode.window.showQuickPick(
    kernels.map((kernel) => ({
      label: kernel.name,
      description: `${kernel.path}:${kernel.line}`,
      detail: classSummary(kernel) ?? '',
      kernel,
    })),
    { title: vscode.l10n.t('Which kernel?'), matchOnDescription: true },
  );
  return choice?.kernel ?? null;
}

/** Kernels that can share a GPU are few: each gets SMs of its own. */
const MOST_SHARING = 8;

/** Two kernels or more; the named one, else the one at the cursor, is chosen beforehand. */
export async function pickKernels(
  results: WorkspaceResults,
  hint: string | undefined,
): Promise<readonly KernelResult[] | null> {
  const kernels = results.files.flatMap((file) => file.kernels);
  const first = kernels.find((kernel) => kernel.id === hint) ?? kernelAtCursor(kernels);
  const chosen = await vscode.window.showQuickPick(
    kernels.map((kernel) => ({
      label: kernel.name,
      description: `${kernel.path}:${kernel.line}`,
      picked: kernel === first,
      kernel,
    })),
    {
      title: vscode.l10n.t('Which kernels share the GPU? Choose two to {0}.', MOST_SHARING),
      canPickMany: true,
      matchOnDescription: true,
    },
  );
  if (!chosen) return null;
  if (chosen.length >= 2 && chosen.length <= MOST_SHARING) return chosen.map(({ kernel }) => kernel);
  void vscode.window.showInformationMessage(
    vscode.l10n.t('{0} kernels were chosen; two to {1} can share the GPU.', chosen.length, MOST_SHARING),
  );
  return null;
}

function kernelAtCursor(kernels: readonly KernelResult[]): KernelResult | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const path = pathOf(editor.document.uri);
  const line = editor.selection.active.line + 1;
  return kernels.find(
    (kernel) => kernel.path === path && kernel.range.startLine <= line && line <= kernel.range.endLine,
  );
}
