import { predictCoRun as predict } from '../../../../src/analysis/corun/predictCoRun';
import { ScenarioEvidence } from '../../../../src/analysis/corun/scenarioEvidence';
import type { Scenario } from '../../../../src/kernel/scenario';
import type { CoRunPredictor } from '../../../../src/predictors/port';
import { fromEpoch } from '../../../../src/predictors/themis/fromEpoch';
import { fromRunsAlone } from '../../../../src/predictors/themis/fromRunsAlone';
import { allocateAlone as allocateFrom } from '../../../../src/sharing/allocate/allocateAlone';
import {
  allocateSms as allocate,
  type AllocationRequest,
} from '../../../../src/sharing/allocate/allocateSms';
import type { SoloCounters } from '../../../../src/sharing/soloCounters';
import type { LoadedSpec } from '../../../../src/simulator/spec/loadSpec';
import { english, worded } from '../../../../src/words';
import type { CoRunModel } from '../../../../src/predictors/themis/coRunModel';
import { rangeWarning } from '../../../../src/predictors/themis/model/inputNames';
import type { Pressure } from '../../../../src/predictors/themis/events';
import type { CounterRates } from '../../../../src/predictors/counting/rates';

/** A model by which what misses the L2 saturates at half of the SMs, and interference is the bandwidth used beside it. */
export const lawful: CoRunModel = {
  label: 'lawful',
  error: { metric: 'errSD', mean: 0.1, worst: 0.3, evidence: 'made up' },
  predict: (smFraction: number, own: CounterRates, beside: Pressure) => ({
    scalability: own.l2Misses > 0.5 ? 1 / Math.min(1, smFraction * 2) : 1 / smFraction,
    interference: 1 + beside.memoryBandwidth,
  }),
  warnings: (smFraction) =>
    smFraction < 0.05 ? [rangeWarning('smFraction', smFraction, [0.05, 1], 'themis-60sm')] : [],
};

/** The model as the only co-run predictor, from a shared epoch and from runs alone. */
export const predictorWith = (model: CoRunModel): CoRunPredictor => ({
  id: 'lawful',
  modes: ['spatial'],
  evidence: ['shared', 'solo'],
  needs: [],
  models: null,
  availability: ({ spec }) => ({ ready: [fromEpoch(model, spec.sms), fromRunsAlone(model)], lacking: [] }),
});

/** What the model predicts from a shared epoch, in English. */
export function predictCoRun(
  scenario: Scenario,
  loaded: LoadedSpec,
  model: CoRunModel,
  epochCycles?: number,
  at?: readonly (readonly number[])[],
) {
  const evidence = new ScenarioEvidence(scenario, loaded, epochCycles);
  return worded(predict(evidence, fromEpoch(model, loaded.spec.sms), at), english);
}

/** What the model predicts from runs alone, in English. */
export function predictAlone(
  scenario: Scenario,
  loaded: LoadedSpec,
  model: CoRunModel,
  counters: SoloCounters,
  at?: readonly (readonly number[])[],
) {
  const evidence = new ScenarioEvidence(scenario, loaded, undefined, counters);
  return worded(predict(evidence, fromRunsAlone(model), at), english);
}

/** Advice that follows from shared epochs, in English. */
export function allocateSms(
  scenario: Scenario,
  loaded: LoadedSpec,
  model: CoRunModel,
  request: AllocationRequest,
) {
  return worded(allocate(scenario, loaded, fromEpoch(model, loaded.spec.sms), request), english);
}

/** Advice that follows from runs alone, in English. */
export function allocateAlone(
  scenario: Scenario,
  loaded: LoadedSpec,
  model: CoRunModel,
  counters: SoloCounters,
  request: AllocationRequest,
) {
  return worded(allocateFrom(scenario, loaded, fromRunsAlone(model), counters, request), english);
}
