import type { AppliedSplit } from '../applied/appliedSplit';
import type { Origin } from '../../kernel/origin';
import type { Scenario } from '../../kernel/scenario';
import type { SplitForecast } from '../../predictors/forecast';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import type { AllocationGoal, GoalOutcome } from '../goal';
import type { TargetGuard } from '../targetGuard';

/** An advised split that is to be put into force. */
export interface SplitRequest {
  readonly goal: AllocationGoal;
  readonly scenario: Scenario;
  readonly loaded: LoadedSpec;
  /** The advised split. */
  readonly sms: readonly number[];
  /** What is expected of each application under any split. */
  readonly apps: readonly SplitForecast[];
  readonly guard: TargetGuard | null;
}

/** The split as it can be applied, predicted again. */
export interface AppliedAllocation extends AppliedSplit, GoalOutcome {
  readonly slowdowns: readonly number[];
  readonly origin: Origin;
}
