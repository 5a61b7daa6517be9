import { InputError } from '../../../src/kernel/result';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { AsmEstimator } from '../../../src/predictors/baselines/asm/asmEstimator';
import { PRIORITY_TURN_CYCLES } from '../../../src/predictors/counting/priorityRotation';
import { AsmGpmEstimator } from '../../../src/predictors/baselines/gpm/asmGpmEstimator';
import type { GpmModel } from '../../../src/predictors/baselines/gpm/gpm';
import type { ControllerOptions } from '../../../src/sharing/engine/controller';
import type { ElsewhereModel } from '../../../src/predictors/themis/allocation/elsewhereModel';
import type { RepartitionPolicy } from '../../../src/simulator/run/simulatorRun';
import { LearnedForecasts } from '../../../src/predictors/themis/allocation/learnedForecasts';
import type { AllocationPolicy } from '../../../src/predictors/port';
import { PAPERS_AIM, type QosAim } from '../../../src/predictors/themis/allocation/qosAim';
import { ProgressCurves } from '../../../src/predictors/themis/allocation/progressCurves';
import type { PaceAlone } from '../../../src/sharing/engine/progressAccounts';
import { ThemisEstimator } from '../../../src/predictors/themis/estimator';
import type { ProgressRatios } from '../training/crossValidate';
import type { SlowdownModel } from '../../../src/predictors/themis/slowdownModel';
import { cyclesOfShare } from '../../../src/predictors/counting/workCurve';
import type { Collector } from './collector';
import { MeasuredForecasts, type MeasuredSplit } from './measuredForecasts';
import { NeverEnough } from './neverEnough';
import type { CoLocation } from './protocol';

/** Who allocates: a static split, or a predictor in the engine. */
export const ENGINE_METHODS = [
  'HP',
  'Static',
  'Themis',
  'Themis learned',
  'Themis giving back',
  'Themis guarded',
  'Themis accounted',
  'Themis advised',
  'Oracle',
  'Most SMs',
  'ASM',
  'ASM-GPM',
  'Bubble',
] as const;
export type EngineMethod = (typeof ENGINE_METHODS)[number];

/** Progress above a target at which the method that gives SMs back rests, as a share of it. */
const GIVING_BACK = 0.1;
/** Epochs in which the method that keeps account makes good what is owed. */
const HORIZON_EPOCHS = 5;

/**
 * What a method aims at for progress targets: the paper's and ours where SMs move only while a target is violated,
 * and ours that give SMs back, guard against the predictor's error, or keep account.
 *
 * @param ratios of the network for other splits, null without one
 */
export function qosAimOf(method: EngineMethod, ratios: ProgressRatios | null, epochCycles: number): QosAim {
  switch (method) {
    case 'Themis giving back':
      return { ...PAPERS_AIM, slack: GIVING_BACK };
    case 'Themis guarded':
    case 'Themis advised':
      return { ...PAPERS_AIM, ratio: needed(ratios ?? undefined, 'the guard').quarter };
    case 'Themis accounted':
      return { ...PAPERS_AIM, horizon: HORIZON_EPOCHS * epochCycles };
    default:
      return PAPERS_AIM;
  }
}

/** Methods that show what others could do, and are none to compare with. */
export const isYardstick = (method: string): boolean => method === 'Oracle' || method === 'Most SMs';

/** Methods without an engine. */
export const isStatic = (method: EngineMethod): boolean => method === 'HP' || method === 'Static';

export interface EngineModels {
  readonly themis: SlowdownModel;
  /** Tells of other splits than that in which events were counted. */
  readonly elsewhere: ElsewhereModel;
  readonly gpm: GpmModel;
  /** Co-runs that were measured at set splits. */
  readonly measured: readonly MeasuredSplit[];
}

export interface EngineSetting {
  readonly at: CoLocation;
  readonly policy: AllocationPolicy;
  /** As the row names the policy and its parameters. */
  readonly policyText: string;
  readonly method: EngineMethod;
  readonly cycles: number;
  readonly epochCycles: number;
  readonly maxDistance?: number;
  /** As in `ControllerOptions`. */
  readonly preemption?: RepartitionPolicy;
}

/** The engine of a method, Bubble-PSP's apart. */
export function engineOptions(
  setting: EngineSetting,
  collector: Collector,
  { spec }: LoadedSpec,
  models: Partial<EngineModels>,
): Omit<ControllerOptions, 'epochCycles'> {
  const { method, policy, maxDistance, preemption } = setting;
  const distance = maxDistance === undefined ? {} : { maxDistance };
  const common = { policy, ...distance, ...(preemption === undefined ? {} : { preemption }) };
  switch (method) {
    case 'Oracle':
      return {
        ...common,
        predictor: new MeasuredForecasts(setting.at.apps, models.measured ?? [], spec.sms),
      };
    case 'Most SMs':
      return { ...common, predictor: new NeverEnough(spec.sms) };
    case 'ASM':
      return {
        ...common,
        predictor: new ProgressCurves(new AsmEstimator(spec), spec.sms),
        rotationCycles: PRIORITY_TURN_CYCLES,
      };
    case 'ASM-GPM': {
      const estimator = new AsmGpmEstimator(needed(models.gpm, 'GPM'), spec);
      return {
        ...common,
        predictor: new ProgressCurves(estimator, spec.sms, estimator.curveOf.bind(estimator)),
        rotationCycles: PRIORITY_TURN_CYCLES,
      };
    }
    case 'Themis': {
      const estimator = new ThemisEstimator(needed(models.themis, 'Themis'), spec.sms);
      return { ...common, predictor: new ProgressCurves(estimator, spec.sms) };
    }
    default: {
      const [here, elsewhere] = [needed(models.themis, 'Themis'), needed(models.elsewhere, 'Themis')];
      return {
        ...common,
        predictor: new LearnedForecasts(here, elsewhere, spec.sms),
        paceAlone: paceAlone(setting.at, collector),
      };
    }
  }
}

function needed<T>(model: T | undefined, name: string): T {
  if (model === undefined) throw new InputError(`${name} has not been trained yet`);
  return model;
}

/** Core cycles of a warp instruction in the runs alone, by the number of the kernel in the co-run. */
function paceAlone({ apps }: CoLocation, collector: Collector): PaceAlone {
  const paces = collector
    .solosOf(apps)
    .flatMap(({ launches }) => launches.map((launch) => cyclesOfShare(launch, 1)));
  return (kernel) => paces[kernel]!;
}
