import type { LatencyPredictor } from '../../src/predictors/latencyPort';
import { mean } from '../../src/stats/means';
import { mostBelow } from './halving';
import { meanBeside, PLACES, safeBeside, TARGET, type QueryRatios } from './oracle';
import type { Predictions } from './predictions';
import { profileKeysOf, type QueryRow } from './rows';

/** Queries that are predicted of each count of instances. */
const QUERIES = 20;

/** What a predictor lets run beside a service. */
export interface ToldSafe {
  readonly id: string;
  readonly instances: number;
  /** Mean latency beside so many over the target; null where no such runs were made. */
  readonly ofTarget: number | null;
}

/** Instances of a batch application that are safe beside a service. */
export interface SafeRow {
  readonly service: string;
  readonly batch: string;
  readonly oracle: number;
  readonly told: readonly ToldSafe[];
}

/** Safe instances of the pairs whose runs tell them. */
export function safeRows(
  pairs: readonly (readonly QueryRow[])[],
  predictions: Predictions,
  predictors: readonly LatencyPredictor[],
): readonly SafeRow[] {
  return pairs.flatMap((queries) => {
    const { service, batch } = queries[0]!;
    const keys = profileKeysOf(queries[0]!);
    const ratioOf = recordedRatios(queries, predictions.profile(keys[0]).cycles);
    const oracle = safeBeside(ratioOf);
    if (oracle === null) return [];
    const told = predictors.map((predictor): ToldSafe => {
      const instances = mostBelow(PLACES, (count) => {
        return mean(predictions.ratios(predictor, keys, count, QUERIES)) <= TARGET;
      })!;
      const latency = instances === 0 ? 1 : meanBeside(ratioOf, instances);
      return { id: predictor.id, instances, ofTarget: latency === null ? null : latency / TARGET };
    });
    return [{ service, batch, oracle, told }];
  });
}

function recordedRatios(queries: readonly QueryRow[], aloneCycles: number): QueryRatios {
  const known = new Map(
    queries.map(({ instances, query, cycles }) => [`${instances} ${query}`, cycles / aloneCycles]),
  );
  return (instances, query) => known.get(`${instances} ${query}`) ?? null;
}
