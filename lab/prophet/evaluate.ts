import type { LatencyPredictor } from '../../src/predictors/latencyPort';
import { pcieBubble } from '../../src/predictors/prophet/bubble';
import { prophet, sequentialKernelModel } from '../../src/predictors/prophet/latencies';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { groupBy } from '../../src/stats/grouping';
import { mean } from '../../src/stats/means';
import { Predictions } from './predictions';
import { generationOf, profileKeysOf, type ProfileRow, type QueryRow, type Row } from './rows';
import { spread } from './spread/latencies';
import { safeRows, type SafeRow } from './safeRows';
import { tailRows, type TailRow } from './tailRows';

/** Queries that are predicted for a pair. */
const QUERIES = 200;
/** Share of a copy-bound run that is copies: figure 11's classes are not in the text, ours follow from the runs. */
const COPY_BOUND = 0.5;
/** Degradation below which its relative error says nothing: fewer per cent than the means are sure of. */
const LEAST_DEGRADATION = 0.05;

/** Who is judged: the paper's predictor, ours, and what the paper compares itself with. */
export const JUDGED: readonly LatencyPredictor[] = [prophet, spread, sequentialKernelModel, pcieBubble];

export type PairClass = 'compute' | 'copies' | 'different';

/** What a predictor says of a pair. */
export interface Told {
  readonly id: string;
  /** Mean latency over that alone. */
  readonly latency: number;
  /** Error of the degradation (equation 10); null where that is below 5 %. */
  readonly error: number | null;
}

/** One service beside one instance of a batch application. */
export interface PairRow {
  readonly service: string;
  readonly batch: string;
  readonly class: PairClass;
  /** Generation of the simulator that ran it; null for 7 or before. */
  readonly generation: number | null;
  readonly queries: number;
  /** Latency of every query over that alone. */
  readonly ratios: readonly number[];
  /** Their mean, and half of its 95 % interval; 0 of one query, which tells none. */
  readonly measured: number;
  readonly halfWidth: number;
  readonly told: readonly Told[];
}

export interface ProphetSummary {
  readonly gpu: string;
  /** Share of copies in a run alone, by program. */
  readonly copyShares: Readonly<Record<string, number>>;
  /** Largest relative difference of a run replayed alone. */
  readonly aloneError: number;
  readonly pairs: readonly PairRow[];
  readonly tails: readonly TailRow[];
  readonly safe: readonly SafeRow[];
}

/** Judges predictors on recorded runs, from profiles of runs alone. */
export function evaluate(
  rows: readonly Row[],
  gpu: LoadedSpec,
  predictors: readonly LatencyPredictor[] = JUDGED,
): ProphetSummary {
  const alone = rows.filter((row) => row.kind === 'profile');
  const profiles = new Map(alone.map((row) => [row.key, row]));
  const predictions = new Predictions(profiles, gpu);
  const pairs = pairsOf(rows.filter((row) => row.kind === 'query'));
  return {
    gpu: gpu.gpu.id,
    copyShares: Object.fromEntries(alone.map((row) => [row.app, copyShareOf(row)])),
    aloneError: Math.max(...alone.map(({ key }) => predictions.aloneError(key))),
    pairs: pairs.flatMap((queries) => {
      const single = queries.filter(({ instances }) => instances === 1);
      return single.length === 0 ? [] : [pairRow(single, predictions, predictors)];
    }),
    tails: tailRows(pairs, predictions, predictors),
    safe: safeRows(pairs, predictions, predictors),
  };
}

/**
 * Queries by their pair; of pairs that ran again after programs or the simulator had changed, those of the programs with
 * which most of them ran, the later of two with as many.
 */
function pairsOf(queries: readonly QueryRow[]): (readonly QueryRow[])[] {
  const named = groupBy(queries, ({ service, batch }) => `${service} ${batch}`);
  return [...named.values()].map((rows) => {
    const versions = [...groupBy(rows, (row) => profileKeysOf(row).join()).values()];
    return versions.reduce((most, next) => (next.length >= most.length ? next : most));
  });
}

const copyShareOf = ({ copyCycles, cycles }: ProfileRow): number => copyCycles / cycles;

function pairRow(
  queries: readonly QueryRow[],
  predictions: Predictions,
  predictors: readonly LatencyPredictor[],
): PairRow {
  const { service, batch } = queries[0]!;
  const keys = profileKeysOf(queries[0]!);
  const [own, beside] = [predictions.profile(keys[0]), predictions.profile(keys[1])];
  const ratios = queries.map(({ cycles }) => cycles / own.cycles);
  const measured = mean(ratios);
  const spread = Math.sqrt(mean(ratios.map((ratio) => (ratio - measured) ** 2)));
  return {
    service,
    batch,
    class: classOf(own, beside),
    generation: generationOf(queries[0]!),
    queries: queries.length,
    ratios,
    measured,
    halfWidth: (1.96 * spread) / Math.sqrt(Math.max(1, queries.length - 1)),
    told: predictors.map((predictor) => {
      const latency = mean(predictions.ratios(predictor, keys, 1, QUERIES));
      return { id: predictor.id, latency, error: errorOfDegradation(latency, measured) };
    }),
  };
}

function classOf(service: ProfileRow, batch: ProfileRow): PairClass {
  const [a, b] = [service, batch].map((row) => copyShareOf(row) >= COPY_BOUND);
  if (a !== b) return 'different';
  return a === true ? 'copies' : 'compute';
}

/** Error of a degradation (equation 10); null where it is hardly there. */
export function errorOfDegradation(predicted: number, measured: number): number | null {
  if (measured - 1 < LEAST_DEGRADATION) return null;
  return Math.abs((predicted - 1) / (measured - 1) - 1);
}
