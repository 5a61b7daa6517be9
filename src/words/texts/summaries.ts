import { ORIGIN_MARK } from '../../kernel/origin';
import type { KernelResult, LaunchResult, PartnerResult } from '../../analysis/results/kernelResult';
import type { DividedRange } from '../../analysis/results/coRunResult';
import type { Prediction } from '../../kernel/prediction';
import { words } from '../words';
import { fairSplitText } from './fairSplitText';
import type { OrderResult } from '../../analysis/results/timelineResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { change, factor, percent, sourced } from '../format';

/** One line on what the kernel is bound by and what limits its occupancy; null when nothing is known. */
export function classSummary(kernel: KernelResult): string | null {
  if (kernel.refused) return `not analyzed: ${words(kernel.refused)}`;
  const parts: string[] = [];
  if (kernel.kernelClass)
    parts.push(`${kernel.kernelClass.kind} ${ORIGIN_MARK[kernel.kernelClass.computeClocks.origin]}`);
  if (kernel.occupancy)
    parts.push(
      `occupancy ${percent(kernel.occupancy.occupancy)} (${kernel.occupancy.limiter}) ${ORIGIN_MARK[kernel.occupancy.source.origin]}`,
    );
  return parts.length > 0 ? parts.join(' · ') : null;
}

/** One line on the advised block size; null when there is no advice. */
export function blockSummary(kernel: KernelResult): string | null {
  const block = kernel.block;
  if (!block) return null;
  if (block.bound !== null) return `block ${block.current}: part of the algorithm (${block.bound.what})`;
  if (block.advised === null) return null;
  const gain = block.expectedGain;
  const mark = gain ? ORIGIN_MARK[gain.origin] : ORIGIN_MARK.predicted;
  if (block.current === null) return `block ${block.advised} is the fastest ${mark}`;
  if (block.current === block.advised) return `block ${block.current}: none is faster ${mark}`;
  return `block ${block.current} → ${block.advised}${gain ? `: ${change(gain.value)}` : ''} ${mark}`;
}

/** One line on the range of co-run slowdown; null when no partner is known. */
export function coRunSummary(kernel: KernelResult): string | null {
  const { bestPartner: best, worstPartner: worst } = kernel;
  if (!best || !worst) return null;
  const shown = ({ slowdown, origin }: PartnerResult): string => `${factor(slowdown)} ${ORIGIN_MARK[origin]}`;
  if (best.kernelId === worst.kernelId) return `co-run ${shown(worst)} (with ${worst.name})`;
  if (best.origin === worst.origin)
    return `co-run ${factor(best.slowdown)} … ${shown(worst)} (${worst.name})`;
  return `co-run ${shown(best)} … ${shown(worst)} (${worst.name})`;
}

/** A line for each predictor on the slowdown when every kernel has SMs of its own. */
export function dividedSummaries({ divided }: KernelResult): string[] {
  return divided.map(({ best, worst }) => {
    const range =
      best.kernelId === worst.kernelId
        ? `${factor(worst.prediction.slowdown)} ${markOf(worst.prediction)} (with ${worst.name})`
        : `${factor(best.prediction.slowdown)} … ${factor(worst.prediction.slowdown)} ${markOf(worst.prediction)} (${worst.name})`;
    return `half the SMs ${range}${isUnsure(worst.prediction) ? ', unsure' : ''}`;
  });
}

const markOf = ({ origin }: Prediction): string => ORIGIN_MARK[origin];

/** Whether an input lies outside of what the predictor was trained on. */
export const isUnsure = ({ warnings = [] }: Prediction): boolean => warnings.length > 0;

/** Why predictors tell nothing of SMs of one's own where kernels were simulated; none where one does. */
export function noDivided({ predictors, unavailable, simulations }: WorkspaceResults): string[] {
  if (predictors.length > 0 || simulations === null) return [];
  return unavailable.map(({ reason }) => words(reason));
}

/** What the slowdown beside the worst partner is made of. */
export function dividedParts({ worst }: DividedRange): string {
  return `beside ${worst.name} ${factor(worst.prediction.slowdown)} = ${factorsText(worst.prediction)}`;
}

const PART_WORDS: Readonly<Record<string, string>> = { scalability: 'fewer SMs' };

/** What a slowdown on SMs of one's own is made of, and what takes most of it. */
export function factorsText({ parts, slowdown, cause = 'nothing' }: Prediction): string {
  const named = Object.entries(parts).map(([name, value]) => `${PART_WORDS[name] ?? name} ${factor(value)}`);
  const factors = named.length === 0 ? factor(slowdown) : named.join(' × ');
  return `${factors}${cause === 'nothing' ? '' : `, most from ${cause}`}`;
}

/** A line for each predictor on a better split of the SMs with the worst partner than half each. */
export function fairSplitSummaries(kernel: KernelResult): string[] {
  return kernel.divided.flatMap((range) => {
    const split = worstFairSplit(range);
    return split === null ? [] : [`fair split ${split}`];
  });
}

/** As `fairSplitSummaries`, where it stands under that name; null where there is no number. */
export function worstFairSplit({ worst }: DividedRange): string | null {
  const { fairSplit } = worst.prediction;
  return fairSplit === undefined ? null : `with ${worst.name}: ${fairSplitText(fairSplit)}`;
}

/** One line on the measured time; null without a profile. */
export function measuredSummary(kernel: KernelResult): string | null {
  if (!kernel.time) return null;
  const calls = kernel.measured
    .filter((row) => row.meanNs !== null && row.transfer === null)
    .reduce((sum, row) => sum + row.calls, 0);
  return `${sourced(kernel.time)}${calls > 1 ? ` (mean of ${calls})` : ''}`;
}

/** One line on the waves of a launch; names what is not known. */
export function launchSummary(launch: LaunchResult): string {
  if (launch.waves) {
    const { count, tail } = launch.waves;
    const waves = count < 1 ? `${percent(count)} of one wave` : `${count.toFixed(1)} waves`;
    return tail < 1 && count >= 1 ? `${waves}, last one ${percent(tail)} full` : waves;
  }
  const unknowns = launch.unknowns.filter((name) => name.trim() !== '');
  return unknowns.length > 0 ? `waves unknown without ${unknowns.join(', ')}` : 'waves unknown';
}

/** One line on the best launch order, or that the written one is as good. */
export function orderSummary(order: OrderResult): string {
  const { writtenOrder: written, bestOrder: best } = order;
  if (best.makespanNs >= written.makespanNs * 0.995) return 'order as written is best ○';
  return `order ${best.order.join('→')}: ${change(best.makespanNs / written.makespanNs - 1)} ○`;
}
