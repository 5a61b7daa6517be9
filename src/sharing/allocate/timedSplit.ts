import type { GpuSpec } from '../../kernel/gpuSpec';
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
import { MECHANISMS } from '../applied/appliedSplit';
import type { FineMechanism } from '../applied/applySplit';
import { goalPolicy, type AllocationGoal } from '../goal';
import { targetGuard, type Confidence } from '../targetGuard';
import { roundedAllocation } from './appliedAllocation';
import { bestSplit } from './everySplit';
import { partOfSplit, splitOutcome, type SharedPart, type SharedSplit } from './sharedSplit';

/** Mechanisms for which nothing has to be simulated. */
export const FINE_MECHANISMS = MECHANISMS.filter((each): each is FineMechanism => each !== 'mig');

export interface TimedSplitRequest {
  readonly goal: AllocationGoal;
  /** How the split is to be applied; null for the bare numbers. */
  readonly mechanism: FineMechanism | null;
  readonly confidence?: Confidence;
}

/** What one application gets. */
export interface TimedPart extends SharedPart {
  /** What decides how well its slowdown is told. */
  readonly errorKind: TimedKind;
}

/** A split of the SMs between applications that were timed alone on parts of them. */
export type TimedSplit = SharedSplit<TimedPart>;

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
  const space = { total, floors: floorsOf(least, total), most: MOST_SPLITS };
  const { sms } = bestSplit(space, forecasts, goalPolicy(goal, { apps: names }, guard));
  const kinds = timedKinds(applications, sms, { peakGBs, l2Bytes });
  const found = { names, total, goal, guard, sms, forecasts };
  const wish = { goal, names, gpu, sms, apps: forecasts, guard };
  return {
    gpu: gpu.id,
    goal,
    apps: applications.map((application, app) => ({
      ...partOfSplit(found, app, timeCurve(application).at(total)),
      errorKind: kinds[app]!,
      error: KIND_ERRORS[kinds[app]!],
    })),
    ...splitOutcome(found),
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

/** Splits that are looked at, at most. */
const MOST_SPLITS = 20_000;
