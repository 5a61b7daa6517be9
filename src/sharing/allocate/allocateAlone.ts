import type { Scenario } from '../../kernel/scenario';
import type { AllocationStep } from '../engine/engine';
import type { Outlook } from '../../predictors/forecast';
import type { AllocationPolicy } from '../../predictors/themis/allocation/policy';
import { betterAllocation } from '../search';
import type { CounterRates } from '../../predictors/counting/rates';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { adviceOf, guardOf, type AllocationAdvice, type AllocationRequest } from './allocateSms';
import { goalPolicy } from '../goal';
import type { CoRunModel } from '../../predictors/themis/coRunModel';
import { spatialCoRun } from '../coRunScenario';
import { checkPlausible } from '../../predictors/themis/plausible';
import { rangeTexts } from '../../predictors/themis/model/inputNames';
import { outlooksAlone } from '../../predictors/themis/forecastsAlone';
import { predictSplit } from '../../predictors/themis/fromRunsAlone';
import type { SoloCounters } from '../soloCounters';
import { startSplit } from '../startSplit';

const MOST_ROUNDS = 60;

/**
 * Recommends a split of the SMs from counters of runs alone: algorithm 1 on slowdowns that the model predicts for
 * every split. Nothing is simulated here.
 *
 * @param model one that was trained on such counters
 * @throws InputError naming what is at fault in the scenario or the goal.
 */
export function allocateAlone(
  scenario: Scenario,
  loaded: LoadedSpec,
  model: CoRunModel,
  counters: SoloCounters,
  request: AllocationRequest,
): AllocationAdvice {
  const total = loaded.spec.sms;
  const { sms: start, assumptions } = startSplit(scenario, request.goal, total);
  const shared = spatialCoRun({ ...scenario, mode: { kind: 'spatial', sms: [...start] } }, loaded, 1);
  const apps = outlooksAlone(model, counters.events, total);
  const steps = searchAlone(start, apps, goalPolicy(request.goal, scenario, guardOf(request, 'solo', model)));
  const sms = steps.at(-1)!.next;
  return adviceOf(scenario, loaded, model, request, {
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
      ...warningsAt(scenario, sms, model, counters.events, total),
    ],
    // Every split is predicted by itself: none is far from where something was tried.
    tried: null,
  });
}

/** @throws InputError when a prediction at this split cannot stand. */
function warningsAt(
  { apps }: Scenario,
  sms: readonly number[],
  model: CoRunModel,
  events: readonly CounterRates[],
  total: number,
): string[] {
  return predictSplit(model, events, sms, total).flatMap(({ slowdown, ranges }, app) => {
    const warnings = rangeTexts(ranges);
    checkPlausible(apps[app]!.name, slowdown, warnings, model.error);
    return warnings.map((line) => `${apps[app]!.name}: ${line}`);
  });
}

/** Follows better splits until there is none, or one comes again. */
export function searchAlone(
  start: readonly number[],
  outlooks: readonly Outlook[],
  policy: AllocationPolicy,
): AllocationStep[] {
  const steps: AllocationStep[] = [];
  const seen = new Set<string>();
  let sms = start;
  while (steps.length < MOST_ROUNDS && !seen.has(String(sms))) {
    seen.add(String(sms));
    const predicted = outlooks.map((outlook) => outlook.at(sms));
    const next = betterAllocation(sms, outlooks, policy);
    steps.push({ cycle: 0, sms, predicted, next });
    sms = next;
  }
  return steps;
}
