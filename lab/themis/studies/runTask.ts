import { BUBBLE_STAGE_CYCLES } from '../../../src/predictors/baselines/bubbleFlux/bubbleFlux';
import { type AllocationPolicy } from '../../../src/predictors/port';
import { fairPolicy } from '../../../src/predictors/themis/allocation/policy';
import { aimedQosPolicy } from '../../../src/predictors/themis/allocation/qosAim';
import type { Collector } from '../reproduction/collector';
import { qosAimOf, type EngineMethod, type EngineModels } from '../reproduction/engineMethods';
import { engineRun } from '../reproduction/engineRun';
import type { CoLocation } from '../reproduction/protocol';
import type { ResultRow } from '../reproduction/rows';
import { loadSpec } from '../../../src/simulator/spec/loadSpec';
import { modelHash, type RunModels } from './runModels';
import { startAlone } from './startAlone';
import { goalText, type Goal, type Task } from './tasks';

/** A run under the allocation engine, and its epochs. */
const ENGINE_RUN = { cycles: 100_000, epochCycles: 10_000 };
/** Figure 7b: lengths of a period. */
const PERIODS = [5_000, 10_000, 20_000, 40_000];

/** What runs are made with. */
export interface RunSetup {
  /** It knows every application of a task from its run alone. */
  readonly collector: Collector;
  readonly trained: RunModels;
  /** Rows that are at hand: an oracle reads co-runs at set splits in them. */
  readonly known: readonly ResultRow[];
}

/** @throws InputError when the simulator refuses the run, or a model is missing */
export function runTask(task: Task, setup: RunSetup): ResultRow {
  const { collector } = setup;
  switch (task.kind) {
    case 'solo':
      return collector.solo(task.app, task.sms);
    case 'corun':
      return collector.coRun(task.at);
    case 'asm':
      return collector.asm(task.at);
    case 'bubble':
      return collector.bubble(task.at, BUBBLE_STAGE_CYCLES);
    case 'periods':
      return collector.periods(task.at, PERIODS);
    case 'engine':
      return engineRow(task, setup);
  }
}

type EngineTask = Extract<Task, { kind: 'engine' }>;

function engineRow(task: EngineTask, setup: RunSetup): ResultRow {
  const { collector, trained } = setup;
  const { method, goal } = task;
  const length = goal.length ?? ENGINE_RUN;
  const setting = {
    at: startOf(task, setup),
    method,
    policy: policyOf(goal, method, length.epochCycles, trained),
    policyText: goalText(goal),
    ...length,
    ...(goal.kind === 'fair' && goal.maxDistance !== undefined ? { maxDistance: goal.maxDistance } : {}),
    ...(goal.kind === 'fair' && goal.preemption !== undefined ? { preemption: goal.preemption } : {}),
  };
  const model = modelHash(method, trained);
  return {
    ...engineRun(setting, collector, loadSpec('themis-60sm'), engineModels(setup)),
    ...(model === null ? {} : { model }),
  };
}

/** The method that runs alone advise begins where they see the target kept, all others as the task says. */
function startOf({ at, method, goal }: EngineTask, { collector, trained }: RunSetup): CoLocation {
  if (method !== 'Themis advised' || goal.kind !== 'qos') return at;
  if (trained.solo === null) throw new Error('there is no network for runs alone to advise where to begin');
  return { ...at, sms: startAlone(trained.solo, collector.solosOf(at.apps), goal.target, at.sms) };
}

function policyOf(
  goal: Goal,
  method: EngineMethod,
  epochCycles: number,
  trained: RunModels,
): AllocationPolicy {
  if (goal.kind === 'split') return fairPolicy(goal.sms);
  if (goal.kind === 'fair') return fairPolicy(goal.weights, goal.threshold);
  const ratios = trained.elsewhere?.elsewhere.variant.progressRatios ?? null;
  return aimedQosPolicy([goal.target, null], qosAimOf(method, ratios, epochCycles));
}

function engineModels({ trained, known }: RunSetup): Partial<EngineModels> {
  const { themis, elsewhere, gpm } = trained;
  return {
    ...(themis === null ? {} : { themis }),
    ...(elsewhere === null ? {} : { elsewhere }),
    ...(gpm === null ? {} : { gpm }),
    measured: known.flatMap((row) =>
      row.kind === 'engine' && row.method === 'Static'
        ? [{ apps: row.apps, sms: row.allocations[0]!, slowdowns: row.slowdowns }]
        : [],
    ),
  };
}
