import { InputError } from '../../kernel/result';
import type { Phase } from '../../predictors/counting/phaseSeries';
import type { SlowdownFactors } from '../../predictors/forecast';
import type { SplitForecast, OnlinePredictor } from '../../predictors/forecast';
import type { AllocationPolicy, SplitSearch } from '../../predictors/port';
import { ProgressAccounts, type PaceAlone } from './progressAccounts';
import { DEFAULT_MAX_DISTANCE } from '../../predictors/forecast';
import { betterAllocation } from '../search';

export interface EngineOptions {
  readonly predictor: OnlinePredictor;
  readonly policy: AllocationPolicy;
  readonly maxDistance?: number;
  /** How the next split is looked for; algorithm 1 where nothing is said. */
  readonly search?: SplitSearch;
  /** Needed by policies that keep account of progress, and read by no others. */
  readonly paceAlone?: PaceAlone;
}

/** One decision of the engine. */
export interface AllocationStep {
  readonly cycle: number;
  /** SMs in the epoch that ended, and what the predictor said about it. */
  readonly sms: readonly number[];
  readonly predicted: readonly SlowdownFactors[];
  /** SMs from here on. */
  readonly next: readonly number[];
}

/** The SM allocation engine (algorithm 1) from epoch to epoch, whoever runs these. */
export class AllocationEngine {
  readonly steps: AllocationStep[] = [];
  /** What the last epoch lets expect of each application; none before its end. */
  forecasts: readonly SplitForecast[] = [];
  private readonly accounts: ProgressAccounts | null;

  /**
   * @param apps how many applications share the GPU
   * @throws InputError when the policy keeps account of progress, and nothing tells the pace alone
   */
  constructor(
    private readonly options: EngineOptions,
    apps: number,
  ) {
    this.accounts = accountsFor(options, apps);
  }

  /** SMs for the epoch after one, from its phases; at least one phase. */
  decide(epoch: readonly Phase[]): readonly number[] {
    const { predictor, policy, maxDistance = DEFAULT_MAX_DISTANCE, search = betterAllocation } = this.options;
    const last = epoch.at(-1)!;
    const expected = predictor.observe(epoch);
    this.forecasts = expected.map(({ forecast }) => forecast);
    this.accounts?.add(epoch);
    const due = (this.accounts && policy.after?.(this.accounts.list)) ?? policy;
    const sms = last.apps.map((share) => share.sms);
    const next = search(sms, this.forecasts, due, maxDistance);
    const predicted = expected.map(({ lost }) => lost);
    this.steps.push({ cycle: last.toCycle, sms, predicted, next });
    return next;
  }
}

function accountsFor({ policy, paceAlone }: EngineOptions, apps: number): ProgressAccounts | null {
  if (policy.after === undefined) return null;
  if (paceAlone === undefined)
    throw new InputError('a policy that keeps account of progress needs the pace of runs alone');
  return new ProgressAccounts(apps, paceAlone);
}
