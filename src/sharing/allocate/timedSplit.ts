import type { GpuSpec } from '../../kernel/gpuSpec';
import { throughputOf } from '../../kernel/coRunMetrics';
import type { MeasuredTimes, TimedApplication } from '../../kernel/measuredTimes';
import { message, type Words } from '../../kernel/message';
import type { ErrorBound } from '../../kernel/prediction';
import { InputError } from '../../kernel/result';
import {
  KIND_ERRORS,
  MEASURED_ON,
  timeCurve,
  timedForecasts,
  timedKinds,
  timedProgress,
  type TimedKind,
} from '../../predictors';
import { forecastSlowdowns, slowdownOf, type SplitForecast } from '../../predictors/forecast';
import type { AllocationPolicy } from '../../predictors/port';
import { MECHANISMS } from '../applied/appliedSplit';
import type { FineMechanism } from '../applied/applySplit';
import { goalPolicy, judged, suitsBetter, type AllocationGoal, type GoalOutcome } from '../goal';
import { targetGuard, type Confidence, type TargetGuard } from '../targetGuard';
import { weightedSplit } from '../weightedSplit';
import type { AllocatedApp } from './allocateSms';
import { roundedAllocation } from './appliedAllocation';
import type { AppliedAllocation } from './splitRequest';

/** Mechanisms for which nothing has to be simulated. */
export const FINE_MECHANISMS = MECHANISMS.filter((each): each is FineMechanism => each !== 'mig');

export interface TimedSplitRequest {
  readonly goal: AllocationGoal;
  /** How the split is to be applied; null for the bare numbers. */
  readonly mechanism: FineMechanism | null;
  readonly confidence?: Confidence;
}

/** What one application gets. */
export interface TimedPart extends Omit<AllocatedApp, 'curve' | 'tried' | 'warnings'> {
  /** Of a run beside the others, in µs. */
  readonly us: number;
  /** What decides how well its slowdown is told, and how far such slowdowns are off. */
  readonly errorKind: TimedKind;
  readonly error: ErrorBound;
}

/** A split of the SMs between applications that were timed alone on parts of them. */
export interface TimedSplit extends GoalOutcome {
  readonly gpu: string;
  readonly goal: AllocationGoal;
  readonly apps: readonly TimedPart[];
  /** STP of the split, and what even SMs would give. */
  readonly throughput: number;
  readonly even: {
    readonly sms: readonly number[];
    readonly slowdowns: readonly number[];
    readonly throughput: number;
  };
  readonly guard: TargetGuard | null;
  readonly applied: AppliedAllocation | null;
  readonly notApplied: Words | null;
  /** Of the application whose slowdown is told least well. */
  readonly error: ErrorBound;
  readonly warnings: readonly Words[];
}

/**
 * The split that suits a goal best of all, by measured times and what use of memory makes likely. Nothing is simulated.
 *
 * @throws InputError naming the application whose times are at fault, or where the goal does not fit them
 */
export function timedSplit(
  { applications }: MeasuredTimes,
  gpu: GpuSpec,
  { goal, mechanism, confidence }: TimedSplitRequest,
): TimedSplit {
  const { sms: total } = gpu;
  const { peakGBs } = gpu.dram;
  if (peakGBs === null) throw new InputError(message('sharing.timed.noPeak', { gpu: gpu.name }));
  applications.forEach((application) => checkTimes(application, gpu));
  const names = applications.map(({ name }) => name);
  const { l2Bytes } = gpu;
  const guard =
    goal.kind === 'qos'
      ? targetGuard({ progressRatios: timedProgress(targeted(applications, goal.targets), gpu) }, confidence)
      : null;
  const forecasts = timedForecasts(applications, { sms: total, peakGBs });
  const least = applications.map((application) => timeCurve(application).measured[0]!);
  const sms = bestSplit(total, floorsOf(least, total), forecasts, goalPolicy(goal, { apps: names }, guard));
  const slowdowns = forecastSlowdowns(forecasts, sms);
  const even = weightedSplit(
    total,
    names.map(() => 1),
  );
  const ofEven = forecastSlowdowns(forecasts, even);
  const kinds = timedKinds(applications, sms, { peakGBs, l2Bytes });
  const wish = { goal, names, gpu, sms, apps: forecasts, guard };
  return {
    gpu: gpu.id,
    goal,
    apps: applications.map((application, app) =>
      partOf(application, app, { goal, sms, forecasts, total, kinds }),
    ),
    throughput: stp(slowdowns),
    even: { sms: even, slowdowns: ofEven, throughput: stp(ofEven) },
    ...judged(goal, slowdowns, guard),
    guard,
    ...(mechanism === null ? { applied: null, notApplied: null } : roundedAllocation(wish, mechanism)),
    error: widest(kinds.map((kind) => KIND_ERRORS[kind])),
    warnings: [
      ...otherGpuWarning(gpu),
      ...applications.flatMap(({ name }, app) => outsideWarning(name, least[app]!, sms[app]!)),
      ...(applications.length > 2 ? [message('sharing.timed.pairs')] : []),
    ],
  };
}

/** Those of which a progress is asked. */
const targeted = (
  applications: readonly TimedApplication[],
  targets: readonly (number | null)[],
): readonly TimedApplication[] => applications.filter((_, app) => targets[app] !== null);

const meanOf = (error: ErrorBound): number => (error.metric === null ? 0 : error.mean);

const widest = (errors: readonly ErrorBound[]): ErrorBound =>
  errors.reduce((most, error) => (meanOf(error) > meanOf(most) ? error : most));

const otherGpuWarning = ({ id, name }: GpuSpec): Words[] =>
  id === MEASURED_ON ? [] : [message('sharing.timed.otherGpu', { gpu: name, fitted: MEASURED_ON })];

const stp = (slowdowns: readonly number[]): number => throughputOf(slowdowns.map((slowdown) => 1 / slowdown));

function checkTimes({ name, times }: TimedApplication, gpu: GpuSpec): void {
  const most = Math.max(...times.map(({ sms }) => sms));
  if (most > gpu.sms)
    throw new InputError(
      message('sharing.timed.tooMany', { name, given: most, gpu: gpu.name, sms: gpu.sms }),
    );
  if (most < gpu.sms) throw new InputError(message('sharing.timed.noWhole', { name, sms: gpu.sms }));
}

/** Each application has at least the SMs on which it was timed; one where there are not so many. */
function floorsOf(least: readonly number[], total: number): readonly number[] {
  const wanted = least.reduce((sum, sms) => sum + sms, 0);
  return wanted <= total ? least : least.map(() => 1);
}

const outsideWarning = (name: string, least: number, sms: number): Words[] =>
  sms < least ? [message('sharing.timed.outside', { name, least, sms })] : [];

interface Chosen {
  readonly goal: AllocationGoal;
  readonly sms: readonly number[];
  readonly forecasts: readonly SplitForecast[];
  readonly total: number;
  readonly kinds: readonly TimedKind[];
}

function partOf(
  application: TimedApplication,
  app: number,
  { goal, sms, forecasts, total, kinds }: Chosen,
): TimedPart {
  const factors = forecasts[app]!.at(sms);
  const slowdown = slowdownOf(factors);
  return {
    name: application.name,
    sms: sms[app]!,
    us: slowdown * timeCurve(application).at(total),
    slowdown,
    ...factors,
    errorKind: kinds[app]!,
    error: KIND_ERRORS[kinds[app]!],
    progress: 1 / slowdown,
    weight: goal.kind === 'fair' ? goal.weights[app]! : null,
    target: goal.kind === 'qos' ? goal.targets[app]! : null,
  };
}

/** Splits that are looked at, at most: with more, SMs change hands in twos, threes, … */
const MOST_SPLITS = 20_000;

function bestSplit(
  total: number,
  floors: readonly number[],
  forecasts: readonly SplitForecast[],
  policy: AllocationPolicy,
): readonly number[] {
  const spare = total - floors.reduce((sum, floor) => sum + floor, 0);
  let best: { readonly sms: readonly number[]; readonly slowdowns: readonly number[] } | null = null;
  for (const more of allShares(spare, floors.length, stepFor(spare, floors.length))) {
    const sms = floors.map((floor, app) => floor + more[app]!);
    const slowdowns = forecastSlowdowns(forecasts, sms);
    if (best === null || suitsBetter(slowdowns, best.slowdowns, policy)) best = { sms, slowdowns };
  }
  return best!.sms;
}

/** The least step with which there are no more splits than are looked at. */
function stepFor(spare: number, applications: number): number {
  let step = 1;
  while (sharesOf(Math.floor(spare / step), applications) > MOST_SPLITS) step++;
  return step;
}

/** Ways to hand so many parts to applications: a binomial coefficient. */
function sharesOf(parts: number, applications: number): number {
  let ways = 1;
  for (let at = 1; at < applications; at++) ways = (ways * (parts + at)) / at;
  return ways;
}

/** Every way to hand SMs out in multiples of a step; the last application has what is left. */
function* allShares(spare: number, applications: number, step: number): Generator<readonly number[]> {
  if (applications === 1) yield [spare];
  else
    for (let own = 0; own <= spare; own += step)
      for (const rest of allShares(spare - own, applications - 1, step)) yield [own, ...rest];
}
