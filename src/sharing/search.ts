import { forecastSlowdowns, type SplitForecast } from '../predictors/forecast';
import { DEFAULT_MAX_DISTANCE, distance } from '../predictors/forecast';
import type { AllocationPolicy } from '../predictors/port';

interface Moves {
  readonly step: number;
  readonly least: number;
}

const SINGLE_SMS: Moves = { step: 1, least: 1 };

/**
 * A better allocation by moving single SMs between applications while that raises the policy's score
 * (algorithm 1). The algorithm as printed also moves an SM from an application to itself, does not stop at an
 * application's last SM, and looks at the distance only between rounds, of which each may move several SMs;
 * here i ≠ j, everyone keeps one SM, and no move goes beyond `maxDistance`.
 *
 * @param moves SMs that change hands at once, and those that everyone keeps
 */
export function betterAllocation(
  start: readonly number[],
  forecasts: readonly SplitForecast[],
  policy: AllocationPolicy,
  maxDistance = DEFAULT_MAX_DISTANCE,
  moves: Moves = SINGLE_SMS,
): number[] {
  let best = [...start];
  let slowdowns = forecastSlowdowns(forecasts, best);
  for (;;) {
    if (policy.isSatisfied(slowdowns)) return best;
    let improved = false;
    for (let from = 0; from < forecasts.length; from++)
      for (let to = 0; to < forecasts.length; to++) {
        const candidate = move(best, from, to, moves);
        if (candidate === null || distance(candidate, start) > maxDistance) continue;
        const predicted = forecastSlowdowns(forecasts, candidate);
        if (policy.score(predicted) <= policy.score(slowdowns)) continue;
        best = candidate;
        slowdowns = predicted;
        improved = true;
      }
    if (!improved) return best;
  }
}

/** SMs handed on; null where that is no move or leaves too few. */
function move(
  allocation: readonly number[],
  from: number,
  to: number,
  { step, least }: Moves,
): number[] | null {
  if (from === to || allocation[from]! - step < least) return null;
  return allocation.map((count, app) => count - (app === from ? step : 0) + (app === to ? step : 0));
}
