import { betterAllocation } from '../../../src/sharing/search';
import type { RunHooks, SimulatorRun } from '../../../src/simulator/run/simulatorRun';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { BUBBLE_STAGE_CYCLES, BubbleFlux } from '../../../src/predictors/baselines/bubbleFlux/bubbleFlux';
import { AllocationController, contextCost } from '../../../src/sharing/engine/controller';
import { AllocationEngine } from '../../../src/sharing/engine/engine';
import { DEFAULT_PREEMPTION } from '../../../src/sharing/engine/handOver';
import { coRunOf, cyclesAlone } from './coRun';
import type { Collector } from './collector';
import type { CoRunEpoch } from './coRunTree';
import { engineOptions, isStatic, type EngineModels, type EngineSetting } from './engineMethods';
import type { EngineRow } from './rows';

/** Runs a co-location under the engine for a fixed time and measures every application's slowdown over it. */
export function engineRun(
  setting: EngineSetting,
  collector: Collector,
  loaded: LoadedSpec,
  models: Partial<EngineModels>,
): EngineRow {
  const { at, method, policyText, cycles } = setting;
  const course =
    method === 'Bubble' || method.startsWith('ASM')
      ? ownCourse(setting, collector, loaded, models)
      : sharedCourse(setting, collector, loaded, models);
  const half = course.find((mark) => mark.cycles >= cycles / 2)!;
  const end = course.at(-1)!;
  const allocations = [at.sms, ...(isStatic(method) ? [] : course.map(({ next }) => next))].map((sms) => [
    ...sms,
  ]);
  return {
    kind: 'engine',
    programs: collector.programs(at.apps),
    apps: [...at.apps],
    policy: policyText,
    method,
    cycles: end.cycles,
    slowdowns: end.alone.map((own) => end.cycles / own),
    settled: end.alone.map((own, app) => (end.cycles - half.cycles) / (own - half.alone[app]!)),
    allocations,
    repartitions: allocations.filter((sms, i) => i > 0 && String(sms) !== String(allocations[i - 1])).length,
    contextBytes: end.contextBytes,
  };
}

/** How far a run is at the end of an epoch, and the SMs of the next one. */
interface Mark extends Pick<CoRunEpoch, 'cycles' | 'alone' | 'contextBytes'> {
  readonly next: readonly number[];
}

/** Epochs of which other methods may have simulated the same beginning. */
function sharedCourse(
  setting: EngineSetting,
  collector: Collector,
  loaded: LoadedSpec,
  models: Partial<EngineModels>,
): Mark[] {
  const { at, cycles, epochCycles, method, preemption = DEFAULT_PREEMPTION } = setting;
  const tree = collector.tree(at, cycles, epochCycles, preemption);
  const engine = isStatic(method)
    ? null
    : new AllocationEngine(engineOptions(setting, collector, loaded, models), at.apps.length);
  const splits: (readonly number[])[] = [at.sms];
  const course: Mark[] = [];
  do {
    const { phases, ...mark } = tree.epoch(splits);
    const next = engine?.decide(phases) ?? at.sms;
    splits.push(next);
    course.push({ ...mark, next });
  } while (course.at(-1)!.cycles < cycles);
  return course;
}

/** A run by itself, of methods that interfere with the simulation beyond splits of the SMs. */
function ownCourse(
  setting: EngineSetting,
  collector: Collector,
  loaded: LoadedSpec,
  models: Partial<EngineModels>,
): Mark[] {
  const { at, cycles, method } = setting;
  const sampling = method === 'Bubble' ? 0 : 1;
  const run = coRunOf({ ...collector.setting(at), limitCycles: cycles }, loaded, sampling, false);
  const solos = collector.solosOf(at.apps);
  const { hooks, hasDecided } = ownAllocator(run, setting, collector, loaded, models);
  const course: Mark[] = [];
  run.run({
    ...hooks,
    onEpoch: (current) => {
      hooks.onEpoch?.(current);
      if (!hasDecided()) return;
      course.push({
        cycles: run.cycles,
        alone: solos.map((solo, app) => cyclesAlone(run, app, solo)),
        contextBytes: contextCost(run).contextBytes,
        next: at.apps.map((_, app) => run.machine.partition.smCount(app)),
      });
    },
  });
  return course;
}

/** What allocates within a run by itself. */
interface OwnAllocator {
  readonly hooks: RunHooks;
  /** Whether it has just decided: predictors that sample are called between decisions too. */
  readonly hasDecided: () => boolean;
}

function ownAllocator(
  run: SimulatorRun,
  setting: EngineSetting,
  collector: Collector,
  loaded: LoadedSpec,
  models: Partial<EngineModels>,
): OwnAllocator {
  const { method, policy, epochCycles, maxDistance } = setting;
  if (method === 'Bubble') {
    const distance = maxDistance === undefined ? {} : { maxDistance };
    const bubble = new BubbleFlux(run, {
      stageCycles: BUBBLE_STAGE_CYCLES,
      reallocation: { policy, search: betterAllocation },
      ...distance,
    });
    return { hooks: bubble.hooks(), hasDecided: () => true };
  }
  const options = { ...engineOptions(setting, collector, loaded, models), epochCycles };
  const controller = new AllocationController(run, options);
  return { hooks: controller.hooks(), hasDecided: () => controller.steps.at(-1)?.cycle === run.cycles };
}
