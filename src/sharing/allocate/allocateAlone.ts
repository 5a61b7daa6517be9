import type { Scenario } from '../../kernel/scenario';
import type { AllocationStep } from '../engine/engine';
import type { SplitForecast } from '../../predictors/forecast';
import {
  isRefusal,
  type AllocationPolicy,
  type CoRunQuestion,
  type ReadyPredictor,
} from '../../predictors/port';
import { betterAllocation } from '../search';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { adviceOf, guardOf, type AllocationAdvice, type AllocationRequest } from './allocateSms';
import { goalPolicy } from '../goal';
import { spatialCoRun } from '../coRunScenario';
import { InputError } from '../../kernel/result';
import { message, type Words } from '../../kernel/message';
import { scenarioQuestion } from '../question';
import type { SoloCounters } from '../soloCounters';
import { startSplit } from '../startSplit';

const MOST_ROUNDS = 60;

/**
 * Recommends a split of the SMs from counters of runs alone: algorithm 1 on slowdowns that the model predicts for
 * every split. Nothing is simulated here.
 *
 * @param predictor one that reads such counters
 * @throws InputError naming what is at fault in the scenario or the goal.
 */
export function allocateAlone(
  scenario: Scenario,
  loaded: LoadedSpec,
  predictor: ReadyPredictor,
  counters: SoloCounters,
  request: AllocationRequest,
): AllocationAdvice {
  const total = loaded.spec.sms;
  const { sms: start, assumptions } = startSplit(scenario, request.goal, total);
  const shared = spatialCoRun({ ...scenario, mode: { kind: 'spatial', sms: [...start] } }, loaded, 1);
  const question = scenarioQuestion(scenario, loaded, shared, counters.events);
  const apps = predictor.splits!.forecast(question);
  const steps = searchAlone(
    start,
    apps,
    goalPolicy(request.goal, scenario, guardOf(request, 'solo', predictor)),
  );
  const sms = steps.at(-1)!.next;
  return adviceOf(scenario, loaded, predictor, request, {
    counters: 'solo',
    start,
    sms,
    apps,
    steps,
    cost: { repartitions: 0, smsMoved: 0, blocksSwitchedOut: 0, contextBytes: 0 },
    simulatedCycles: counters.cycles,
    warnings: [
      ...assumptions,
      ...shared.assumptions,
      ...counters.warnings,
      ...warningsAt(predictor, { ...question, split: sms }),
    ],
    // Every split is predicted by itself: none is far from where something was tried.
    tried: null,
  });
}

/** @throws InputError when a prediction at this split cannot stand. */
function warningsAt(predictor: ReadyPredictor, question: CoRunQuestion): Words[] {
  return predictor.predict(question).flatMap((answer) => {
    const { subject } = answer;
    if (isRefusal(answer))
      throw new InputError(
        message('sharing.ofApplication', { name: subject, what: answer.refused }),
        'out-of-range',
      );
    return (answer.warnings ?? []).map((what) => message('sharing.ofApplication', { name: subject, what }));
  });
}

/** Follows better splits until there is none, or one comes again. */
export function searchAlone(
  start: readonly number[],
  forecasts: readonly SplitForecast[],
  policy: AllocationPolicy,
): AllocationStep[] {
  const steps: AllocationStep[] = [];
  const seen = new Set<string>();
  let sms = start;
  while (steps.length < MOST_ROUNDS && !seen.has(String(sms))) {
    seen.add(String(sms));
    const predicted = forecasts.map((forecast) => forecast.at(sms));
    const next = betterAllocation(sms, forecasts, policy);
    steps.push({ cycle: 0, sms, predicted, next });
    sms = next;
  }
  return steps;
}
