import { InputError } from '../../../kernel/result';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { ASM_ROTATION_CYCLES, AsmEstimator } from '../../baselines/asm/asmEstimator';
import { BUBBLE_STAGE_CYCLES, BubbleFlux } from '../../baselines/bubbleFlux/bubbleFlux';
import { AsmGpmEstimator } from '../../baselines/gpm/asmGpmEstimator';
import type { GpmModel } from '../../baselines/gpm/gpm';
import type { RunHooks, SimulatorRun } from '../../../simulator/run/simulatorRun';
import { AllocationController, contextCost } from '../allocation/controller';
import { LearnedOutlooks, type ElsewhereModel } from '../allocation/learnedOutlooks';
import { ProgressCurves } from '../allocation/progressCurves';
import type { AllocationPolicy } from '../allocation/policy';
import { ThemisEstimator } from '../estimator';
import type { SlowdownModel } from '../slowdownModel';
import { coRunOf, cyclesAlone } from './coRun';
import type { Collector } from './collector';
import type { CoLocation } from './protocol';
import { MeasuredOutlooks, type MeasuredSplit } from './measuredOutlooks';
import type { EngineRow } from './rows';

/** Who allocates: a static split, or a predictor in the engine. */
export const ENGINE_METHODS = [
  'HP',
  'Static',
  'Themis',
  'Themis learned',
  'Oracle',
  'ASM',
  'ASM-GPM',
  'Bubble',
] as const;
export type EngineMethod = (typeof ENGINE_METHODS)[number];

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
}

/** Runs a co-location under the engine for a fixed time and measures every application's slowdown over it. */
export function engineRun(
  setting: EngineSetting,
  collector: Collector,
  loaded: LoadedSpec,
  models: Partial<EngineModels>,
): EngineRow {
  const { at, cycles, method, policyText } = setting;
  const run = coRunOf({ ...collector.setting(at), limitCycles: cycles }, loaded, sampling(method), false);
  const solos = collector.solosOf(at.apps);
  const alone = (): number[] => solos.map((solo, app) => cyclesAlone(run, app, solo));
  const { hooks, allocations } = methodHooks(run, setting, loaded, models);
  const marks: { readonly cycles: number; readonly alone: readonly number[] }[] = [];
  run.run({
    ...hooks,
    onEpoch: (current) => {
      hooks.onEpoch?.(current);
      if (run.cycles >= cycles / 2) marks.push({ cycles: run.cycles, alone: alone() });
    },
  });
  const total = alone();
  const half = marks[0]!;
  return {
    kind: 'engine',
    programs: collector.programs(at.apps),
    apps: [...at.apps],
    policy: policyText,
    method,
    cycles: run.cycles,
    slowdowns: total.map((own) => run.cycles / own),
    settled: total.map((own, app) => (run.cycles - half.cycles) / (own - half.alone[app]!)),
    allocations,
    repartitions: allocations.filter((sms, i) => i > 0 && String(sms) !== String(allocations[i - 1])).length,
    contextBytes: contextCost(run).contextBytes,
  };
}

const sampling = (method: EngineMethod): number => (method.startsWith('ASM') ? 1 : 0);

/** Hooks of a method, and the list that they fill with the SMs of each epoch. */
function methodHooks(
  run: SimulatorRun,
  setting: EngineSetting,
  loaded: LoadedSpec,
  models: Partial<EngineModels>,
): { hooks: RunHooks; allocations: number[][] } {
  const { policy, method, epochCycles, maxDistance } = setting;
  const allocations = [[...setting.at.sms]];
  const note = (): void => {
    const { partition } = run.machine;
    allocations.push(setting.at.sms.map((_, app) => partition.smCount(app)));
  };
  if (method === 'HP' || method === 'Static') return { hooks: { epochCycles }, allocations };
  const distance = maxDistance === undefined ? {} : { maxDistance };
  const hooks =
    method === 'Bubble'
      ? new BubbleFlux(run, { stageCycles: BUBBLE_STAGE_CYCLES, policy, ...distance }).hooks()
      : new AllocationController(run, {
          ...estimation(setting, loaded, models),
          policy,
          epochCycles,
          ...distance,
        }).hooks();
  return { hooks: { ...hooks, onEpoch: (at) => (hooks.onEpoch?.(at), note()) }, allocations };
}

function estimation(
  { method, at }: EngineSetting,
  { spec }: LoadedSpec,
  { themis, elsewhere, gpm, measured = [] }: Partial<EngineModels>,
) {
  switch (method) {
    case 'Oracle':
      return { predictor: new MeasuredOutlooks(at.apps, measured, spec.sms) };
    case 'Themis learned':
      if (themis === undefined || elsewhere === undefined)
        throw new InputError('Themis has not been trained yet');
      return { predictor: new LearnedOutlooks(themis, elsewhere, spec.sms) };
    case 'ASM':
      return {
        predictor: new ProgressCurves(new AsmEstimator(spec), spec.sms),
        rotationCycles: ASM_ROTATION_CYCLES,
      };
    case 'ASM-GPM': {
      if (gpm === undefined) throw new InputError('GPM has not been trained yet');
      const estimator = new AsmGpmEstimator(gpm, spec);
      const curveOf = estimator.curveOf.bind(estimator);
      return {
        predictor: new ProgressCurves(estimator, spec.sms, curveOf),
        rotationCycles: ASM_ROTATION_CYCLES,
      };
    }
    default:
      if (themis === undefined) throw new InputError('Themis has not been trained yet');
      return { predictor: new ProgressCurves(new ThemisEstimator(themis, spec.sms), spec.sms) };
  }
}
