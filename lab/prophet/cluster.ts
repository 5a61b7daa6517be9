import type { LatencyPredictor } from '../../src/predictors/latencyPort';
import { prophet, sequentialKernelModel } from '../../src/predictors/prophet/latencies';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { fillCluster } from '../../src/sharing/colocation/fillCluster';
import { mean } from '../../src/stats/means';
import { mostBelow } from './halving';
import { PLACES } from './oracle';
import { Predictions } from './predictions';
import type { Row } from './rows';
import { BATCH, COMPUTE_SERVICES, TRANSFER_SERVICES } from './programs';

/** Performance alone that services keep: the policies of section 7.4. */
export const POLICIES = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7];
/** GPUs of every service, and instances of every batch application. */
const GPUS = 100;
const INSTANCES = 1000;
/** Queries that are predicted of each count of instances. */
const QUERIES = 10;

/** Share of the places that a predictor fills under a policy. */
export interface PolicyFill {
  readonly policy: number;
  readonly utilisation: number;
}

/** Who fills the cluster: the paper's predictor, and kernels one behind the other. */
const ASKED: readonly LatencyPredictor[] = [prophet, sequentialKernelModel];

/** The cluster as predictors fill it, from the latest recorded run alone of every program; by id. */
export function clusterFills(
  rows: readonly Row[],
  gpu: LoadedSpec,
): ReadonlyMap<string, readonly PolicyFill[]> {
  const alone = rows.filter((row) => row.kind === 'profile');
  const keys = new Map(alone.map((row) => [row.app, row.key]));
  const predictions = new Predictions(new Map(alone.map((row) => [row.key, row])), gpu);
  const keyOf = (name: string): string => keys.get(name)!;
  const { id } = gpu.gpu;
  return new Map(ASKED.map((predictor) => [predictor.id, filledCluster(id, predictions, predictor, keyOf)]));
}

/**
 * 700 GPUs of seven services and 11,000 instances of eleven batch applications, as a predictor lets them share.
 *
 * @param keyOf key of the profile of a program
 */
function filledCluster(
  gpu: string,
  predictions: Predictions,
  predictor: LatencyPredictor,
  keyOf: (name: string) => string,
): readonly PolicyFill[] {
  const services = [...COMPUTE_SERVICES, ...TRANSFER_SERVICES];
  const ratios = services.map((service) =>
    BATCH.map((batch) => meanRatios(predictions, predictor, [keyOf(service), keyOf(batch)])),
  );
  return POLICIES.map((policy) => {
    const safe = ratios.map((row) =>
      row.map((ratioOf) => mostBelow(PLACES, (count) => ratioOf(count) <= 1 / policy)!),
    );
    const { utilisation } = fillCluster({
      services: services.map((name) => ({ name, gpu, gpus: GPUS, places: PLACES })),
      batch: BATCH.map((name) => ({ name, instances: INSTANCES })),
      safe,
    });
    return { policy, utilisation };
  });
}

/** Mean latency over that alone by the number of instances, each predicted once. */
function meanRatios(
  predictions: Predictions,
  predictor: LatencyPredictor,
  pair: readonly [string, string],
): (instances: number) => number {
  const known = new Map<number, number>();
  return (instances) => {
    const ratio = known.get(instances) ?? mean(predictions.ratios(predictor, pair, instances, QUERIES));
    known.set(instances, ratio);
    return ratio;
  };
}
