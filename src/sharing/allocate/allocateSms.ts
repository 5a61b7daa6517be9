import type { Mechanism } from '../applied/appliedSplit';
import type { ErrorBound } from '../../kernel/prediction';
import { message, type Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { Scenario } from '../../kernel/scenario';
import { AllocationController, type RepartitionCost } from '../engine/controller';
import type { AllocationStep } from '../engine/engine';
import { forecastSlowdowns, slowdownOf, type SplitForecast } from '../../predictors/forecast';
import type { CounterSource, ElsewhereNote, ReadyPredictor } from '../../predictors/port';
import { createRun } from '../../simulator/simulate';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { goalSearch, judged, type AllocationGoal, type GoalOutcome } from '../goal';
import { appliedAllocation, distanceWarning } from './appliedAllocation';
import type { AppliedAllocation } from './splitRequest';
import { targetGuard, type Confidence, type TargetGuard } from '../targetGuard';
import { spatialCoRun } from '../coRunScenario';
import { unseenLaunches } from '../seenLaunches';
import { startSplit } from '../startSplit';

export interface AllocationRequest {
  readonly goal: AllocationGoal;
  /** How the split is to be applied; null for the bare numbers. */
  readonly mechanism: Mechanism | null;
  /** Core cycles of one epoch, default 10 000, and the most epochs, default 20. */
  readonly epochCycles?: number;
  readonly epochs?: number;
  /** How surely progress targets are to be kept; default 75 %. */
  readonly confidence?: Confidence;
}

/** What one application gets. */
export interface AllocatedApp {
  readonly name: string;
  readonly sms: number;
  readonly slowdown: number;
  readonly scalability: number;
  readonly interference: number;
  readonly progress: number;
  /** Weight or progress target; null for a batch application. */
  readonly weight: number | null;
  readonly target: number | null;
  /** Progress over SMs as PSP sees it: alone on so many SMs, and in this co-run. */
  readonly curve: readonly { readonly sms: number; readonly alone: number; readonly shared: number }[];
  /** SMs that were tried in a co-run, which the curve goes through. */
  readonly tried: readonly number[];
  /** Why its numbers are unsure at the recommended split; what is about other splits stands with the advice. */
  readonly warnings: readonly Words[];
}

export interface AllocationAdvice extends GoalOutcome {
  readonly gpu: string;
  readonly predictor: string;
  /** Where the counters come from: epochs in which the applications share the GPU, or runs alone. */
  readonly counters: CounterSource;
  readonly goal: AllocationGoal;
  readonly start: readonly number[];
  readonly sms: readonly number[];
  readonly apps: readonly AllocatedApp[];
  /** What the targets were guarded with; null without targets, or where nothing is known to guard with. */
  readonly guard: TargetGuard | null;
  readonly steps: readonly AllocationStep[];
  readonly cost: RepartitionCost;
  readonly simulatedCycles: number;
  readonly applied: AppliedAllocation | null;
  /** Why the split cannot be applied as asked; null when it can or was not asked. */
  readonly notApplied: Words | null;
  readonly error: ErrorBound;
  readonly warnings: readonly Words[];
}

const EPOCH_CYCLES = 10_000;
const EPOCHS = 20;
/** The search is over when this many epochs in a row move nothing. */
const QUIET_EPOCHS = 2;

/**
 * Recommends a split of the SMs between the kernels of applications, without copies and late arrivals: the allocation
 * engine steps through a short simulated co-run until it moves nothing any more, and what it has learnt of each
 * application's scaling predicts every other split (PSP).
 *
 * @throws InputError naming what is at fault in the scenario or the goal.
 */
export function allocateSms(
  scenario: Scenario,
  loaded: LoadedSpec,
  predictor: ReadyPredictor,
  request: AllocationRequest,
): AllocationAdvice {
  const { goal, epochCycles = EPOCH_CYCLES, epochs = EPOCHS } = request;
  const guard = guardOf(request, 'shared', predictor);
  const searched = goalSearch(goal, scenario, guard, predictor.splits!.policies);
  const { sms: start, assumptions } = startSplit(scenario, goal, loaded.spec.sms);
  const split = { ...scenario, mode: { kind: 'spatial' as const, sms: [...start] } };
  const shared = spatialCoRun(split, loaded, epochCycles * epochs);
  const run = createRun(shared.scenario, loaded);
  const { kernels } = run.machine.plan.kernels;
  const online = predictor.splits!.online((kernel) => kernels[kernel]!.blocks)!;
  const controller = new AllocationController(run, { predictor: online, ...searched, epochCycles });
  const onProgress = (): boolean => !isQuiet(controller.steps);
  run.run({ ...controller.hooks(), progressCycles: epochCycles, onProgress });
  const { steps, cost } = controller;
  const last = steps.at(-1);
  if (last === undefined) throw new InputError(message('sharing.endedEarly'));
  const unseen = unseenLaunches(run, controller.series.phases);
  const ranges = rangeWarnings(controller, predictor, scenario);
  return adviceOf(scenario, loaded, predictor, request, {
    counters: 'shared',
    start,
    sms: last.next,
    apps: controller.forecasts,
    steps,
    cost,
    simulatedCycles: run.cycles,
    warnings: [...unseen, ...assumptions, ...shared.assumptions, ...ranges],
    tried: steps.map(({ sms }) => sms),
  });
}

/** What a search has found. */
interface Found extends Pick<
  AllocationAdvice,
  'counters' | 'start' | 'sms' | 'steps' | 'cost' | 'simulatedCycles' | 'warnings'
> {
  readonly apps: readonly SplitForecast[];
  /** Splits that were simulated; null where every split is predicted alike. */
  readonly tried: readonly (readonly number[])[] | null;
}

/** The advice that follows from what a search has found. */
export function adviceOf(
  scenario: Scenario,
  loaded: LoadedSpec,
  predictor: ReadyPredictor,
  request: AllocationRequest,
  { apps, tried, warnings, ...found }: Found,
): AllocationAdvice {
  const { goal } = request;
  const { label, error } = answering(predictor, found.counters);
  const slowdowns = forecastSlowdowns(apps, found.sms);
  const guard = guardOf(request, found.counters, predictor);
  const wish = { goal, scenario, loaded, sms: found.sms, apps, guard };
  const outcome = appliedAllocation(wish, request.mechanism);
  return {
    gpu: loaded.gpu.id,
    predictor: label,
    goal,
    ...found,
    apps: apps.map((one, app) => ({
      ...allocatedApp(scenario, goal, app, found.sms, one, loaded.spec.sms),
      tried: [...new Set((tried ?? []).map((sms) => sms[app]!))].sort((a, b) => a - b),
      warnings: predictor.splits!.untrained(found.sms[app]! / loaded.spec.sms),
    })),
    ...judged(goal, slowdowns, guard),
    guard,
    ...outcome,
    error,
    warnings: [
      ...warnings,
      ...(tried === null || predictor.splits!.elsewhere ? [] : distanceWarning(tried, outcome.applied)),
    ],
  };
}

/** What tells of splits that were not simulated. */
function answering(predictor: ReadyPredictor, counters: CounterSource): ElsewhereNote {
  return (counters === 'shared' && predictor.splits!.elsewhere) || predictor;
}

/** What guards the targets of a request; null where it has none. */
export function guardOf(
  { goal, confidence }: AllocationRequest,
  counters: CounterSource,
  predictor: ReadyPredictor,
): TargetGuard | null {
  if (goal.kind !== 'qos') return null;
  return targetGuard(answering(predictor, counters), confidence);
}

function isQuiet(steps: readonly AllocationStep[]): boolean {
  const recent = steps.slice(-QUIET_EPOCHS);
  return recent.length === QUIET_EPOCHS && recent.every(({ sms, next }) => String(sms) === String(next));
}

function allocatedApp(
  { apps }: Scenario,
  goal: AllocationGoal,
  app: number,
  allocation: readonly number[],
  forecast: SplitForecast,
  total: number,
): Omit<AllocatedApp, 'tried' | 'warnings'> {
  const counts = Array.from({ length: total }, (_, i) => i + 1);
  const here = forecast.at(allocation);
  const slowdown = slowdownOf(here);
  return {
    name: apps[app]!.name,
    sms: allocation[app]!,
    slowdown,
    ...here,
    progress: 1 / slowdown,
    weight: goal.kind === 'fair' ? goal.weights[app]! : null,
    target: goal.kind === 'qos' ? goal.targets[app]! : null,
    curve: counts.map((count) => {
      const rest = Math.max(1, (total - count) / (apps.length - 1));
      const there = forecast.at(apps.map((_, other) => (other === app ? count : rest)));
      return { sms: count, alone: 1 / there.scalability, shared: 1 / slowdownOf(there) };
    }),
  };
}

/**
 * What was outside of the training range in the last epoch, which the advice rests on.
 *
 * @throws InputError naming the application whose prediction of that epoch cannot stand
 */
function rangeWarnings(
  { lastEpoch, steps }: AllocationController,
  predictor: ReadyPredictor,
  { apps }: Scenario,
): Words[] {
  return apps.flatMap(({ name }, app) => {
    const slowdown = slowdownOf(steps.at(-1)!.predicted[app]!);
    const doubts = predictor.splits!.doubts(name, lastEpoch, app, slowdown);
    return doubts.map((what) => message('sharing.ofApplication', { name, what }));
  });
}
