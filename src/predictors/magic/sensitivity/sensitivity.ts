import { mean } from '../../../stats/means';
import { quantile } from '../../../stats/quantile';

/** Equation 5.1: T_corun / T_dedicate − 1. Slowdowns elsewhere in Corun are the factor itself. */
const slowdownRatio = (slowdown: number): number => slowdown - 1;

/**
 * Equation 5.2: the mean slowdown of each application over all tests; null for one without any. (Printed, the sum runs from
 * 0 to K over K tests: K terms are meant.)
 *
 * @param tests slowdowns of each application beside others as factors, null where both could not run together
 */
export function averageSlowdowns(tests: readonly (readonly (number | null)[])[]): readonly (number | null)[] {
  return tests.map((own) => {
    const measured = own.filter((slowdown) => slowdown !== null);
    return measured.length === 0 ? null : mean(measured.map(slowdownRatio));
  });
}

/**
 * Equation 5.3, turned around: whether an application is sensitive, i.e. not below the threshold. The text prints no
 * threshold; without one it is the median of the averages, which makes half of the applications sensitive.
 *
 * @param threshold in slowdown − 1, like the averages
 */
export function sensitivities(
  averages: readonly (number | null)[],
  threshold: number = medianOf(averages),
): readonly (boolean | null)[] {
  return averages.map((average) => (average === null ? null : average >= threshold));
}

function medianOf(averages: readonly (number | null)[]): number {
  const known = averages.filter((average) => average !== null);
  return known.length === 0 ? Infinity : quantile(known, 0.5);
}
