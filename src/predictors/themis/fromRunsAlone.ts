import type { Scenario } from '../../kernel/scenario';
import { coRunnerPressures, pressureOf, scaledPressure } from './events';
import { ratesBy, type CounterRates } from '../counting/rates';
import { rangeTexts, type RangeWarning } from './model/inputNames';
import type { KernelSlowdown, SlowdownModel } from './slowdownModel';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { causeOf } from './cause';
import { untrainedShare, type CoRunModel } from './coRunModel';
import { checkSplit, spatialCoRun } from '../../sharing/coRunScenario';
import { checkPlausible } from './plausible';
import type { AppSlowdown, CoRunPrediction, OtherSplit } from '../../analysis/corun/predictCoRun';
import type { SoloCounters } from '../../sharing/soloCounters';

/**
 * Slowdown of every application of a scenario from counters of runs alone on the whole GPU: what a profile of
 * each by itself can tell. Nothing is simulated here.
 *
 * @param model one that was trained on such counters
 * @param at further splits of the SMs to predict
 * @throws InputError naming the field of the scenario that is at fault.
 */
export function predictAlone(
  scenario: Scenario,
  loaded: LoadedSpec,
  model: CoRunModel,
  counters: SoloCounters,
  at: readonly (readonly number[])[] = [],
): CoRunPrediction {
  const { sms, assumptions } = spatialCoRun(scenario, loaded, 1);
  const total = loaded.spec.sms;
  for (const split of at) checkSplit(split, scenario, total);
  const predicted = predictSplit(model, counters.events, sms, total).map(({ ranges, ...one }) => ({
    ...one,
    warnings: rangeTexts(ranges),
  }));
  const names = scenario.apps.map(({ name }) => name);
  predicted.forEach(({ slowdown, warnings }, app) =>
    checkPlausible(names[app]!, slowdown, warnings, model.error),
  );
  return {
    gpu: loaded.gpu.id,
    predictor: model.label,
    counters: 'solo',
    sms,
    apps: predicted.map((one, app): AppSlowdown => ({
      subject: names[app]!,
      partners: names.filter((_, other) => other !== app),
      ...one,
      progress: 1 / one.slowdown,
      sms: sms[app]!,
      kernels: [],
      mode: 'spatial',
      predictor: model.label,
      origin: 'predicted',
      inputs: {
        smFraction: sms[app]! / total,
        ...ratesBy((name) => counters.events[app]![name]),
      },
      assumptions: assumptions.map((text, key) => ({ key: `scenario:${key}`, value: '', text })),
      error: model.error,
      validOnly: ['each application keeps its SMs for the whole time'],
    })),
    others: at.map((split) => otherSplit(model, counters.events, split, total)),
    epoch: {
      cycles: counters.cycles,
      milliseconds: counters.cycles / loaded.spec.coreClockMHz / 1000,
    },
    warnings: [...counters.warnings, ...assumptions],
    seed: scenario.seed ?? null,
  };
}

function otherSplit(
  model: CoRunModel,
  events: readonly CounterRates[],
  sms: readonly number[],
  total: number,
): OtherSplit {
  const apps = predictSplit(model, events, sms, total);
  return {
    sms,
    slowdowns: apps.map(({ slowdown }) => slowdown),
    predictor: model.label,
    error: model.error,
    // The counters are the same for all splits.
    warnings: [...new Set(apps.flatMap(({ ranges }) => untrainedShare(ranges)))],
  };
}

/** Slowdown of each application on its SMs, with what it comes from. */
export interface SplitSlowdown extends Pick<AppSlowdown, 'slowdown' | 'parts' | 'cause'> {
  readonly ranges: readonly RangeWarning[];
}

/**
 * What a model reads of each application under one split. The model has learned from the pressure of the co-run
 * itself; that of the run on the whole GPU times the share of the SMs comes nearest to it, since what fewer SMs ask
 * for beyond that is lost again to the other applications (`npm run study:themis-alone`).
 *
 * @param total SMs of the GPU
 * @param asked what each application asks for of that on the whole GPU
 */
export function inputsUnder(
  events: readonly CounterRates[],
  sms: readonly number[],
  total: number,
  asked: readonly number[] = sms.map((count) => count / total),
) {
  const shares = events.map((one, app) => ({
    ...one,
    ...scaledPressure(pressureOf(one), asked[app]!),
  }));
  const pressures = coRunnerPressures(shares);
  return events.map((own, app) => ({ smFraction: sms[app]! / total, own, beside: pressures[app]! }));
}

/** The two factors of each application's slowdown under one split, and nothing else: searches ask for many. */
export function factorsUnder(
  model: SlowdownModel,
  events: readonly CounterRates[],
  sms: readonly number[],
  total: number,
): KernelSlowdown[] {
  return inputsUnder(events, sms, total).map(({ smFraction, own, beside }) =>
    model.predict(smFraction, own, beside),
  );
}

/** Slowdowns under one split, with what they come from. */
export function predictSplit(
  model: CoRunModel,
  events: readonly CounterRates[],
  sms: readonly number[],
  total: number,
): SplitSlowdown[] {
  return inputsUnder(events, sms, total).map(({ smFraction, own, beside }) => {
    const { scalability, interference } = model.predict(smFraction, own, beside);
    return {
      slowdown: scalability * interference,
      parts: { scalability, interference },
      cause: causeOf(model, smFraction, own, beside),
      ranges: model.warnings(smFraction, own, beside),
    };
  });
}
