import { factorsUnder } from '../../../src/predictors/themis/fromRunsAlone';
import type { ScenarioApp } from '../../../src/kernel/scenario';
import { roundRates } from '../../../src/predictors/counting/soloRound';
import { ThemisEstimator } from '../../../src/predictors/themis/estimator';
import {
  modelFor,
  slowdownModel,
  type KernelSlowdownModel,
} from '../../../src/predictors/themis/model/kernelSlowdownModel';
import type { ThemisModelFile } from '../../../src/predictors/themis/model/modelFile';
import { slowdownOf } from '../../../src/predictors/forecast';
import { PairTruths } from './pairTruths';

/** One application of a pair: what the simulator shows of it, and what the networks tell. */
export interface AppOutcome {
  readonly name: string;
  readonly sms: number;
  readonly simulated: number;
  readonly alone: number;
  readonly epoch: number;
}

export interface PairOutcome {
  readonly apps: readonly [AppOutcome, AppOutcome];
}

/** Simulates pairs of applications on a GPU and asks the networks that ship for it. */
export class UnseenPairs {
  private readonly truths: PairTruths;
  private readonly shared: KernelSlowdownModel;
  private readonly solo: KernelSlowdownModel;

  constructor(
    gpu: string,
    files: readonly ThemisModelFile[],
    apps: ReadonlyMap<string, ScenarioApp>,
    options?: ConstructorParameters<typeof PairTruths>[2],
  ) {
    this.truths = new PairTruths(gpu, apps, options);
    const file = modelFor(gpu, files);
    this.shared = slowdownModel(file);
    this.solo = slowdownModel(file, 'solo');
  }

  measurable(): string[] {
    return this.truths.measurable();
  }

  /** @param share of the SMs that the first of the two gets */
  outcome(names: readonly string[], share: number): PairOutcome {
    const { truths } = this;
    const sms = truths.split(share);
    const measured = truths.together(names, sms);
    const rates = names.map((name) => roundRates(truths.round(name)));
    const alone = factorsUnder(this.solo, rates, sms, truths.sms);
    const estimator = new ThemisEstimator(this.shared, truths.sms);
    const outcomeOf = (app: 0 | 1): AppOutcome => {
      const { phases, slowdown } = measured[app]!;
      return {
        name: names[app]!,
        sms: sms[app],
        simulated: slowdown,
        alone: slowdownOf(alone[app]!),
        epoch: slowdownOf(estimator.estimate(phases)[app]!),
      };
    };
    return { apps: [outcomeOf(0), outcomeOf(1)] };
  }
}
