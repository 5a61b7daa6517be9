import * as vscode from 'vscode';
import type { KernelResult } from '../../analysis/results/kernelResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { classSummary } from '../../words/texts/summaries';
import { gpusNewestFirst } from '../../gpu/catalogue';
import { SHARING_MODES } from '../../kernel/prediction';
import { modeTitle } from '../modeTitles';
import { describedValues, readAnalysisSettings, writeSetting } from '../settings';
import { pathOf } from '../workspaceFiles';
import { say } from '../../words/say';

/** What stands before the present choice; the others are indented as far. */
const CHOSEN = '$(check) ';

/** A choice of a setting's value. */
interface Choice extends vscode.QuickPickItem {
  readonly id: string;
}

/** Asks for the value of a setting; the present one is ticked. */
async function pickSetting(
  setting: 'gpu' | 'sharingMode',
  title: string,
  placeHolder: string,
  choices: readonly Choice[],
): Promise<void> {
  const { gpu, mode } = readAnalysisSettings();
  const now = setting === 'gpu' ? gpu : mode;
  const items = choices.map((choice) =>
    choice.id === now ? { ...choice, label: CHOSEN + choice.label } : choice,
  );
  const options = { title, placeHolder, matchOnDescription: true, matchOnDetail: true };
  const choice = await vscode.window.showQuickPick(items, options);
  if (choice) await writeSetting(setting, choice.id);
}

/** Lets the user choose the GPU of all answers. */
export function pickGpu(): Promise<void> {
  const items = gpusNewestFirst().map((gpu) => ({
    id: gpu.id,
    label: gpu.name,
    description: say('editor.gpuFacts', {
      id: gpu.id,
      architecture: gpu.architecture,
      capability: gpu.computeCapability,
      sms: gpu.sms,
    }),
    detail: gpu.simulatedOnly ? say('editor.simulatedGpu') : '',
  }));
  const automatic = {
    id: 'auto',
    label: say('editor.automatic'),
    description: say('editor.automaticGpu'),
  };
  return pickSetting('gpu', say('editor.chooseGpu'), say('editor.gpuHint'), [automatic, ...items]);
}

/** Lets the user choose how applications share the GPU. */
export function pickSharingMode(): Promise<void> {
  return pickSetting('sharingMode', say('editor.chooseMode'), say('editor.modeHint'), modeChoices());
}

function modeChoices(): readonly Choice[] {
  const described = describedValues('corun.sharingMode');
  return SHARING_MODES.map((id) => ({
    id,
    label: modeTitle(id),
    detail: described.get(id) ?? '',
  }));
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
    { title: say('editor.whichKernel'), matchOnDescription: true },
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
      title: say('editor.whichKernels', { most: MOST_SHARING }),
      canPickMany: true,
      matchOnDescription: true,
    },
  );
  if (!chosen) return null;
  if (chosen.length >= 2 && chosen.length <= MOST_SHARING) return chosen.map(({ kernel }) => kernel);
  void vscode.window.showInformationMessage(
    say('editor.wrongNumber', { chosen: chosen.length, most: MOST_SHARING }),
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
