import { ORIGIN_MARK } from '../../kernel/origin';
import {
  blockEvidence,
  type KernelResult,
  type LaunchResult,
  type PartnerResult,
} from '../../analysis/results/kernelResult';
import type { ApplicationResult } from '../../analysis/results/timelineResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { fitSummary } from './fitTexts';
import { errorLine, factor, percent } from '../format';
import {
  blockSummary,
  fairSplitSummary,
  launchSummary,
  measuredSummary,
  orderSummary,
  ownSmsParts,
} from './summaries';

/** A lens: as short as can be, since several stand in one row; the rest is told on hover. */
export interface LensText {
  readonly title: string;
  readonly tooltip: string;
}

/** What stands over a kernel, from left to right; null where nothing is known. */
export type KernelLensTexts = Readonly<
  Record<'measured' | 'kernelClass' | 'blockSize' | 'coRun' | 'ownSms', LensText | null>
>;

/** Names and reasons come from sources: a long one must not push the other lenses out of sight. */
const LONGEST = 60;

export function kernelLensTexts(kernel: KernelResult, results: WorkspaceResults): KernelLensTexts {
  return {
    measured: timeLens(kernel),
    kernelClass: classLens(kernel),
    blockSize: withTooltip(blockSummary(kernel), kernel.block ? blockEvidence(kernel.block) : ''),
    coRun: coRunLens(kernel),
    ownSms: ownSmsLens(kernel, results),
  };
}

export function launchLensText(launch: LaunchResult, { gpu }: WorkspaceResults): LensText {
  const title = launchSummary(launch);
  return {
    title: launch.waves ? `${title} on ${gpu.name}` : shortened(title),
    tooltip: `${launch.waves ? '' : `${title}\n`}Blocks of the grid over the blocks that the GPU holds at once`,
  };
}

/** The order of an application's launches; null where there is none to choose. */
export function orderLensText({ name, order }: ApplicationResult): LensText | null {
  if (order === null) return null;
  const title = orderSummary(order);
  return { title: shortened(title), tooltip: `${title}\nLaunch order of ${name}` };
}

function timeLens(kernel: KernelResult): LensText | null {
  const { time, simulation } = kernel;
  const fit = time?.origin === 'simulated' ? simulation?.fit : null;
  const tooltip = [time && `${time.origin}: ${time.from}`, fit && `program: ${fitSummary(fit)}`];
  return withTooltip(measuredSummary(kernel), tooltip.filter(Boolean).join('\n'));
}

function classLens({ refused, kernelClass, occupancy }: KernelResult): LensText | null {
  if (refused !== null) return withTooltip(shortened(`not analyzed: ${refused}`), refused);
  const bound = kernelClass && `${kernelClass.kind} ${ORIGIN_MARK[kernelClass.computeClocks.origin]}`;
  const share = occupancy && percent(occupancy.occupancy);
  const mark = occupancy && ORIGIN_MARK[occupancy.source.origin];
  const title = [bound, occupancy && `occupancy ${share} ${mark}`].filter(Boolean).join(' · ');
  const tooltip = [
    kernelClass && `${kernelClass.kind}: ${kernelClass.computeClocks.from}`,
    occupancy &&
      `occupancy ${share}, ${occupancy.blocksPerSm} blocks per SM, limited by ${occupancy.limiter}: ${occupancy.source.from}`,
  ];
  return withTooltip(title || null, tooltip.filter(Boolean).join('\n'));
}

function coRunLens({ bestPartner: best, worstPartner: worst }: KernelResult): LensText | null {
  if (!best || !worst) return null;
  const shown = ({ slowdown, origin }: PartnerResult): string => `${factor(slowdown)} ${ORIGIN_MARK[origin]}`;
  if (shown(best) === shown(worst))
    return withTooltip(`co-run ${shown(worst)}`, `${shown(worst)} beside ${worst.name}`);
  const least = best.origin === worst.origin ? factor(best.slowdown) : shown(best);
  return withTooltip(
    `co-run ${least} … ${shown(worst)}`,
    `${shown(best)} beside ${best.name}, ${shown(worst)} beside ${worst.name}`,
  );
}

/** What Themis says of SMs of one's own. */
function ownSmsLens(kernel: KernelResult, { ownSms: pairs }: WorkspaceResults): LensText | null {
  const { ownSms } = kernel;
  if (ownSms === null || pairs === null) return null;
  const { best, worst } = ownSms;
  const least = best.kernelId === worst.kernelId ? '' : `${factor(best.slowdown)} … `;
  const unsure = worst.warnings.length > 0 ? ', unsure' : '';
  const fair = fairSplitSummary(kernel);
  return withTooltip(
    `half the SMs ${least}${factor(worst.slowdown)} ○${unsure}`,
    [
      ownSmsParts(ownSms),
      ...(fair === null ? [] : [fair]),
      `${pairs.predictor}; ${errorLine(pairs.error)}`,
      ...worst.warnings,
      'Click to split the SMs otherwise, between more kernels or for progress targets',
    ].join('\n'),
  );
}

function withTooltip(title: string | null, tooltip: string): LensText | null {
  return title === null ? null : { title, tooltip };
}

function shortened(text: string): string {
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1).trimEnd()}…`;
}
