import { prophet, sequentialKernelModel } from '../../src/predictors/prophet/latencies';
import type { LatencyPredictor, LatencyQuestion } from '../../src/predictors/latencyPort';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { mean } from '../../src/stats/means';
import type { ProfileRow, QueryRow, Row } from './rows';
import { launchOf, soloRunOf } from './soloRun';

/** Queries that are predicted for a pair. */
const QUERIES = 200;
const SEED = 1;
/** Share of a copy-bound run that is copies: figure 11's classes are not in the text, ours follow from the runs. */
const COPY_BOUND = 0.5;
/** Degradation below which its relative error says nothing: fewer per cent than the means are sure of. */
const LEAST_DEGRADATION = 0.05;

export type PairClass = 'compute' | 'copies' | 'different';

/** One service beside instances of a batch application. */
export interface PairRow {
  readonly service: string;
  readonly batch: string;
  readonly instances: number;
  readonly class: PairClass;
  readonly queries: number;
  /** Mean latency over that alone, and half of its 95 % interval. */
  readonly measured: number;
  readonly halfWidth: number;
  readonly prophet: number;
  readonly sequential: number;
  /** Errors of the degradation (equation 10); null where that is below 5 %. */
  readonly prophetError: number | null;
  readonly sequentialError: number | null;
}

export interface ProphetSummary {
  readonly gpu: string;
  /** Share of copies in a run alone, by program. */
  readonly copyShares: Readonly<Record<string, number>>;
  /** Largest relative difference of a run replayed alone. */
  readonly aloneError: number;
  readonly pairs: readonly PairRow[];
}

/** Judges the predictors on recorded runs, from profiles of runs alone. */
export function evaluate(rows: readonly Row[], gpu: LoadedSpec): ProphetSummary {
  const profiles = new Map(rows.filter((row) => row.kind === 'profile').map((row) => [row.app, row]));
  const asked = new Map<string, QueryRow[]>();
  for (const row of rows.filter((each) => each.kind === 'query')) {
    const key = [row.service, row.batch, row.instances].join(' ');
    asked.set(key, [...(asked.get(key) ?? []), row]);
  }
  const judge = new Judge(profiles, gpu);
  return {
    gpu: gpu.gpu.id,
    copyShares: Object.fromEntries([...profiles].map(([name, row]) => [name, copyShareOf(row)])),
    aloneError: Math.max(...[...profiles.keys()].map((name) => judge.aloneError(name))),
    pairs: [...asked.values()].map((queries) => judge.pair(queries)),
  };
}

const copyShareOf = ({ copyCycles, cycles }: ProfileRow): number => copyCycles / cycles;

class Judge {
  private readonly runs: ReadonlyMap<string, ReturnType<typeof soloRunOf>>;

  constructor(
    private readonly profiles: ReadonlyMap<string, ProfileRow>,
    private readonly gpu: LoadedSpec,
  ) {
    this.runs = new Map([...profiles].map(([name, row]) => [name, soloRunOf(row, gpu)]));
  }

  aloneError(name: string): number {
    const { cycles, clockMHz } = this.profiles.get(name)!;
    return Math.abs(this.aloneNs(name) / ((cycles * 1000) / clockMHz) - 1);
  }

  pair(queries: readonly QueryRow[]): PairRow {
    const { service, batch, instances } = queries[0]!;
    const alone = this.profiles.get(service)!;
    const ratios = queries.map(({ cycles }) => cycles / alone.cycles);
    const measured = mean(ratios);
    const spread = Math.sqrt(mean(ratios.map((ratio) => (ratio - measured) ** 2)));
    const told = (predictor: LatencyPredictor): number =>
      mean(predictor.latencies(this.question(service, batch, instances))) / this.aloneNs(service);
    const [ours, sequential] = [told(prophet), told(sequentialKernelModel)];
    return {
      service,
      batch,
      instances,
      class: this.classOf(service, batch),
      queries: queries.length,
      measured,
      halfWidth: (1.96 * spread) / Math.sqrt(Math.max(1, queries.length - 1)),
      prophet: ours,
      sequential,
      prophetError: errorOfDegradation(ours, measured),
      sequentialError: errorOfDegradation(sequential, measured),
    };
  }

  private classOf(service: string, batch: string): PairClass {
    const [a, b] = [service, batch].map((name) => copyShareOf(this.profiles.get(name)!) >= COPY_BOUND);
    if (a !== b) return 'different';
    return a === true ? 'copies' : 'compute';
  }

  private aloneNs(service: string): number {
    return prophet.latencies({ ...this.question(service, service, 0), queries: 1 })[0]!;
  }

  private question(service: string, batch: string, instances: number): LatencyQuestion {
    const beside = this.runs.get(batch)!;
    const { measuredGBs, peakGBs } = this.gpu.gpu.dram;
    return {
      gpu: this.gpu.gpu,
      bytesPerNs: measuredGBs ?? peakGBs ?? Infinity,
      launch: launchOf(this.profiles.get(service)!),
      service: this.runs.get(service)!,
      beside: Array.from({ length: instances }, () => beside),
      queries: QUERIES,
      seed: SEED,
    };
  }
}

function errorOfDegradation(predicted: number, measured: number): number | null {
  if (measured - 1 < LEAST_DEGRADATION) return null;
  return Math.abs((predicted - 1) / (measured - 1) - 1);
}
