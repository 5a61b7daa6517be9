import { ORIGIN_MARK } from '../../kernel/origin';
import type { KernelResult, LaunchResult, PartnerResult } from '../../analysis/results/kernelResult';
import { fairSplitText, type OwnSmsRange, type OwnSmsSlowdown } from '../../analysis/results/ownSmsResult';
import type { OrderResult } from '../../analysis/results/timelineResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { change, factor, percent, sourced } from '../format';

/** One line on what the kernel is bound by and what limits its occupancy; null when nothing is known. */
export function classSummary(kernel: KernelResult): string | null {
  if (kernel.refused) return `not analyzed: ${kernel.refused}`;
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
  if (!block || block.advised === null) return null;
  if (block.current === block.advised) return `block ${block.current}: as advised ○`;
  if (block.bound !== null) return `block ${block.current}: part of the algorithm (${block.bound.what})`;
  const gain = block.expectedGain;
  const effect = gain ? `: ${change(gain.value)} ${ORIGIN_MARK[gain.origin]}` : ' ○';
  if (block.current === null) return `block ${block.advised} advised ○`;
  if (gain && gain.value >= 0)
    return `block ${block.current}: ${block.advised} is no faster ${ORIGIN_MARK[gain.origin]}`;
  return `block ${block.current} → ${block.advised}${effect}`;
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

/** One line on the slowdown when every kernel has SMs of its own, as Themis predicts it; null without a number. */
export function ownSmsSummary({ ownSms }: KernelResult): string | null {
  if (ownSms === null) return null;
  const { best, worst } = ownSms;
  const range =
    best.kernelId === worst.kernelId
      ? `${factor(worst.slowdown)} ○ (with ${worst.name})`
      : `${factor(best.slowdown)} … ${factor(worst.slowdown)} ○ (${worst.name})`;
  return `half the SMs ${range}${worst.warnings.length > 0 ? ', unsure' : ''}`;
}

/** Why nothing is told of SMs of one's own where kernels were simulated; null where something is. */
export function noOwnSms({ ownSms, simulations, gpu }: WorkspaceResults): string | null {
  if (ownSms !== null || simulations === null) return null;
  return `Themis has no model for ${gpu.name}; corun train themis --gpu ${gpu.id} makes one`;
}

/** What the slowdown beside the worst partner is made of. */
export function ownSmsParts({ worst }: OwnSmsRange): string {
  return `beside ${worst.name} ${factor(worst.slowdown)} = ${factorsText(worst)}`;
}

/** What a slowdown on SMs of one's own is made of, and what takes most of it. */
export function factorsText({ scalability, interference, cause }: OwnSmsSlowdown): string {
  const factors = `fewer SMs ${factor(scalability)} × interference ${factor(interference)}`;
  return `${factors}${cause === 'nothing' ? '' : `, most from ${cause}`}`;
}

/** One line on a better split of the SMs with the worst partner than half each; null where there is no number. */
export function fairSplitSummary(kernel: KernelResult): string | null {
  const split = worstFairSplit(kernel);
  return split && `fair split ${split}`;
}

/** As `fairSplitSummary`, where it stands under that name. */
export function worstFairSplit({ ownSms }: KernelResult): string | null {
  const split = ownSms?.worst.fair ?? null;
  return split && `with ${ownSms!.worst.name}: ${fairSplitText(split)}`;
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
