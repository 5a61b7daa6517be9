import type * as vscode from 'vscode';
import { pairVerdicts } from '../../analysis/corun/pairVerdicts';
import type { KernelResult, LaunchResult } from '../../analysis/results/kernelResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { words } from '../../words';
import { say } from '../../words/say';
import { launchRows } from '../../words/texts/launchRows';
import { classSummary } from '../../words/texts/summaries';
import { SafeMarkdown } from './markdown';

/** What a launch configuration resolves to, and what stayed symbolic. */
export function launchHover(
  launch: LaunchResult,
  kernels: readonly KernelResult[],
  results: WorkspaceResults,
): vscode.MarkdownString {
  const hover = new SafeMarkdown()
    .markup('**')
    .text(say('hover.launchOf', { name: launch.callee }))
    .markup('**');
  hover.table(launchRows(launch, pairVerdicts(results)));
  if (launch.assumptions.length > 0) hover.text(launch.assumptions.map(words).join(' ')).markup('\n\n');
  if (kernels.length === 0) hover.text(say('hover.noKernel'));
  if (kernels.length > 1)
    hover.text(
      say('hover.kernelsFit', {
        kernels: kernels.length,
        places: kernels.map((kernel) => `${kernel.path}:${kernel.line}`),
      }),
    );
  if (kernels.length === 1) hover.text(classSummary(kernels[0]!) ?? '');
  return hover.build();
}
