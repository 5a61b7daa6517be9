import type { Mechanism } from '../../sharing/applied/appliedSplit';
import type { Scenario } from '../../kernel/scenario';
import type { CounterSource, TrainedModel } from '../../predictors/port';
import type { Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { loadSpec } from '../../simulator/spec/loadSpec';
import { allocateSms, type AllocationAdvice } from '../../sharing/allocate/allocateSms';
import { judged, type AllocationGoal, type GoalOutcome } from '../../sharing/goal';
import { allocateAlone } from '../../sharing/allocate/allocateAlone';
import { NOT_SIMULATED, simulatedSplit, type SplitCheck } from '../../sharing/allocate/simulatedSplit';
import { splitPredictor } from './choosePredictor';
import { predictCoRun, type CoRunPrediction } from './predictCoRun';
import { ScenarioEvidence } from './scenarioEvidence';
import { shareModel } from './shareModel';

/** Which programs and kernels are to share a GPU, and what the split of its SMs is for; the goal has programs first. */
export interface ShareRequest {
  /** By `applicationKey`; left out where only kernels share it. */
  readonly programs?: readonly string[];
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
  readonly aloneRefused: Words | null;
  readonly advice: AllocationAdvice;
  /** What becomes of the goal under the even split. */
  readonly evenOutcome: GoalOutcome;
}

/**
 * Predicts an even split, and looks for a better one: from runs alone, which is quick, or stepping
 * through a simulated co-run.
 *
 * @param models those that were trained, for any GPU
 * @throws InputError when no model fits the GPU, or naming what is at fault in the scenario or goal.
 */
export function shareGpu(
  scenario: Scenario,
  request: ShareRequest,
  models: readonly TrainedModel[],
  counters: CounterSource,
): ShareAnswer {
  const loaded = loadSpec(scenario.gpu);
  const predictor = shareModel(loaded, models, counters);
  const { goal, mechanism } = request;
  const evidence = new ScenarioEvidence({ ...scenario, mode: { kind: 'spatial' } }, loaded);
  const even = predictCoRun(evidence, predictor);
  if (counters === 'solo') {
    const advice = allocateAlone(scenario, loaded, predictor, evidence.alone(), { goal, mechanism });
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
  const advice = allocateSms(scenario, loaded, predictor, { goal, mechanism });
  return {
    request,
    even,
    advice,
    evenOutcome: evenly(even, advice),
    ...fromRunsAlone(evidence, models),
    ...simulatedSplit(evidence.scenario, loaded, advice, () => evidence.alone()),
  };
}

function evenly({ apps }: CoRunPrediction, { goal, guard }: AllocationAdvice): GoalOutcome {
  return judged(
    goal,
    apps.map(({ slowdown }) => slowdown),
    guard,
  );
}

/** The even split from runs alone; a number that cannot be is no reason to show nothing at all. */
function fromRunsAlone(
  evidence: ScenarioEvidence,
  models: readonly TrainedModel[],
): Pick<ShareAnswer, 'alone' | 'aloneRefused'> {
  try {
    const predictor = splitPredictor(evidence.loaded, models, 'solo');
    return { alone: predictCoRun(evidence, predictor), aloneRefused: null };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { alone: null, aloneRefused: error.said };
  }
}
