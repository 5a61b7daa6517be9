import type { Scenario } from '../../kernel/scenario';
import type { AllocationStep } from '../../predictors/themis/allocation/engine';
import type { Outlook } from '../../predictors/themis/allocation/outlook';
import { betterAllocation } from '../../predictors/themis/allocation/search';
import type { ThemisEvents } from '../../predictors/themis/events';
import type { KernelSlowdown } from '../../predictors/themis/slowdownModel';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { adviceOf, guardOf, startSplit, type AllocationAdvice, type AllocationRequest } from './allocateSms';
import { goalPolicy } from './allocationGoal';
import type { CoRunModel } from './coRunModel';
import { spatialCoRun } from './coRunScenario';
import { checkPlausible } from './plausible';
import { rangeTexts } from '../../predictors/themis/model/inputNames';
import { predictSplit } from './predictAlone';
import type { SoloCounters } from './soloCounters';

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
  const start = startSplit(scenario, request.goal, total);
  spatialCoRun({ ...scenario, mode: { kind: 'spatial', sms: start } }, loaded, 1);
  const search = new SplitSearch(model, counters.events, total);
  const steps = search.run(start, goalPolicy(request.goal, scenario, guardOf(request, 'solo', model)));
  const sms = steps.at(-1)!.next;
  return adviceOf(scenario, loaded, model, request, {
    counters: 'solo',
    start,
    sms,
    apps: search.outlooks,
    steps,
    cost: { repartitions: 0, smsMoved: 0, blocksSwitchedOut: 0, contextBytes: 0 },
    simulatedCycles: counters.cycles,
    warnings: [...counters.warnings, ...search.warnings(scenario, sms)],
    // Every split is predicted by itself: none is far from where something was tried.
    tried: null,
  });
}

/** A search over splits, each of which the model predicts by itself. */
class SplitSearch {
  readonly outlooks: readonly Outlook[];
  private readonly known = new Map<string, readonly KernelSlowdown[]>();

  constructor(
    private readonly model: CoRunModel,
    private readonly events: readonly ThemisEvents[],
    private readonly total: number,
  ) {
    this.outlooks = events.map((_, app) => ({ at: (sms) => this.predict(sms)[app]! }));
  }

  /** Follows better splits until there is none, or one comes again. */
  run(start: readonly number[], policy: ReturnType<typeof goalPolicy>): AllocationStep[] {
    const steps: AllocationStep[] = [];
    const seen = new Set<string>();
    let sms = start;
    while (steps.length < MOST_ROUNDS && !seen.has(String(sms))) {
      seen.add(String(sms));
      const predicted = this.predict(sms);
      const next = betterAllocation(sms, this.outlooks, policy);
      steps.push({ cycle: 0, sms, predicted, next });
      sms = next;
    }
    return steps;
  }

  /** @throws InputError when a prediction at this split cannot stand. */
  warnings({ apps }: Scenario, sms: readonly number[]): string[] {
    return predictSplit(this.model, this.events, sms, this.total).flatMap(({ slowdown, ranges }, app) => {
      const warnings = rangeTexts(ranges);
      checkPlausible(apps[app]!.name, slowdown, warnings, this.model.error);
      return warnings.map((line) => `${apps[app]!.name}: ${line}`);
    });
  }

  /** Every split by itself, kept for all applications once it has been predicted. */
  private predict(sms: readonly number[]): readonly KernelSlowdown[] {
    const key = String(sms);
    const found =
      this.known.get(key) ??
      predictSplit(this.model, this.events, sms, this.total).map(({ parts }) => ({
        scalability: parts['scalability']!,
        interference: parts['interference']!,
      }));
    this.known.set(key, found);
    return found;
  }
}
