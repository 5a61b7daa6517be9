import type * as vscode from 'vscode';
import { pairVerdicts } from '../../analysis/corun/pairVerdicts';
import type { KernelResult, LaunchResult } from '../../analysis/results/kernelResult';
import { guessedNumbers } from '../../analysis/results/openNumbers';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { words } from '../../words';
import { say } from '../../words/say';
import { kernelRows } from '../../words/texts/kernelRows';
import { besideRows } from '../../words/texts/launchRows';
import { SafeMarkdown } from './markdown';

const SHOWN_ASSUMPTIONS = 4;

/**
 * The full story of a kernel, with the origin of each number.
 *
 * @param launch where the name was found in a launch: what runs beside that comes first
 */
export function kernelHover(
  kernel: KernelResult,
  results: WorkspaceResults,
  launch: LaunchResult | null,
): vscode.MarkdownString {
  const hover = new SafeMarkdown()
    .markup('**')
    .text(kernel.qualifiedName)
    .markup('** ')
    .text(say('hover.on', { gpu: results.gpu.name }));
  if (kernel.refused)
    return hover
      .markup('\n\n')
      .text(say('hover.notAnalyzed', { reason: kernel.refused }))
      .build();
  hover.table([
    ...(launch === null ? [] : besideRows(launch, pairVerdicts(results))),
    ...kernelRows(kernel, results),
  ]);
  addOpenSizes(hover, kernel);
  if (kernel.registerRange !== null)
    hover.markup('\n\n').link(say('hover.askCompiler'), 'corun.askCompiler', []);
  addAssumptions(hover, kernel);
  addProfiles(hover, kernel);
  return hover
    .markup('\n\n')
    .link(say('hover.coRunView'), 'corun.openDashboard', ['corun', kernel.id])
    .markup(' · ')
    .link(say('hover.blockView'), 'corun.openDashboard', ['block', kernel.id])
    .markup(' · ')
    .link(say('hover.split'), 'corun.allocateSms', [kernel.id])
    .markup('  — ')
    .text(say('hover.legend'))
    .build();
}

/** One link for each number that the time of the kernel waits for, or that was guessed for it. */
function addOpenSizes(hover: SafeMarkdown, kernel: KernelResult): void {
  const numbers = kernel.time === null ? kernel.openSizes : guessedNumbers(kernel);
  numbers.slice(0, SHOWN_ASSUMPTIONS).forEach(({ key, name }, index) => {
    hover.markup(index === 0 ? '\n\n' : ' · ');
    hover.link(say('hover.setSize', { name }), 'corun.setAssumption', [key]);
  });
}

function addAssumptions(hover: SafeMarkdown, kernel: KernelResult): void {
  if (kernel.assumptions.length === 0) return;
  hover.markup('\n\n').text(say('hover.assumed')).markup(' ');
  kernel.assumptions.slice(0, SHOWN_ASSUMPTIONS).forEach((assumption, index) => {
    if (index > 0) hover.markup('; ');
    hover.text(words(assumption.text));
    if (assumption.value !== '')
      hover.markup(' ').link(say('hover.set'), 'corun.setAssumption', [assumption.key]);
  });
  const more = kernel.assumptions.length - SHOWN_ASSUMPTIONS;
  if (more > 0)
    hover.markup('; ').link(say('hover.more', { more }), 'corun.openDashboard', ['assumptions', kernel.id]);
}

function addProfiles(hover: SafeMarkdown, kernel: KernelResult): void {
  for (const row of kernel.measured) {
    const place = `${row.profilePath}:${row.line}`;
    const { device } = row;
    hover
      .markup('\n\n')
      .text(device ? say('hover.profileOn', { place, device }) : say('hover.profile', { place }));
    if (row.transfer) hover.text(` – ${words(row.transfer)}`);
  }
}
