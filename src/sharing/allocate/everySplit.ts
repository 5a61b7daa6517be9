import { forecastSlowdowns, type SplitForecast } from '../../predictors/forecast';
import type { AllocationPolicy } from '../../predictors/port';
import { suitsBetter } from '../goal';

/** Which splits are looked at. */
export interface SplitSpace {
  readonly total: number;
  /** SMs that each has at least. */
  readonly floors: readonly number[];
  /** Splits that are looked at, at most: with more, SMs change hands in twos, threes, … */
  readonly most: number;
}

/** Of all splits the one that suits a policy best, and the SMs that change hands at once from one to the next. */
export function bestSplit(
  { total, floors, most }: SplitSpace,
  forecasts: readonly SplitForecast[],
  policy: AllocationPolicy,
): { readonly sms: readonly number[]; readonly step: number } {
  const spare = total - floors.reduce((sum, floor) => sum + floor, 0);
  const step = stepFor(spare, floors.length, most);
  let best: { readonly sms: readonly number[]; readonly slowdowns: readonly number[] } | null = null;
  for (const more of allShares(spare, floors.length, step)) {
    const sms = floors.map((floor, app) => floor + more[app]!);
    const slowdowns = forecastSlowdowns(forecasts, sms);
    if (best === null || suitsBetter(slowdowns, best.slowdowns, policy)) best = { sms, slowdowns };
  }
  return { sms: best!.sms, step };
}

/** The least step with which there are no more splits than are looked at. */
function stepFor(spare: number, applications: number, most: number): number {
  let step = 1;
  while (sharesOf(Math.floor(spare / step), applications) > most) step++;
  return step;
}

/** Ways to hand so many parts to applications: a binomial coefficient. */
function sharesOf(parts: number, applications: number): number {
  let ways = 1;
  for (let at = 1; at < applications; at++) ways = (ways * (parts + at)) / at;
  return ways;
}

/** Every way to hand SMs out in multiples of a step; the last application has what is left. */
function* allShares(spare: number, applications: number, step: number): Generator<readonly number[]> {
  if (applications === 1) yield [spare];
  else
    for (let own = 0; own <= spare; own += step)
      for (const rest of allShares(spare - own, applications - 1, step)) yield [own, ...rest];
}
