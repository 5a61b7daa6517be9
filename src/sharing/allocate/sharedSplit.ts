import { throughputOf } from '../../kernel/coRunMetrics';
import type { Words } from '../../kernel/message';
import type { ErrorBound } from '../../kernel/prediction';
import { forecastSlowdowns, slowdownOf, type SplitForecast } from '../../predictors/forecast';
import { judged, type AllocationGoal, type GoalOutcome } from '../goal';
import type { TargetGuard } from '../targetGuard';
import { weightedSplit } from '../weightedSplit';
import type { AllocatedApp } from './allocateSms';
import type { AppliedAllocation } from './splitRequest';

/** What one application gets that is told of as a whole. */
export interface SharedPart extends Omit<AllocatedApp, 'curve' | 'tried' | 'warnings'> {
  /** Of a run beside the others, in µs. */
  readonly us: number;
  /** How far such slowdowns are off. */
  readonly error: ErrorBound;
}

/** A split of the SMs between whole applications. */
export interface SharedSplit<Part extends SharedPart = SharedPart> extends GoalOutcome {
  readonly gpu: string;
  readonly goal: AllocationGoal;
  readonly apps: readonly Part[];
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

/** A split that was found, of applications by their names. */
export interface FoundSplit {
  readonly names: readonly string[];
  readonly total: number;
  readonly goal: AllocationGoal;
  readonly guard: TargetGuard | null;
  readonly sms: readonly number[];
  readonly forecasts: readonly SplitForecast[];
}

/** How it suits its goal, and what even SMs would give. */
export function splitOutcome({
  names,
  total,
  goal,
  guard,
  sms,
  forecasts,
}: FoundSplit): GoalOutcome & Pick<SharedSplit, 'throughput' | 'even'> {
  const slowdowns = forecastSlowdowns(forecasts, sms);
  const even = weightedSplit(
    total,
    names.map(() => 1),
  );
  const ofEven = forecastSlowdowns(forecasts, even);
  return {
    throughput: stp(slowdowns),
    even: { sms: even, slowdowns: ofEven, throughput: stp(ofEven) },
    ...judged(goal, slowdowns, guard),
  };
}

/**
 * What one of them gets.
 *
 * @param aloneUs time of a run that has all SMs, in µs
 */
export function partOfSplit(
  { names, goal, sms, forecasts }: FoundSplit,
  app: number,
  aloneUs: number,
): Omit<SharedPart, 'error'> {
  const factors = forecasts[app]!.at(sms);
  const slowdown = slowdownOf(factors);
  return {
    name: names[app]!,
    sms: sms[app]!,
    us: slowdown * aloneUs,
    slowdown,
    ...factors,
    progress: 1 / slowdown,
    weight: goal.kind === 'fair' ? goal.weights[app]! : null,
    target: goal.kind === 'qos' ? goal.targets[app]! : null,
  };
}

const stp = (slowdowns: readonly number[]): number => throughputOf(slowdowns.map((slowdown) => 1 / slowdown));
