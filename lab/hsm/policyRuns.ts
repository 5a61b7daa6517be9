import type { ScenarioApp } from '../../src/kernel/scenario';
import { UNKNOWN_BLOCKS } from '../../src/predictors/counting/kernelStretches';
import { PhaseSeries, type Phase } from '../../src/predictors/counting/phaseSeries';
import { hsmFair, hsmQos } from '../../src/predictors/hsm/policies';
import type { GoalWithSearch } from '../../src/predictors/port';
import { AllocationController, type PreemptionRule } from '../../src/sharing/engine/controller';
import type { RunHooks, SimulatorRun } from '../../src/simulator/run/simulatorRun';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { endlessRun, workOf } from './collect';
import {
  EPOCH_MODELS,
  epochModel,
  onlineModel,
  type EpochModel,
  type EpochModelName,
  type TrainedModels,
} from './epochModels';
import { epochRecord, type EpochRecord, type PolicyRow } from './rows';

/** Static splits, and priority in the memory controllers (section 6). */
export const STATIC_POLICIES = ['even', 'proportional', 'BW-App'] as const;
type StaticPolicy = (typeof STATIC_POLICIES)[number];
type ManagedPolicy = `${EpochModelName}-${'Fair' | 'QoS'}`;

/** How mixes share the GPU. Rivals move SMs as HSM does, and tell slowdowns by themselves. */
export type PolicyName = StaticPolicy | ManagedPolicy;

export const FAIR_POLICIES = [
  'even',
  'HSM-Fair',
  'DASE-Fair',
  'Themis-Fair',
  'BW-App',
] as const satisfies readonly PolicyName[];
export const QOS_POLICIES = [
  'proportional',
  'HSM-QoS',
  'DASE-QoS',
  'Themis-QoS',
] as const satisfies readonly PolicyName[];
export const POLICIES: readonly PolicyName[] = [...FAIR_POLICIES, ...QOS_POLICIES];

/** Progress that the application with high priority is to keep, and its share of the SMs without a policy (6.3). */
export const QOS_TARGET = 0.8;

/** Core cycles of a run under a policy, in which programs begin anew whenever they end. */
export const POLICY_CYCLES = 500_000;

/** Core cycles that a prediction takes of each kernel (section 4.2). */
const PREDICTION_CYCLES = 181;

/** Core cycles of an epoch: a tenth of the run, as the paper's 500,000 of 5 million. */
export const EPOCH_CYCLES = 50_000;

/** BW-App looks at the use of DRAM more often: it moves nothing, and a memory controller could do so at any time. */
const BANDWIDTH_EPOCH_CYCLES = 10_000;

/** Programs to share a GPU, and what tells of it. */
export interface PolicyTask {
  readonly apps: readonly ScenarioApp[];
  /** The one with high priority. */
  readonly first: number;
  readonly gpu: LoadedSpec;
  readonly cycles: number;
  readonly epochCycles: number;
  readonly models: TrainedModels;
  /** Fairness below which SMs move, where another than HSM-Fair's. */
  readonly threshold?: number;
  /** As of a `ChosenPolicy`. */
  readonly byKernels?: boolean;
}

/** Runs a mix under a policy, and keeps epoch by epoch what it did. */
export function runPolicy(key: string, task: PolicyTask, policy: PolicyName): PolicyRow {
  const { apps, gpu, cycles, epochCycles } = task;
  const run = endlessRun(apps, startOf(task, policy), gpu, cycles);
  const { hooks, series } = managed(run, task, policy);
  const observers = observersOf(run, task, policy);
  const epochs: EpochRecord[] = [];
  let seen = 0;
  let nextClose = epochCycles;
  const close = (): void => {
    series.cut();
    const epoch = series.phases.slice(seen);
    seen = series.phases.length;
    if (epoch.length > 0) epochs.push(epochRecord(epoch, observers));
  };
  run.run({
    ...hooks,
    onEpoch: (...given) => {
      const goesOn = hooks.onEpoch?.(...given);
      if (run.cycles >= nextClose) {
        close();
        nextClose += epochCycles;
      }
      return goesOn;
    },
  });
  close();
  const instructions = apps.map((_, app) => workOf(run, app));
  const names = apps.map(({ name }) => name);
  return { kind: 'policy', key, apps: names, policy, cycles: run.cycles, instructions, epochs };
}

function startOf({ apps, first, gpu }: PolicyTask, policy: PolicyName): number[] {
  const { sms } = gpu.spec;
  if (policy !== 'proportional') return apps.map(() => Math.floor(sms / apps.length));
  const most = Math.floor(sms * QOS_TARGET);
  return apps.map((_, app) => (app === first ? most : Math.floor((sms - most) / (apps.length - 1))));
}

/** Which models are asked about each epoch: all of them where nothing moves, so that one run judges all. */
function observersOf(run: SimulatorRun, task: PolicyTask, policy: PolicyName): Record<string, EpochModel> {
  const asked = policy === 'even' ? EPOCH_MODELS : [modelOf(policy)];
  const known = asked.filter((name) => name !== null && isTrained(name, task.models));
  return Object.fromEntries(known.map((name) => [name, modelIn(run, task, name!)]));
}

/** Whether what a policy goes by is there: Themis was not trained for every GPU. */
export const canRun = (policy: PolicyName, models: TrainedModels): boolean =>
  isTrained(modelOf(policy), models);

const isTrained = (name: EpochModelName | null, { themis }: TrainedModels): boolean =>
  name !== 'Themis' || themis !== null;

const modelOf = (policy: PolicyName): EpochModelName | null =>
  EPOCH_MODELS.find((name) => policy.startsWith(`${name}-`)) ?? null;

function modelIn(run: SimulatorRun, { gpu, models }: PolicyTask, name: EpochModelName): EpochModel {
  return epochModel(name, gpu, models, blocksIn(run));
}

/** Blocks of the grids of a run, by number of the kernel. */
function blocksIn({ machine }: SimulatorRun) {
  const { kernels } = machine.plan.kernels;
  return (kernel: number): number => kernels[kernel]!.blocks;
}

function managed(run: SimulatorRun, task: PolicyTask, policy: PolicyName) {
  const model = modelOf(policy);
  if (model !== null) return controlled(run, task, policy, model);
  const series = new PhaseSeries(run);
  const cut = (): void => void series.cut();
  const hooks: RunHooks =
    policy === 'BW-App'
      ? { epochCycles: BANDWIDTH_EPOCH_CYCLES, onEpoch: () => favourLeast(run, series) }
      : { epochCycles: task.epochCycles, onEpoch: cut };
  return { hooks: { ...hooks, onKernelChange: cut }, series };
}

function controlled(run: SimulatorRun, task: PolicyTask, policy: PolicyName, model: EpochModelName) {
  const { first, threshold, epochCycles, byKernels = false } = task;
  const goal: GoalWithSearch = policy.endsWith('-Fair')
    ? hsmFair(threshold)
    : hsmQos({ app: first, target: QOS_TARGET });
  const controller = new AllocationController(run, {
    predictor: onlineModel(modelIn(run, task, model), model === 'HSM' ? blocksIn(run) : UNKNOWN_BLOCKS),
    ...goal,
    epochCycles,
    preemption: drainOrSwitch(run),
    ...(byKernels && { evenAtOtherKernel: true, predictionCycles: task.apps.length * PREDICTION_CYCLES }),
  });
  return { hooks: controller.hooks(), series: controller.series };
}

/** Drain where more blocks ended on an SM in the epoch than it holds at a time, else switch (section 4.2). */
function drainOrSwitch(run: SimulatorRun): PreemptionRule {
  const { blocksPerSm } = run.machine.plan.kernels;
  return (epoch, next) => {
    const givers = epoch.at(-1)!.apps.flatMap(({ sms }, app) => (next[app]! < sms ? [app] : []));
    return givers.every((app) => turnsOver(epoch, app, blocksPerSm)) ? 'drain' : 'switch';
  };
}

function turnsOver(epoch: readonly Phase[], app: number, blocksPerSm: ArrayLike<number>): boolean {
  const { kernel, sms } = epoch.at(-1)!.apps[app]!;
  const done = epoch.reduce((sum, { apps }) => sum + apps[app]!.counters.blocksDone, 0);
  return done / sms > blocksPerSm[kernel]!;
}

/** BW-App: the application that used least of DRAM in the epoch goes first (section 6; Jog et al., MEMSYS 2015). */
function favourLeast(run: SimulatorRun, series: PhaseSeries): void {
  series.cut();
  const epoch = series.phases.filter(({ toCycle }) => toCycle > run.cycles - BANDWIDTH_EPOCH_CYCLES);
  const use = epoch[0]!.apps.map((_, app) =>
    epoch.reduce((sum, { apps }) => sum + apps[app]!.counters.dramBusCycles, 0),
  );
  const least = use.indexOf(Math.min(...use));
  run.prioritizeMemory(use.map((_, app) => (app === least ? 1 : 0)));
  series.favoured = least;
}
