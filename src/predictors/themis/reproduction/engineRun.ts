import { InputError } from '../../../kernel/result';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { ASM_ROTATION_CYCLES, AsmEstimator } from '../../baselines/asm/asmEstimator';
import { BUBBLE_STAGE_CYCLES, BubbleFlux } from '../../baselines/bubbleFlux/bubbleFlux';
import { AsmGpmEstimator } from '../../baselines/gpm/asmGpmEstimator';
import type { GpmModel } from '../../baselines/gpm/gpm';
import type { RunHooks, SimulatorRun } from '../../../simulator/run/simulatorRun';
import { AllocationController, contextCost } from '../allocation/controller';
import type { AllocationPolicy } from '../allocation/policy';
import { ThemisEstimator } from '../estimator';
import type { SlowdownModel } from '../slowdownModel';
import { coRunOf, cyclesAlone } from './coRun';
import type { Collector } from './collector';
import type { CoLocation } from './protocol';
import type { EngineRow } from './rows';

/** Who allocates: a static split, or a predictor in the engine. */
export const ENGINE_METHODS = ['HP', 'Themis', 'ASM', 'ASM-GPM', 'Bubble'] as const;
export type EngineMethod = (typeof ENGINE_METHODS)[number];

export interface EngineModels {
  readonly themis: SlowdownModel;
  readonly gpm: GpmModel;
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
  if (method === 'HP') return { hooks: { epochCycles }, allocations };
  const distance = maxDistance === undefined ? {} : { maxDistance };
  const hooks =
    method === 'Bubble'
      ? new BubbleFlux(run, { stageCycles: BUBBLE_STAGE_CYCLES, policy, ...distance }).hooks()
      : new AllocationController(run, {
          ...estimation(method, loaded, models),
          policy,
          epochCycles,
          ...distance,
        }).hooks();
  return { hooks: { ...hooks, onEpoch: (at) => (hooks.onEpoch?.(at), note()) }, allocations };
}

function estimation(method: EngineMethod, { spec }: LoadedSpec, { themis, gpm }: Partial<EngineModels>) {
  switch (method) {
    case 'ASM':
      return { estimator: new AsmEstimator(spec), rotationCycles: ASM_ROTATION_CYCLES };
    case 'ASM-GPM': {
      if (gpm === undefined) throw new InputError('GPM has not been trained yet');
      const estimator = new AsmGpmEstimator(gpm, spec);
      const curveOf = estimator.curveOf.bind(estimator);
      return { estimator, rotationCycles: ASM_ROTATION_CYCLES, curveOf };
    }
    default:
      if (themis === undefined) throw new InputError('Themis has not been trained yet');
      return { estimator: new ThemisEstimator(themis, spec.sms) };
  }
}
