import type { LoadedSpec } from '../simulator/spec/loadSpec';
import { fairPolicy, qosPolicy, unfairness } from './themis/allocation/policy';
import { guardedTarget } from './themis/allocation/qosAim';
import { themis } from './themis/predictor';
import { mokaContention } from './moka/predictor';
import type { AllocationPolicies, CoRunPredictor, ReadyPredictor, TrainedModel } from './port';
import { simulation } from './simulation/predictor';

/** Every co-run predictor of the product: the only list. */
export const CO_RUN_PREDICTORS: readonly CoRunPredictor[] = [simulation, themis, mokaContention];

/** Policies behind the goals of an allocation. */
export const ALLOCATION_POLICIES: AllocationPolicies = {
  fair: fairPolicy,
  targets: qosPolicy,
  unfairness,
  guardedTarget,
};

/** Predictors that can answer for a GPU, and why the others cannot. */
export function readyPredictors(
  gpu: LoadedSpec,
  models: readonly TrainedModel[],
  predictors: readonly CoRunPredictor[] = CO_RUN_PREDICTORS,
): readonly ReadyPredictor[] {
  return predictors.flatMap((predictor) => predictor.availability(gpu, models).ready);
}
