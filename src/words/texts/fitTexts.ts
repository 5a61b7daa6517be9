import { ORIGIN_MARK } from '../../kernel/origin';
import type { FitCheck } from '../../analysis/results/fitResult';
import type { KernelFit } from '../../analysis/results/kernelFitResult';
import { factor, percent, significant } from '../format';
import { say } from '../say';

/** One line on how near a kernel's program is to its profile. */
export function fitSummary(fit: KernelFit): string {
  if (fit.distance === null) return say('summary.fit.refused', { reason: fit.reason ?? '' });
  const place = `${fit.profile.path}:${fit.profile.line} ${ORIGIN_MARK[fit.origin]}`;
  return [say('summary.fit.counts', { distance: countDistance(fit), place }), checkSummary(fit)]
    .filter(Boolean)
    .join('; ');
}

/** The mean factor by which instruction and request counts are off, before and after where that differs. */
function countDistance({ distance }: KernelFit): string {
  if (distance === null) return '–';
  const [before, after] = [factor(Math.exp(distance.before)), factor(Math.exp(distance.after))];
  return before === after ? after : `${before} → ${after}`;
}

/** How far the simulated program is from the profile; null while that is under way. */
function checkSummary({ check, status, reason, device }: KernelFit): string | null {
  if (status === 'refused') return say('summary.fit.notSimulated', { reason: reason ?? '' });
  if (check === null) return null;
  return say('summary.fit.simulated', {
    device: device ?? say('summary.fit.itsGpu'),
    scores: scores(check),
    mark: ORIGIN_MARK.simulated,
  });
}

/** The mean residual of the counters, before and after simulations decided something where that differs. */
function scores({ score, scoreBefore }: NonNullable<KernelFit['check']>): string {
  return score === scoreBefore ? percent(score) : `${percent(scoreBefore)} → ${percent(score)}`;
}

/** The numbers that the profile decided, each with its former value. */
export function chosenNumbers({ parameters }: KernelFit): readonly string[] {
  return parameters
    .filter(({ by }) => by !== 'kept')
    .map(({ name, assumed, value }) => `${name} ${significant(assumed)} → ${significant(value)}`);
}

/** What figures of a simulation beside a profile rest on. */
export const basisText = ({ basis }: Pick<FitCheck, 'basis'>): string => say(`summary.fit.basis.${basis}`);
