import type { LatencyPredictor } from '../../src/predictors/latencyPort';
import { quantile } from '../../src/stats/quantile';
import { intervalOf, redrawn, type Interval } from './draws';
import type { Predictions } from './predictions';
import { profileKeysOf, type QueryRow } from './rows';

/** Recorded queries of a pair from which on their 95th percentile is looked at. */
const LEAST_QUERIES = 20;
/** Queries that are predicted. */
const QUERIES = 200;
const TAIL = 0.95;

/** The 95th percentile of a service's latency beside one instance, over the latency alone. */
export interface TailRow {
  readonly service: string;
  readonly batch: string;
  readonly queries: number;
  readonly measured: number;
  /** Of as many queries drawn with replacement. */
  readonly interval: Interval;
  readonly told: readonly { readonly id: string; readonly p95: number }[];
}

/** Tails of the pairs with enough queries. */
export function tailRows(
  pairs: readonly (readonly QueryRow[])[],
  predictions: Predictions,
  predictors: readonly LatencyPredictor[],
): readonly TailRow[] {
  return pairs.flatMap((all) => {
    const queries = all.filter(({ instances }) => instances === 1);
    if (queries.length < LEAST_QUERIES) return [];
    const { service, batch } = queries[0]!;
    const keys = profileKeysOf(queries[0]!);
    const ratios = queries.map(({ cycles }) => cycles / predictions.profile(keys[0]).cycles);
    const told = predictors.map((predictor) => ({
      id: predictor.id,
      p95: quantile(predictions.ratios(predictor, keys, 1, QUERIES), TAIL),
    }));
    const interval = intervalOf((random) => quantile(redrawn(ratios, random), TAIL))!;
    return [{ service, batch, queries: queries.length, measured: quantile(ratios, TAIL), interval, told }];
  });
}
