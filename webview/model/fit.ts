import type { KernelFit, KernelFitCheck } from '../../src/analysis/results/kernelFitResult';
import { formatChange, formatDuration, formatNumber, formatPercent, formatSlowdown } from './format';
import { words } from '../../src/words';

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
  return `${residual > 0 && points !== '0' ? '+' : ''}${points} points`;
}

const BASIS: Readonly<Record<KernelFitCheck['basis'], string>> = {
  run: 'of the whole kernel',
  waves: 'reckoned from whole waves of blocks',
  instructions: 'reckoned from a part of the instructions, without the ends of blocks',
};

/** How far the fit is, in sentences. */
export function fitSentences({ distance, status, reason, check, device }: KernelFit): readonly string[] {
  if (distance === null) return [`Not fitted: ${words(reason ?? '')}`];
  const [before, after] = [distance.before, distance.after].map((value) => formatSlowdown(Math.exp(value)));
  const counts = `Instruction and request counts are off by ${after} on the mean${before === after ? '' : `, ${before} without the profile`}.`;
  if (status === 'refused') return [counts, `Not simulated beside the profile: ${words(reason ?? '')}`];
  if (check === null)
    return [counts, 'A first fit by counts; the simulation beside the profile is yet to come.'];
  return [counts, checkSentence(check, device)];
}

function checkSentence(check: KernelFitCheck, device: string | null): string {
  const { score, scoreBefore, simulations, simulatedCycles, basis, gpuShare } = check;
  const [before, after] = [scoreBefore, score].map(formatPercent);
  const refined =
    before === after ? '' : `, ${before} before short simulations decided what counts leave open`;
  const on = `${device ?? 'its GPU'}${gpuShare < 1 ? `, of which a slice of ${formatPercent(gpuShare)} was simulated` : ''}`;
  const runs = simulations === 1 ? 'one simulation' : `the best of ${simulations} simulations`;
  return `Counters are off by ${after} on the mean${refined}: ${runs} on ${on}, ${formatNumber(simulatedCycles)} cycles, ${BASIS[basis]}.`;
}

/** What decided a number. */
export const DECIDED_BY: Readonly<Record<KernelFit['parameters'][number]['by'], string>> = {
  counts: 'counts',
  simulation: 'simulation',
  kept: 'nothing: kept',
};
