import type { Mechanism } from '../../gpu/partitioning/appliedSplit';
import type { Scenario } from '../../kernel/scenario';
import type { ThemisModelFile } from '../../predictors/themis/model/modelFile';
import { loadSpec } from '../../simulator/spec/loadSpec';
import { allocateSms, type AllocationAdvice, type AllocationGoal } from './allocateSms';
import { themisModel } from './coRunModel';
import { predictCoRun, type CoRunPrediction } from './predictCoRun';

/** Which kernels are to share a GPU, and what the split of its SMs is for. */
export interface ShareRequest {
  readonly kernelIds: readonly string[];
  readonly goal: AllocationGoal;
  readonly mechanism: Mechanism | null;
}

/** How kernels slow each other down on equal parts of the GPU, and a split that suits the goal better. */
export interface ShareAnswer {
  readonly request: ShareRequest;
  readonly even: CoRunPrediction;
  readonly advice: AllocationAdvice;
}

/**
 * Predicts an even split by Themis, and looks for a better one.
 *
 * @param models those that were trained, for any GPU
 * @throws InputError when no model fits the GPU, or naming what is at fault in the scenario or goal.
 */
export function shareGpu(
  scenario: Scenario,
  request: ShareRequest,
  models: readonly ThemisModelFile[],
): ShareAnswer {
  const loaded = loadSpec(scenario.gpu);
  const model = themisModel(loaded.gpu.id, models);
  const { goal, mechanism } = request;
  const even = predictCoRun({ ...scenario, mode: { kind: 'spatial' } }, loaded, model);
  return { request, even, advice: allocateSms(scenario, loaded, model, { goal, mechanism }) };
}
