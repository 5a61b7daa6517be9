import type { LatencyPredictor } from '../../src/predictors/latencyPort';
import { createRandom } from '../../src/stats/random';
import { quantile } from '../../src/stats/quantile';
import type { Predictions } from './predictions';
import { profileKeysOf, type QueryRow } from './rows';

/** Recorded queries of a pair from which on their 95th percentile is looked at. */
const LEAST_QUERIES = 20;
/** Queries that are predicted. */
const QUERIES = 200;
/** Draws of as many queries with replacement, for the interval. */
const DRAWS = 1000;
const TAIL = 0.95;

/** The 95th percentile of a service's latency beside one instance, over the latency alone. */
export interface TailRow {
  readonly service: string;
  readonly batch: string;
  readonly queries: number;
  readonly measured: number;
  /** 95 % of the draws of as many queries are between. */
  readonly interval: readonly [number, number];
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
    const interval = intervalOf(ratios);
    return [{ service, batch, queries: queries.length, measured: quantile(ratios, TAIL), interval, told }];
  });
}

function intervalOf(ratios: readonly number[]): [number, number] {
  const random = createRandom(1);
  const draw = (): number => ratios[Math.floor(random.next() * ratios.length)]!;
  const tails = Array.from({ length: DRAWS }, () => quantile(ratios.map(draw), TAIL));
  return [quantile(tails, 0.025), quantile(tails, 0.975)];
}
