import type { LatencyPredictor } from '../../src/predictors/latencyPort';
import { prophet, sequentialKernelModel } from '../../src/predictors/prophet/latencies';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { fillCluster } from '../../src/sharing/colocation/fillCluster';
import { groupBy } from '../../src/stats/grouping';
import { mean } from '../../src/stats/means';
import { mostBelow } from './halving';
import { PLACES } from './oracle';
import { Predictions } from './predictions';
import { BATCH, COMPUTE_SERVICES, TRANSFER_SERVICES } from './programs';
import { profileKeysOf, type Row } from './rows';

/** Performance alone that services keep: the policies of section 7.4. */
export const POLICIES = [0.95, 0.9, 0.85, 0.8, 0.75, 0.7];
const SERVICES = [...COMPUTE_SERVICES, ...TRANSFER_SERVICES];
/** GPUs of every service, and instances of every batch application. */
const GPUS = 100;
const INSTANCES = 1000;
/** Queries that are predicted of each count of instances. */
const QUERIES = 10;

/** GPUs of one service with as many instances of one batch application beside it. */
export interface PlacedGroup {
  readonly service: string;
  readonly batch: string;
  readonly gpus: number;
  readonly each: number;
  /** Simulated latency beside so many over that alone, in the mean; null where it was not run. */
  readonly latency: number | null;
}

/** What is placed under a policy, and the share of the places that it fills. */
export interface PolicyFill {
  readonly policy: number;
  readonly utilisation: number;
  readonly groups: readonly PlacedGroup[];
}

/** The cluster as it is filled by whoever says how many instances are safe, by id. */
export type ClusterFills = ReadonlyMap<string, readonly PolicyFill[]>;

/** Who fills the cluster: the paper's predictor, and kernels one behind the other. */
const ASKED: readonly LatencyPredictor[] = [prophet, sequentialKernelModel];
/** Every place is filled: what the paper compares itself with in figure 19. */
export const ALL_PLACES = 'whatever it costs';

/** The cluster as predictors fill it, from the latest recorded run alone of every program. */
export function clusterFills(
  rows: readonly Row[],
  gpu: LoadedSpec,
  predictors: readonly LatencyPredictor[] = ASKED,
): ClusterFills {
  const recorded = latestRuns(rows, gpu);
  const told = predictors.map((predictor): [string, readonly PolicyFill[]] => {
    const ratios = SERVICES.map((service) =>
      BATCH.map((batch) => meanRatios(recorded.predictions, predictor, recorded.keysOf(service, batch))),
    );
    const safeOf = (policy: number): number[][] =>
      ratios.map((row) => row.map((ratioOf) => mostBelow(PLACES, (count) => ratioOf(count) <= 1 / policy)!));
    return [predictor.id, POLICIES.map((policy) => filled(policy, safeOf(policy), recorded))];
  });
  const all = SERVICES.map(() => BATCH.map(() => PLACES));
  return new Map([...told, [ALL_PLACES, POLICIES.map((policy) => filled(policy, all, recorded))]]);
}

/** 700 GPUs of seven services and 11,000 instances of eleven batch applications. */
function filled(policy: number, safe: readonly (readonly number[])[], recorded: LatestRuns): PolicyFill {
  const { utilisation, groups } = fillCluster({
    services: SERVICES.map((name) => ({ name, gpu: recorded.gpu, gpus: GPUS, places: PLACES })),
    batch: BATCH.map((name) => ({ name, instances: INSTANCES })),
    safe,
  });
  const placed = groups.flatMap(({ service, batch, gpus, each }) =>
    batch === null ? [] : [{ service, batch, gpus, each, latency: recorded.latency(service, batch, each) }],
  );
  return { policy, utilisation, groups: placed };
}

/** What is known of programs as they ran last. */
interface LatestRuns {
  readonly gpu: string;
  readonly predictions: Predictions;
  readonly keysOf: (service: string, batch: string) => readonly [string, string];
  /** Simulated mean latency over that alone; null where no query was run. */
  readonly latency: (service: string, batch: string, instances: number) => number | null;
}

function latestRuns(rows: readonly Row[], gpu: LoadedSpec): LatestRuns {
  const alone = rows.filter((row) => row.kind === 'profile');
  const latest = new Map(alone.map((row) => [row.app, row]));
  const predictions = new Predictions(new Map(alone.map((row) => [row.key, row])), gpu);
  const keysOf = (service: string, batch: string): readonly [string, string] => [
    latest.get(service)!.key,
    latest.get(batch)!.key,
  ];
  const queries = groupBy(
    rows.filter((row) => row.kind === 'query'),
    (row) => [...profileKeysOf(row), row.instances].join(),
  );
  return {
    gpu: gpu.gpu.id,
    predictions,
    keysOf,
    latency: (service, batch, instances) => {
      const own = queries.get([...keysOf(service, batch), instances].join()) ?? [];
      if (own.length === 0) return null;
      return mean(own.map(({ cycles }) => cycles)) / latest.get(service)!.cycles;
    },
  };
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
