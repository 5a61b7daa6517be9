import type * as vscode from 'vscode';
import { ORIGIN_MARK } from '../../kernel/origin';
import { blockEvidence, type KernelResult } from '../../analysis/results/kernelResult';
import type { Bottleneck } from '../../analysis/results/bottleneck';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { bytes, percent, sourced } from '../../words/format';
import { chosenNumbers, fitSummary } from '../../words/texts/fitTexts';
import { blockSummary } from '../../words/texts/summaries';
import { coRunRows, dividedRows, type HoverRows } from '../../words/texts/coRunRows';
import { SafeMarkdown } from './markdown';
import { words } from '../../words';

const SHOWN_BOTTLENECKS = 3;
const SHOWN_ASSUMPTIONS = 4;

/** The full story of a kernel, with the origin of each number. */
export function kernelHover(kernel: KernelResult, results: WorkspaceResults): vscode.MarkdownString {
  const hover = new SafeMarkdown()
    .markup('**')
    .text(kernel.qualifiedName)
    .markup('** on ')
    .text(results.gpu.name);
  if (kernel.refused) return hover.markup('\n\nNot analyzed: ').text(words(kernel.refused)).build();
  hover.table([
    ...timeRows(kernel),
    ...classRows(kernel),
    ...useRows(kernel),
    ...fitRows(kernel),
    ...coRunRows(kernel),
    ...dividedRows(kernel, results),
    ...blockRows(kernel),
    ...resourceRows(kernel),
  ]);
  addAssumptions(hover, kernel);
  addProfiles(hover, kernel);
  return hover
    .markup('\n\n')
    .link('Co-run view', 'corun.openDashboard', ['corun', kernel.id])
    .markup(' · ')
    .link('Block size', 'corun.openDashboard', ['block', kernel.id])
    .markup(' · ')
    .link('Split the SMs', 'corun.allocateSms', [kernel.id])
    .markup('  — ● measured ◐ simulated ○ predicted ◌ assumed')
    .build();
}

type Rows = HoverRows;

function classRows({ kernelClass }: KernelResult): Rows {
  if (!kernelClass) return [];
  const { kind, computeClocks, memoryClocks } = kernelClass;
  return [
    [
      'class',
      `${kind}: ${sourced(computeClocks)} to compute, ${sourced(memoryClocks)} for memory per warp – ${words(computeClocks.from)}`,
    ],
  ];
}

/** What limits the warps on an SM, with the block's resources that make it so. */
function resourceRows({ threadsPerBlock, registers, staticSharedBytes, occupancy }: KernelResult): Rows {
  const rows: Rows = [];
  if (occupancy)
    rows.push([
      'occupancy',
      `${percent(occupancy.occupancy)} ${ORIGIN_MARK[occupancy.source.origin]}, ${occupancy.blocksPerSm} blocks per SM, limited by ${occupancy.limiter}`,
    ]);
  if (threadsPerBlock)
    rows.push(['block', `${sourced(threadsPerBlock)} threads – ${words(threadsPerBlock.from)}`]);
  if (registers) rows.push(['registers', `${sourced(registers)} per thread – ${words(registers.from)}`]);
  if (staticSharedBytes)
    rows.push([
      'shared memory',
      `${bytes(staticSharedBytes.value)} ${ORIGIN_MARK[staticSharedBytes.origin]} static – ${words(staticSharedBytes.from)}`,
    ]);
  return rows;
}

function timeRows(kernel: KernelResult): Rows {
  return kernel.time ? [['time', `${sourced(kernel.time)} – ${words(kernel.time.from)}`]] : [];
}

/** What it uses most, as simulated or else as estimated, and what its warps wait for. */
function useRows({ bottlenecks, simulation }: KernelResult): Rows {
  const shares = ({ resource, share }: Bottleneck): string =>
    `${resource} ${percent(share.value)} ${ORIGIN_MARK[share.origin]}`;
  const isSimulated = simulation?.status === 'done';
  const used = (isSimulated ? simulation.resources : bottlenecks).slice(0, SHOWN_BOTTLENECKS);
  const rows: Rows = used.length > 0 ? [['uses', used.map(shares).join(', ')]] : [];
  if (isSimulated && simulation.stalls.length > 0)
    rows.push(['warps wait for', simulation.stalls.slice(0, SHOWN_BOTTLENECKS).map(shares).join(', ')]);
  if (simulation?.status === 'refused') rows.push(['not simulated', words(simulation.reason ?? '')]);
  return rows;
}

/** How near the simulated program is to the profile, and what was chosen for that. */
function fitRows({ simulation }: KernelResult): Rows {
  const fit = simulation?.fit;
  return fit ? [['program', [fitSummary(fit), ...chosenNumbers(fit)].join('; ')]] : [];
}

function blockRows(kernel: KernelResult): Rows {
  const block = blockSummary(kernel);
  return block && kernel.block ? [['block size', `${block} – ${words(blockEvidence(kernel.block))}`]] : [];
}

function addAssumptions(hover: SafeMarkdown, kernel: KernelResult): void {
  if (kernel.assumptions.length === 0) return;
  hover.markup('\n\nAssumed ◌: ');
  kernel.assumptions.slice(0, SHOWN_ASSUMPTIONS).forEach((assumption, index) => {
    if (index > 0) hover.markup('; ');
    hover.text(words(assumption.text));
    if (assumption.value !== '') hover.markup(' ').link('set', 'corun.setAssumption', [assumption.key]);
  });
  const more = kernel.assumptions.length - SHOWN_ASSUMPTIONS;
  if (more > 0) hover.markup('; ').link(`${more} more`, 'corun.openDashboard', ['assumptions', kernel.id]);
}

function addProfiles(hover: SafeMarkdown, kernel: KernelResult): void {
  for (const row of kernel.measured) {
    hover.markup('\n\nProfile: ').text(`${row.profilePath}:${row.line}`);
    if (row.device) hover.text(` on ${row.device}`);
    if (row.transfer) hover.text(` – ${row.transfer}`);
  }
}
