import { message } from '../kernel/message';
import { InputError } from '../kernel/result';

/**
 * SMs in proportion to weights, each application at least one (HP: the static weighted split of Adriaens et
 * al., HPCA 2012, as Themis compares with it). Largest remainders get what rounding leaves.
 *
 * @throws InputError when there are more applications than SMs.
 */
export function weightedSplit(sms: number, weights: readonly number[]): number[] {
  if (weights.length > sms)
    throw new InputError(message('sharing.scenario.moreThanAllSms', { applications: weights.length, sms }));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const exact = weights.map((weight) => (weight / total) * sms);
  const split = exact.map((share) => Math.max(1, Math.floor(share)));
  const missing = (app: number): number => exact[app]! - split[app]!;
  const order = weights.map((_, app) => app);
  for (let left = sms - split.reduce((a, b) => a + b, 0); left !== 0; left -= Math.sign(left)) {
    const able = left > 0 ? order : order.filter((app) => split[app]! > 1);
    const chosen = able.reduce((a, b) => ((missing(b) - missing(a)) * Math.sign(left) > 1e-9 ? b : a));
    split[chosen]! += Math.sign(left);
  }
  return split;
}
