import type { LoadedSpec } from '../simulator/spec/loadSpec';
import { fairPolicy, qosPolicy, unfairness } from './themis/allocation/policy';
import { guardedTarget } from './themis/allocation/qosAim';
import { hsm } from './hsm/predictor';
import { themis } from './themis/predictor';
import { asm } from './baselines/asm/predictor';
import { bubbleFlux } from './baselines/bubbleFlux/predictor';
import { bottlenecks } from './bottlenecks/predictor';
import { dase } from './baselines/dase/predictor';
import { asmGpm } from './baselines/gpm/predictor';
import { inferBin, workStealing } from './magic/schedulers/inferBin';
import { similarity } from './magic/schedulers/leastSimilar';
import { mokaBlockSizes, mokaOrders } from './moka/advisers';
import { mokaContention } from './moka/predictor';
import type { LatencyPredictor } from './latencyPort';
import type { AllocationPolicies, CoRunPredictor, ReadyPredictor, TrainedModel } from './port';
import { borderSearch } from './gspace/search/border';
import { bruteForce } from './gspace/search/bruteForce';
import { correctedSearch } from './gspace/search/corrected';
import { guidedSearch, nearestGuidedSearch } from './gspace/search/guided';
import { lawSearch } from './gspace/search/law';
import { nearestNeighbourSearch, nearestSearch } from './gspace/search/nearest';
import { neighbourSearch } from './gspace/search/neighbours';
import { scalarRefinementSearch } from './gspace/search/scalarRefinement';
import { nearestMapper, regressionMapper } from './gspace/space/mappers';
import type { YieldMapper, YieldSearch } from './yieldSearchPort';
import type { QueueScheduler } from './schedulerPort';
import { pcieBubble } from './prophet/bubble';
import { prophet, sequentialKernelModel } from './prophet/latencies';
import { sharedGpu } from './sharedGpu/latencies';
import { stagedCopies } from './sharedGpu/stagedCopies';
import { modelsOfRuns, type DeviceModels } from './sideBySide';
import { simulation } from './simulation/predictor';

/** Every co-run predictor of the product: the only list. */
export const CO_RUN_PREDICTORS: readonly CoRunPredictor[] = [
  simulation,
  themis,
  hsm,
  bottlenecks,
  mokaContention,
  asm,
  asmGpm,
  bubbleFlux,
  dase,
];

/** Advises block sizes. */
export const BLOCK_ADVISER = mokaBlockSizes;

/** Advises stream orders, and makes the models by which timelines are replayed. */
export const ORDER_ADVISER = mokaOrders;

/** The models of an application's timeline. */
export type TimelineModels = ReturnType<typeof ORDER_ADVISER.models>;

// What these advisers are told and say, and the model of one kernel that runs alone: its class and use of resources.
export { classifyFromMetrics, classifyFromMix, type Classification } from './moka/classification/classify';
export type { BlockTiming } from './moka/blocksize/facts';
export { utilizationFromMix } from './moka/contention/estimate';
export type { ContentionMetric } from './moka/contention/resources';
export { utilizationFromMetrics, type Utilization } from './moka/contention/utilization';
export { mixKey } from './moka/mixAssumptions';
export type { EvaluatedOrder, OrderAdvice } from './moka/order/suggestStreamOrder';
export type { StreamPlan } from './moka/plan/planStreams';
export {
  referenceFromMeasurement,
  referenceSetFor,
  simulatedReferences,
  withMeasuredKernels,
  type ReferenceKernel,
  type ReferenceSet,
} from './moka/simk/references';
export { hasVoters } from './moka/simk/simk';
export { TRANSFER_CLASSES, type TransferClass } from './moka/transfers/transferTimes';

// What few metrics describe kernels best.
export { meanMetrics } from './magic/features/applicationVectors';
export { PUBLISHED_SETS } from './magic/features/featureSets';
export { featureTable } from './magic/features/featureTable';
export { selectFeatures, type FeatureSelection } from './magic/features/selectFeatures';
export { similarityOf, similarityOfPoints, type Similarity } from './magic/similarity/partners';

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

// Applications that were timed alone on parts of the SMs, on parts of their own.
export { KIND_ERRORS, timedKinds, timedProgress, type TimedKind } from './measuredTimes/errorKinds';
export { MEASURED_ON } from './measuredTimes/fitted';
export { timedForecasts } from './measuredTimes/forecasts';
export { timeCurve } from './measuredTimes/timeCurve';

/** Predict the latency of a service beside whole applications; the first one answers. */
export const LATENCY_PREDICTORS: readonly LatencyPredictor[] = [
  sharedGpu,
  prophet,
  sequentialKernelModel,
  pcieBubble,
];

/** How copies of processes that share a GPU go on beside each other. */
export const PROCESS_COPIES: DeviceModels['copies'] = stagedCopies;

export { modelsOfRuns };

/** Schedulers of queues that published systems have brought. */
export const PUBLISHED_SCHEDULERS: readonly QueueScheduler[] = [similarity, inferBin, workStealing];

// Which applications neighbours slow down much, and how unlike two are.
export { averageSlowdowns, sensitivities } from './magic/sensitivity/sensitivity';
export { scaled, scalingOf } from './magic/features/scaling';
export { distanceMatrix } from './magic/similarity/similarity';

// Kernels that give SMs back while they run.
export { yieldingTransformer as YIELDING_TRANSFORMER } from './gspace/transform/transformer';

/** Searches for how much a kernel that yields is to give; the first that has what it needs is taken unless one is named. */
export const YIELD_SEARCHES: readonly YieldSearch[] = [
  correctedSearch,
  lawSearch,
  borderSearch,
  neighbourSearch,
  guidedSearch,
  nearestSearch,
  nearestNeighbourSearch,
  nearestGuidedSearch,
  scalarRefinementSearch,
  bruteForce,
];

/** What similar kernels did to each other: the map of the first is what searches are led by. */
export const YIELD_MAPPERS: readonly YieldMapper[] = [nearestMapper, regressionMapper];

// Features of an application alone, by which similar kernels are found.
export { yieldFeatures } from './gspace/space/features';
export { hasOlderYieldMaps, hasYieldMaps } from './gspace/space/mappers';
