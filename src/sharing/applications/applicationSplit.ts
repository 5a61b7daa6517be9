import type { GpuSpec } from '../../kernel/gpuSpec';
import { message, type Words } from '../../kernel/message';
import type { Origin } from '../../kernel/origin';
import type { ErrorBound } from '../../kernel/prediction';
import { InputError } from '../../kernel/result';
import { forecastSlowdowns, type SplitForecast } from '../../predictors/forecast';
import { isRefusal, type AllocationPolicy, type ReadyPredictor } from '../../predictors/port';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import type { Mechanism } from '../applied/appliedSplit';
import { roundedAllocation } from '../allocate/appliedAllocation';
import { bestSplit } from '../allocate/everySplit';
import { partOfSplit, splitOutcome, type SharedPart, type SharedSplit } from '../allocate/sharedSplit';
import { goalPolicy, suitsBetter, type AllocationGoal } from '../goal';
import { betterAllocation } from '../search';
import { targetGuard, type Confidence } from '../targetGuard';
import { ApplicationForecasts, type ReplayMeans, type SharingApplication } from './applicationForecasts';
import { errorOfApplications, ratiosOfApplications } from './errors';
import { weightedSplit } from '../weightedSplit';
import { KernelFactors, type CountedKernel } from './kernelFactors';

export interface ApplicationSplitRequest {
  readonly goal: AllocationGoal;
  /** How the split is to be applied; null for the bare numbers. */
  readonly mechanism: Mechanism | null;
  readonly confidence?: Confidence;
}

/** Applications that are to share a GPU, and what is known of them. */
export interface ApplicationGroup {
  readonly loaded: LoadedSpec;
  readonly applications: readonly SharingApplication[];
  readonly models: ReplayMeans['models'];
  /** By the ids that `applications` have for them. */
  readonly kernels: ReadonlyMap<string, CountedKernel>;
  /** Of the times of kernels that is worth least. */
  readonly timesFrom: Origin;
}

/** Progress of an application over its SMs, the others having the rest in equal parts. */
export interface CurvePoint {
  readonly sms: number;
  /** With nobody on the others. */
  readonly alone: number;
  readonly shared: number;
}

/** What one application gets. */
export interface ApplicationPart extends SharedPart {
  readonly curve: readonly CurvePoint[];
}

/** A split of the SMs between applications of which each copies and launches kernels. */
export interface ApplicationSplit extends SharedSplit<ApplicationPart> {
  /** Label of what tells how kernels slow each other down. */
  readonly predictor: string;
  readonly timesFrom: Origin;
  /** Inputs outside of what the predictor has learned from; each once. */
  readonly unsure: readonly Words[];
  /** The split that is told to suit the goal best, where what it changes is too little to leave even SMs for it; else null. */
  readonly leftForEven: readonly number[] | null;
}

/** Operations that are replayed in a search, about: some ten seconds. */
const MOST_REPLAYED = 2e6;
/** Of the splits that are looked at: with fewer, what is in between would be guessed. */
const LEAST_SPLITS = 16;
const MOST_SPLITS = 400;
/** Nobody gets less than this share of the SMs. */
const LEAST_SHARE = 0.05;
/** Points of a curve. */
const POINTS = 20;

/**
 * The split that suits a goal best, of applications that run again and again side by side. How kernels slow each other
 * down is told by a predictor from counters of runs alone; that of applications follows by replays.
 *
 * @param predictor one that reads such counters
 * @throws InputError where the goal does not fit, or naming a kernel of which there is no number
 */
export function applicationSplit(
  group: ApplicationGroup,
  predictor: ReadyPredictor,
  { goal, mechanism, confidence }: ApplicationSplitRequest,
): ApplicationSplit {
  const { loaded, applications, models, timesFrom } = group;
  const { gpu } = loaded;
  const names = applications.map(({ application }) => application.name);
  const factors = new KernelFactors(loaded, predictor, group.kernels);
  const replays = new ApplicationForecasts(applications, { gpu, models, factors });
  const forecasts = replays.all();
  const runs = applications.map(({ application }) => application);
  const ratios = ratiosOfApplications(gpu.id, runs, predictor);
  const guard = goal.kind === 'qos' ? targetGuard(ratios, confidence) : null;
  const policy = goalPolicy(goal, { apps: names }, guard);
  const error = errorOfApplications(gpu.id, runs, predictor);
  const best = searched(gpu, replays, policy);
  const even = weightedSplit(
    gpu.sms,
    names.map(() => 1),
  );
  const isEven = isEvenEnough(even, best, forecasts, policy, error);
  const sms = isEven ? even : best;
  const found = { names, total: gpu.sms, goal, guard, sms, forecasts };
  const parts = names.map((_, app) => ({
    ...partOfSplit(found, app, replays.aloneNs(app) / 1e3),
    error,
    curve: curveOf(forecasts, app, gpu.sms),
  }));
  return {
    gpu: gpu.id,
    predictor: predictor.label,
    timesFrom,
    goal,
    apps: parts,
    ...splitOutcome(found),
    leftForEven: isEven && String(even) !== String(best) ? best : null,
    guard,
    ...applied({ goal, names, gpu, sms, apps: forecasts, guard }, mechanism),
    error,
    unsure: unsureAt(sms, replays, factors, predictor, group),
    warnings: applications.length > 2 ? [message('sharing.apps.pairs')] : [],
  };
}

/** Changes that are no difference where the error is not known. */
const NO_DIFFERENCE = 0.05;

/** Whether even SMs suit the goal as well as the best split: nobody's slowdown differs by more than the typical error. */
function isEvenEnough(
  even: readonly number[],
  best: readonly number[],
  forecasts: readonly SplitForecast[],
  policy: AllocationPolicy,
  error: ErrorBound,
): boolean {
  const [ofEven, ofBest] = [forecastSlowdowns(forecasts, even), forecastSlowdowns(forecasts, best)];
  if (policy.isSatisfied(ofBest) && !policy.isSatisfied(ofEven)) return false;
  const least = error.metric === null ? NO_DIFFERENCE : error.mean;
  return ofBest.every((slowdown, app) => Math.abs(ofEven[app]! / slowdown - 1) <= least);
}

/** In coarse steps first where replays are long, then by single SMs around what was found. */
function searched(gpu: GpuSpec, replays: ApplicationForecasts, policy: AllocationPolicy): readonly number[] {
  const forecasts = replays.all();
  const affordable = Math.floor(MOST_REPLAYED / replays.operationsOfSplit);
  const most = Math.min(MOST_SPLITS, Math.max(LEAST_SPLITS, affordable));
  const floors = forecasts.map(() => leastSms(gpu.sms));
  const { sms, step } = bestSplit({ total: gpu.sms, floors, most }, forecasts, policy);
  if (step === 1) return sms;
  const near = betterAllocation(sms, forecasts, policy, step - 1, { step: 1, least: leastSms(gpu.sms) });
  const [before, after] = [sms, near].map((one) => forecastSlowdowns(forecasts, one));
  return suitsBetter(after!, before!, policy) ? near : sms;
}

const leastSms = (total: number): number => Math.max(1, Math.ceil(total * LEAST_SHARE));

function applied(
  wish: Parameters<typeof roundedAllocation>[0],
  mechanism: Mechanism | null,
): Pick<ApplicationSplit, 'applied' | 'notApplied'> {
  if (mechanism === null) return { applied: null, notApplied: null };
  if (mechanism === 'mig') return { applied: null, notApplied: message('sharing.apps.noMig') };
  return roundedAllocation(wish, mechanism);
}

function curveOf(forecasts: readonly SplitForecast[], app: number, total: number): CurvePoint[] {
  const others = forecasts.length - 1;
  const least = leastSms(total);
  const most = total - least * others;
  const counts = Array.from({ length: POINTS }, (_, at) =>
    Math.round(least + ((most - least) * at) / (POINTS - 1)),
  );
  return [...new Set(counts)].map((sms) => {
    const rest = Math.floor((total - sms) / others);
    const { scalability, interference } = forecasts[app]!.at(
      forecasts.map((_, other) => (other === app ? sms : rest)),
    );
    return { sms, alone: 1 / scalability, shared: 1 / (scalability * interference) };
  });
}

/**
 * Inputs outside of what the predictor has learned from: of the kernels that met, and of all.
 *
 * @throws InputError naming a kernel whose prediction cannot stand
 */
function unsureAt(
  sms: readonly number[],
  replays: ApplicationForecasts,
  factors: KernelFactors,
  predictor: ReadyPredictor,
  { loaded, kernels }: ApplicationGroup,
): Words[] {
  const nameOf = (id: string): string => kernels.get(id)!.app.name;
  const ofKernels = replays.meetings(sms).flatMap(({ applications: places, ids }) => {
    if (ids.length === 1) return [];
    const answers = factors.answers(
      ids,
      places.map((place) => sms[place]!),
    );
    return answers.flatMap((answer, at): Words[] => {
      const name = nameOf(ids[at]!);
      if (isRefusal(answer))
        throw new InputError(
          message('sharing.ofApplication', { name, what: answer.refused }),
          'out-of-range',
        );
      return (answer.warnings ?? []).map((what) => message('sharing.ofApplication', { name, what }));
    });
  });
  const untrained = sms.flatMap((count) => predictor.splits!.untrained(count / loaded.spec.sms));
  const once = new Map([...ofKernels, ...untrained].map((line) => [JSON.stringify(line), line]));
  return [...once.values()];
}
