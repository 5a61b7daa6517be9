import type { AppliedSplit } from '../applied/appliedSplit';
import type { Origin } from '../../kernel/origin';
import type { GpuSpec } from '../../kernel/gpuSpec';
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

/** The same without what only simulations need. */
export interface RoundedRequest extends Pick<SplitRequest, 'goal' | 'sms' | 'apps' | 'guard'> {
  readonly gpu: GpuSpec;
  readonly names: readonly string[];
}

/** The split as it can be applied, predicted again. */
export interface AppliedAllocation extends AppliedSplit, GoalOutcome {
  readonly slowdowns: readonly number[];
  readonly origin: Origin;
}
