import type { Mechanism } from '../../sharing/applied/appliedSplit';
import type { Scenario } from '../../kernel/scenario';
import type { ThemisModelFile } from '../../predictors/themis/model/modelFile';
import { InputError } from '../../kernel/result';
import type { EventSource } from '../../../lab/themis/training/samples';
import { loadSpec, type LoadedSpec } from '../../simulator/spec/loadSpec';
import { allocateSms, type AllocationAdvice } from '../../sharing/allocate/allocateSms';
import { judged, type AllocationGoal, type GoalOutcome } from '../../sharing/goal';
import { allocateAlone } from '../../sharing/allocate/allocateAlone';
import { themisModel, type CoRunModel } from '../../predictors/themis/coRunModel';
import { predictAlone } from '../../predictors/themis/fromRunsAlone';
import { NOT_SIMULATED, simulatedSplit, type SplitCheck } from '../../sharing/allocate/simulatedSplit';
import { soloCounters, type SoloCounters } from '../../sharing/soloCounters';
import { predictCoRun, type CoRunPrediction } from './predictCoRun';

/** Which kernels are to share a GPU, and what the split of its SMs is for. */
export interface ShareRequest {
  readonly kernelIds: readonly string[];
  readonly goal: AllocationGoal;
  readonly mechanism: Mechanism | null;
}

/** How kernels slow each other down on equal parts of the GPU, and a split that suits the goal better. */
export interface ShareAnswer extends SplitCheck {
  readonly request: ShareRequest;
  readonly even: CoRunPrediction;
  /** The even split from runs alone, where `even` is not; null with the reason where these give no number. */
  readonly alone: CoRunPrediction | null;
  readonly aloneRefused: string | null;
  readonly advice: AllocationAdvice;
  /** What becomes of the goal under the even split. */
  readonly evenOutcome: GoalOutcome;
}

/**
 * Predicts an even split by Themis, and looks for a better one: from runs alone, which is quick, or stepping
 * through a simulated co-run.
 *
 * @param models those that were trained, for any GPU
 * @throws InputError when no model fits the GPU, or naming what is at fault in the scenario or goal.
 */
export function shareGpu(
  scenario: Scenario,
  request: ShareRequest,
  models: readonly ThemisModelFile[],
  counters: EventSource,
): ShareAnswer {
  const loaded = loadSpec(scenario.gpu);
  const model = modelOrHint(loaded.gpu.id, models, counters);
  const { goal, mechanism } = request;
  const split: Scenario = { ...scenario, mode: { kind: 'spatial' } };
  if (counters === 'solo') {
    const alone = soloCounters(scenario, loaded);
    const even = predictAlone(split, loaded, model, alone);
    const advice = allocateAlone(scenario, loaded, model, alone, { goal, mechanism });
    return {
      request,
      even,
      advice,
      evenOutcome: evenly(even, advice),
      alone: null,
      aloneRefused: null,
      ...NOT_SIMULATED,
    };
  }
  const even = predictCoRun(split, loaded, model);
  const advice = allocateSms(scenario, loaded, model, { goal, mechanism });
  const evenOutcome = evenly(even, advice);
  const runsAlone = once(() => soloCounters(split, loaded));
  return {
    request,
    even,
    advice,
    evenOutcome,
    ...fromRunsAlone(split, loaded, models, runsAlone),
    ...simulatedSplit(split, loaded, advice, runsAlone),
  };
}

function evenly({ apps }: CoRunPrediction, { goal, guard }: AllocationAdvice): GoalOutcome {
  return judged(
    goal,
    apps.map(({ slowdown }) => slowdown),
    guard,
  );
}

/** Who has no model in the editor is told how to come by one. */
function modelOrHint(gpu: string, models: readonly ThemisModelFile[], counters: EventSource): CoRunModel {
  try {
    return themisModel(gpu, models, counters);
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== 'no-model') throw error;
    throw new InputError(
      `${error.message} (with --model FILE in the folder that the setting corun.models.folder names)`,
      error.code,
    );
  }
}

/** The even split from runs alone; a number that cannot be is no reason to show nothing at all. */
function fromRunsAlone(
  scenario: Scenario,
  loaded: LoadedSpec,
  models: readonly ThemisModelFile[],
  runsAlone: () => SoloCounters,
): Pick<ShareAnswer, 'alone' | 'aloneRefused'> {
  try {
    const model = themisModel(loaded.gpu.id, models, 'solo');
    return { alone: predictAlone(scenario, loaded, model, runsAlone()), aloneRefused: null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { alone: null, aloneRefused: error.message };
  }
}

/** A value that is worked out when it is first asked for. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}
