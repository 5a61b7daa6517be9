import type { ScenarioApp } from '../../kernel/scenario';
import type { CounterRates } from '../../predictors/counting/rates';
import type { SlowdownFactors, SplitForecast } from '../../predictors/forecast';
import type { CoRunAnswer, CoRunQuestion, ReadyPredictor } from '../../predictors/port';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { scenarioQuestion } from '../question';

/** A kernel of an application with what it counted when it ran alone on the whole GPU. */
export interface CountedKernel {
  readonly app: ScenarioApp;
  readonly rates: CounterRates;
}

/**
 * What kernels that run at the same time lose, each on the SMs of its application, by a predictor that reads counters of
 * runs alone. One that runs by itself loses what fewer SMs cost.
 */
export class KernelFactors {
  private readonly forecasts = new Map<string, readonly SplitForecast[]>();

  /** @param kernels by id */
  constructor(
    private readonly loaded: LoadedSpec,
    private readonly predictor: ReadyPredictor,
    private readonly kernels: ReadonlyMap<string, CountedKernel>,
  ) {}

  /** @param ids of the kernels that run, of as many applications */
  at(ids: readonly string[], sms: readonly number[]): readonly SlowdownFactors[] {
    const factors = this.forecastsOf(ids).map((forecast) => forecast.at(sms));
    return ids.length > 1 ? factors : factors.map((own) => ({ ...own, interference: 1 }));
  }

  /** The same as whole answers, with what is unsure of them. */
  answers(ids: readonly string[], sms: readonly number[]): readonly CoRunAnswer[] {
    return this.predictor.predict({ ...this.question(ids), split: sms });
  }

  private forecastsOf(ids: readonly string[]): readonly SplitForecast[] {
    const key = ids.join('\n');
    const known = this.forecasts.get(key) ?? this.predictor.splits!.forecast(this.question(ids));
    this.forecasts.set(key, known);
    return known;
  }

  private question(ids: readonly string[]): CoRunQuestion {
    const counted = ids.map((id) => this.kernels.get(id)!);
    const { gpu, spec } = this.loaded;
    const scenario = { gpu: gpu.id, apps: counted.map(({ app }) => app) };
    const rates = counted.map((kernel) => kernel.rates);
    return scenarioQuestion(scenario, this.loaded, { sms: ids.map(() => spec.sms), assumptions: [] }, rates);
  }
}
