import { phasesBeforeCut } from '../../../src/predictors/counting/phasesBeforeCut';
import { factorsUnder } from '../../../src/predictors/themis/fromRunsAlone';
import type { ScenarioApp } from '../../../src/kernel/scenario';
import { roundRates, soloRound, type SoloRound } from '../../../src/predictors/counting/soloRound';
import { ThemisEstimator } from '../../../src/predictors/themis/estimator';
import {
  modelFor,
  slowdownModel,
  type KernelSlowdownModel,
} from '../../../src/predictors/themis/model/kernelSlowdownModel';
import type { ThemisModelFile } from '../../../src/predictors/themis/model/modelFile';
import { phaseCycles, type Phase } from '../../../src/predictors/counting/phaseSeries';
import { measureCoRun, type CoRunTruth } from '../reproduction/coRun';
import { slowdownOf } from '../../../src/predictors/forecast';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { keepsPace } from './keepsPace';

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

const OPTIONS = { seed: 1, limitCycles: 60_000, launchCycles: 80_000 };

/** What an application is judged by: up to its end, or without the latency of the launch that the run's end cuts. */
function judged(
  { phases, endCycles, slowdowns, cycles }: CoRunTruth,
  app: number,
): { readonly phases: readonly Phase[]; readonly slowdown: number } {
  const end = endCycles[app]!;
  const own = phases.filter(({ toCycle }) => toCycle <= end);
  if (end < cycles) return { phases: own, slowdown: slowdowns[app]! };
  const kept = phasesBeforeCut(own, app);
  const together = kept.reduce((sum, phase) => sum + phaseCycles(phase), 0);
  const latency = end - together;
  return { phases: kept, slowdown: together / (end / slowdowns[app]! - latency) };
}

/** Simulates pairs of applications on a GPU and asks the networks that ship for it. */
export class UnseenPairs {
  private readonly solos = new Map<string, SoloRound>();
  private readonly loaded;
  private readonly shared: KernelSlowdownModel;
  private readonly solo: KernelSlowdownModel;

  constructor(
    gpu: string,
    files: readonly ThemisModelFile[],
    private readonly apps: ReadonlyMap<string, ScenarioApp>,
    private readonly options = OPTIONS,
  ) {
    this.loaded = loadSpec(gpu);
    const file = modelFor(gpu, files);
    this.shared = slowdownModel(file);
    this.solo = slowdownModel(file, 'solo');
  }

  /** Applications whose launches end, or keep the pace that they begin with. */
  measurable(): string[] {
    return [...this.apps.keys()].filter((name) => this.roundOf(name).launches.every(keepsPace));
  }

  /** @param share of the SMs that the first of the two gets */
  outcome(names: readonly string[], share: number): PairOutcome {
    const { loaded } = this;
    const total = loaded.spec.sms;
    const first = Math.round(share * total);
    const sms = [first, total - first];
    const rounds = names.map((name) => this.roundOf(name));
    const apps = names.map((name) => this.apps.get(name)!);
    const truth = measureCoRun({ ...this.options, apps, sms }, rounds, loaded);
    const alone = factorsUnder(this.solo, rounds.map(roundRates), sms, total);
    const estimator = new ThemisEstimator(this.shared, total);
    const outcomeOf = (app: 0 | 1): AppOutcome => {
      const { phases, slowdown } = judged(truth, app);
      return {
        name: names[app]!,
        sms: sms[app]!,
        simulated: slowdown,
        alone: slowdownOf(alone[app]!),
        epoch: slowdownOf(estimator.estimate(phases)[app]!),
      };
    };
    return { apps: [outcomeOf(0), outcomeOf(1)] };
  }

  private roundOf(name: string): SoloRound {
    const known = this.solos.get(name);
    if (known !== undefined) return known;
    const round = soloRound(this.apps.get(name)!, this.loaded.spec.sms, this.loaded, this.options);
    this.solos.set(name, round);
    return round;
  }
}
