import type { KernelFit, KernelFitCheck } from '../../src/analysis/results/kernelFitResult';
import { formatChange, formatDuration, formatNumber, formatPercent, formatSlowdown } from './format';
import { say } from '../../src/words';

/** One metric of a program beside its profile. */
export interface FitRow {
  readonly metric: string;
  readonly measured: string;
  readonly simulated: string;
  readonly difference: string;
}

type Residual = KernelFitCheck['residuals'][number];

/** Metric by metric, as the profile and the simulation have it. */
export function fitRows({ residuals }: KernelFitCheck): readonly FitRow[] {
  return residuals.map((residual) => ({
    metric: residual.metric,
    measured: shown(residual, residual.measured),
    simulated: shown(residual, residual.simulated),
    difference: difference(residual),
  }));
}

function shown({ group, scale }: Residual, value: number): string {
  if (group === 'duration') return formatDuration(value);
  return scale === 'points' ? formatPercent(value) : formatNumber(value);
}

/** Shares differ by points of percent, all else by a part of what was measured. */
function difference({ scale, residual }: Residual): string {
  if (residual === null) return '–';
  if (scale === 'relative') return formatChange(residual);
  const points = formatNumber(100 * residual, 2);
  return say('webview.block.points', { sign: residual > 0 && points !== '0' ? '+' : '', points });
}

const BASIS: Readonly<Record<KernelFitCheck['basis'], string>> = {
  run: say('webview.block.ofTheWholeKernel'),
  waves: say('webview.block.reckonedFromWholeWavesOf'),
  instructions: say('webview.block.reckonedFromAPartOf'),
};

/** How far the fit is, in sentences. */
export function fitSentences({ distance, status, reason, check, device }: KernelFit): readonly string[] {
  if (distance === null) return [say('webview.block.notFitted', { reason: reason ?? '' })];
  const before = formatSlowdown(Math.exp(distance.before));
  const after = formatSlowdown(Math.exp(distance.after));
  const counts = say('webview.block.instructionAndRequestCountsAre', {
    after,
    without: before === after ? '' : say('webview.block.withoutTheProfile', { before }),
  });
  if (status === 'refused')
    return [counts, say('webview.block.notSimulatedBesideTheProfile', { reason: reason ?? '' })];
  if (check === null) return [counts, say('webview.block.aFirstFitByCounts')];
  return [counts, checkSentence(check, device)];
}

function checkSentence(check: KernelFitCheck, device: string | null): string {
  const { score, scoreBefore, simulations, simulatedCycles, basis, gpuShare } = check;
  const [before, after] = [formatPercent(scoreBefore), formatPercent(score)];
  const refined = before === after ? '' : say('webview.block.beforeShortSimulationsDecided', { before });
  const on = `${device ?? say('webview.block.itsGpu')}${gpuShare < 1 ? say('webview.block.ofWhichASliceOf', { gpuShare: formatPercent(gpuShare) }) : ''}`;
  const runs =
    simulations === 1
      ? say('webview.block.oneSimulation')
      : say('webview.block.theBestOfSimulations', { simulations });
  return say('webview.block.countersAreOffByOn', {
    after,
    refined,
    runs,
    on,
    simulatedCycles: formatNumber(simulatedCycles),
    basis: BASIS[basis],
  });
}

/** What decided a number. */
export const DECIDED_BY: Readonly<Record<KernelFit['parameters'][number]['by'], string>> = {
  counts: say('webview.block.counts'),
  simulation: say('webview.block.simulation'),
  kept: say('webview.block.nothingKept'),
};
