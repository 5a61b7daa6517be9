import type * as vscode from 'vscode';
import type { KernelResult, LaunchResult } from '../../analysis/results/kernelResult';
import { words } from '../../words';
import { classSummary, launchSummary } from '../../words/texts/summaries';
import { SafeMarkdown } from './markdown';

/** What a launch configuration resolves to, and what stayed symbolic. */
export function launchHover(launch: LaunchResult, kernels: readonly KernelResult[]): vscode.MarkdownString {
  const hover = new SafeMarkdown().markup('**Launch of ').text(launch.callee).markup('**');
  hover.table([
    ['grid', launch.grid.join(' × ')],
    ['block', launch.block.join(' × ')],
    ['dynamic shared memory', `${launch.sharedBytes} B`],
    ['stream', String(launch.stream)],
    ['waves', launch.waves ? launchSummary(launch) : 'unknown'],
    ['not known', launch.unknowns.length > 0 ? launch.unknowns.join(', ') : 'nothing'],
  ]);
  if (launch.assumptions.length > 0) hover.text(launch.assumptions.map(words).join(' '));
  if (kernels.length === 0) hover.markup('No kernel of this name was found in the workspace.');
  if (kernels.length > 1)
    hover
      .markup(`${kernels.length} kernels fit this launch: `)
      .text(kernels.map((kernel) => `${kernel.path}:${kernel.line}`).join(', '));
  if (kernels.length === 1) hover.text(classSummary(kernels[0]!) ?? '');
  return hover.build();
}
