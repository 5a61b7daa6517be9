import type { LatencyPredictor, LatencyQuestion } from '../../src/predictors/latencyPort';
import { prophet } from '../../src/predictors/prophet/latencies';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import type { ProfileRow } from './rows';
import { launchOf, soloRunOf } from './soloRun';

const SEED = 1;

/** What predictors are asked of recorded profiles, which are known by their keys. */
export class Predictions {
  private readonly runs: ReadonlyMap<string, ReturnType<typeof soloRunOf>>;

  constructor(
    private readonly profiles: ReadonlyMap<string, ProfileRow>,
    private readonly gpu: LoadedSpec,
  ) {
    this.runs = new Map([...profiles].map(([key, row]) => [key, soloRunOf(row, gpu)]));
  }

  profile(key: string): ProfileRow {
    return this.profiles.get(key)!;
  }

  /** Time of a program alone as it is replayed. */
  aloneNs(key: string): number {
    return prophet.latencies(this.question(key, key, 0, 1))[0]!;
  }

  /** Relative difference of a run replayed alone. */
  aloneError(key: string): number {
    const { cycles, clockMHz } = this.profile(key);
    return Math.abs(this.aloneNs(key) / ((cycles * 1000) / clockMHz) - 1);
  }

  /** Latencies of a service over that alone. */
  ratios(
    predictor: LatencyPredictor,
    [service, batch]: readonly [string, string],
    instances: number,
    queries: number,
  ): readonly number[] {
    const aloneNs = this.aloneNs(service);
    return predictor.latencies(this.question(service, batch, instances, queries)).map((ns) => ns / aloneNs);
  }

  private question(service: string, batch: string, instances: number, queries: number): LatencyQuestion {
    const beside = this.runs.get(batch)!;
    const { measuredGBs, peakGBs } = this.gpu.gpu.dram;
    return {
      gpu: this.gpu.gpu,
      bytesPerNs: measuredGBs ?? peakGBs ?? Infinity,
      launch: launchOf(this.profile(service)),
      service: this.runs.get(service)!,
      beside: Array.from({ length: instances }, () => beside),
      queries,
      seed: SEED,
    };
  }
}
