import { meanShare } from '../../predictors/themis/meanShare';
import type { Assumption } from '../../kernel/origin';
import type { EventSource } from '../../../lab/themis/training/samples';
import type { Prediction } from '../../kernel/prediction';
import type { Scenario } from '../../kernel/scenario';
import { ThemisEstimator } from '../../predictors/themis/estimator';
import { ratesBy } from '../../predictors/counting/rates';
import { PhaseSeries, type Phase } from '../../predictors/counting/phaseSeries';
import type { SimulatorRun } from '../../simulator/run/simulatorRun';
import { createRun } from '../../simulator/simulate';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { causeOf, type SlowdownCause } from '../../predictors/themis/cause';
import type { CoRunModel } from '../../predictors/themis/coRunModel';
import { otherSplit, type OtherSplit } from '../../predictors/themis/otherSplit';
import { judgedPhases } from '../../predictors/themis/judgedPhases';
import { checkPlausible, meanRangeTexts } from '../../predictors/themis/plausible';
import { checkSplit, spatialCoRun } from '../../sharing/coRunScenario';
import { unseenLaunches } from '../../sharing/seenLaunches';

export type { OtherSplit } from '../../predictors/themis/otherSplit';

/** Core cycles of the epoch in which shared-mode events are counted. */
export const DEFAULT_EPOCH_CYCLES = 60_000;

/** Slowdown of one application of a co-run, with its parts. */
export interface AppSlowdown extends Prediction {
  readonly sms: number;
  /** PG = 1 / SD, 0 to 1. */
  readonly progress: number;
  readonly cause: SlowdownCause;
  /** Kernel by kernel, those that ran in the epoch. */
  readonly kernels: readonly {
    readonly name: string;
    readonly slowdown: number;
    readonly scalability: number;
    readonly interference: number;
  }[];
  /** Inputs outside of what the model was trained on. */
  readonly warnings: readonly string[];
}

export interface CoRunPrediction {
  readonly gpu: string;
  readonly predictor: string;
  /** Where the counters come from: an epoch in which the applications share the GPU, or runs alone. */
  readonly counters: EventSource;
  readonly sms: readonly number[];
  readonly apps: readonly AppSlowdown[];
  /** Further splits that were asked for. */
  readonly others: readonly OtherSplit[];
  /** What was simulated for it. */
  readonly epoch: { readonly cycles: number; readonly milliseconds: number };
  readonly warnings: readonly string[];
  readonly seed: number | null;
}

/**
 * Slowdown of every application of a scenario by Themis, from the events of one short simulated epoch in which
 * they share the GPU (equations 4 to 7); copies and late arrivals are left out. Other splits follow from the same epoch
 * by proactive prediction: by the network that was trained for it, else by equations 9 and 10.
 *
 * @param at further splits of the SMs to predict
 * @throws InputError naming the field of the scenario that is at fault.
 */
export function predictCoRun(
  scenario: Scenario,
  loaded: LoadedSpec,
  model: CoRunModel,
  epochCycles = DEFAULT_EPOCH_CYCLES,
  at: readonly (readonly number[])[] = [],
): CoRunPrediction {
  const shared = spatialCoRun(scenario, loaded, epochCycles);
  for (const sms of at) checkSplit(sms, scenario, loaded.spec.sms);
  const run = createRun(shared.scenario, loaded);
  const series = new PhaseSeries(run);
  run.run(series.hooks());
  series.cut();
  const unseen = unseenLaunches(run, series.phases);
  const assumptions = shared.assumptions.map((text, at) => ({ key: `scenario:${at}`, value: '', text }));
  const apps = scenario.apps.map((_, app) => slowdownOf(run, series.phases, app, model, assumptions));
  return {
    gpu: loaded.gpu.id,
    predictor: model.label,
    counters: 'shared',
    sms: shared.sms,
    apps,
    others: at.map((sms) => otherSplit(series.phases, sms, model, loaded.spec.sms)),
    epoch: { cycles: run.cycles, milliseconds: run.progress.simulatedMs },
    warnings: [...unseen, ...shared.assumptions],
    seed: scenario.seed ?? null,
  };
}

function slowdownOf(
  run: SimulatorRun,
  phases: readonly Phase[],
  app: number,
  model: CoRunModel,
  assumptions: readonly Assumption[],
): AppSlowdown {
  const total = run.loaded.spec.sms;
  const names = run.scenario.apps.map((one) => one.name);
  const estimator = new ThemisEstimator(model, total);
  const { scalability, interference } = estimator.estimate(judgedPhases(phases, app))[app]!;
  const sms = phases[0]!.apps[app]!.sms;
  const { own, beside } = meanShare(phases, app);
  const slowdown = scalability * interference;
  const warnings = meanRangeTexts(model, phases, app, total);
  checkPlausible(names[app]!, slowdown, warnings, model.error);
  return {
    subject: names[app]!,
    partners: names.filter((__, other) => other !== app),
    slowdown,
    progress: 1 / slowdown,
    sms,
    parts: { scalability, interference },
    cause: causeOf(model, sms / total, own, beside, { scalability, interference }),
    kernels: kernelSlowdowns(run, phases, app, estimator),
    mode: 'spatial',
    predictor: model.label,
    origin: 'predicted',
    inputs: { smFraction: sms / total, ...ratesBy((name) => own[name]) },
    assumptions,
    error: model.error,
    validOnly: ['each application keeps its SMs for the whole time'],
    warnings,
  };
}

function kernelSlowdowns(
  run: SimulatorRun,
  phases: readonly Phase[],
  app: number,
  estimator: ThemisEstimator,
): AppSlowdown['kernels'] {
  const { plan, queue } = run.machine;
  return queue.plans[app]!.kernels.flatMap((kernel) => {
    const own = phases.filter(({ apps }) => apps[app]!.active && apps[app]!.kernel === kernel);
    if (own.length === 0) return [];
    const { scalability, interference } = estimator.estimate(own)[app]!;
    const { name } = plan.kernels.kernels[kernel]!;
    return [{ name, slowdown: scalability * interference, scalability, interference }];
  });
}
