import type { SimulatedKernel } from '../../../src/analysis/simulation/preparation';
import type { Scenario } from '../../../src/kernel/scenario';
import {
  roundRates,
  scalabilityOf,
  soloRound,
  type SoloRound,
} from '../../../src/predictors/counting/soloRound';
import type { SlowdownFactors } from '../../../src/predictors/forecast';
import type { ReadyPredictor } from '../../../src/predictors/port';
import { scenarioQuestion } from '../../../src/sharing/question';
import { DEFAULT_SEED } from '../../../src/simulator/run/plan';
import { simulatorGeneration } from '../../../src/simulator/spec/generation';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import type { RecordedRows } from '../../recordedRows';

/** Core cycles after which a launch that runs alone is cut, as `corun allocate` cuts it. */
const LAUNCH_CYCLES = 40_000;

/** A run alone on some SMs, kept in a file. */
export interface RoundRow {
  readonly key: string;
  readonly round: SoloRound;
}

/** What Corun tells of kernels on parts of the SMs from runs alone, as `corun allocate` does. */
export class ToldShares {
  private readonly kernels: ReadonlyMap<string, SimulatedKernel>;

  constructor(
    kernels: readonly SimulatedKernel[],
    private readonly loaded: LoadedSpec,
    private readonly rows: RecordedRows<RoundRow>,
  ) {
    this.kernels = new Map(kernels.map((kernel) => [kernel.kernelId, kernel]));
  }

  has(name: string): boolean {
    return this.kernels.has(name);
  }

  /** Time on so many SMs over that on all, both simulated; null for an application that is not. */
  scalability(name: string, sms: number): number | null {
    if (!this.has(name)) return null;
    return scalabilityOf(this.round(name, sms), this.round(name, this.loaded.spec.sms));
  }

  /** What a predictor makes of two at a split; null where one of them is not simulated. */
  factors(
    predictor: ReadyPredictor,
    names: readonly string[],
    sms: readonly number[],
  ): readonly SlowdownFactors[] | null {
    if (!names.every((name) => this.has(name))) return null;
    const solo = names.map((name) => roundRates(this.round(name, this.loaded.spec.sms)));
    const scenario: Scenario = {
      gpu: this.loaded.gpu.id,
      mode: { kind: 'spatial', sms: [...sms] },
      apps: names.map((name) => this.kernels.get(name)!.app),
    };
    const question = scenarioQuestion(scenario, this.loaded, { sms, assumptions: [] }, solo);
    return predictor.splits!.forecast(question).map((forecast) => forecast.at(sms));
  }

  private round(name: string, sms: number): SoloRound {
    const { app } = this.kernels.get(name)!;
    const key = [simulatorGeneration(this.loaded.gpu.id), LAUNCH_CYCLES, name, sms].join(' ');
    const make = (): RoundRow => ({
      key,
      round: soloRound(app, sms, this.loaded, { seed: DEFAULT_SEED, launchCycles: LAUNCH_CYCLES }),
    });
    return this.rows.row(key, make).round;
  }
}
