import { ORIGIN_MARK } from '../../kernel/origin';
import type { KernelFit } from '../results/kernelFitResult';
import { factor, significant } from './format';

/** One line on how near a kernel's program is to its profile. */
export function fitSummary(fit: KernelFit): string {
  const place = `${fit.profile.path}:${fit.profile.line}`;
  if (fit.refused !== null) return `not fitted: ${fit.refused}`;
  return `counts off by ${countDistance(fit)} from ${place} ${ORIGIN_MARK[fit.origin]}`;
}

/** The mean factor by which instruction and request counts are off, before and after where that differs. */
function countDistance({ distance }: KernelFit): string {
  if (distance === null) return '–';
  const [before, after] = [factor(Math.exp(distance.before)), factor(Math.exp(distance.after))];
  return before === after ? after : `${before} → ${after}`;
}

/** The numbers that the profile decided, each with its former value. */
export function chosenNumbers({ parameters }: KernelFit): readonly string[] {
  return parameters
    .filter(({ by }) => by !== 'kept')
    .map(({ name, assumed, value }) => `${name} ${significant(assumed)} → ${significant(value)}`);
}
