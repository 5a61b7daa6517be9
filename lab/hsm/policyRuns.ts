import type { ScenarioApp } from '../../src/kernel/scenario';
import { PhaseSeries, type Phase } from '../../src/predictors/counting/phaseSeries';
import type { OwnPolicies, ReadyPredictor } from '../../src/predictors/port';
import { AllocationController, type PreemptionRule } from '../../src/sharing/engine/controller';
import type { RunHooks, SimulatorRun } from '../../src/simulator/run/simulatorRun';
import type { LoadedSpec } from '../../src/simulator/spec/loadSpec';
import { runOf, workOf } from './collect';
import type { PolicyRow } from './rows';

/** How mixes share the GPU: static splits, HSM's policies, and priority in the memory controllers (section 6). */
export const POLICIES = ['even', 'HSM-Fair', 'BW-App', 'proportional', 'HSM-QoS'] as const;
export type PolicyName = (typeof POLICIES)[number];

/** Progress that the application with high priority is to keep, and its share of the SMs without a policy (6.3). */
export const QOS_TARGET = 0.8;

/**
 * Core cycles of an epoch. The paper's is a tenth of its runs (500,000 of 5 million); ours end after 50,000 to 450,000
 * cycles, when each program has ended once.
 */
export const EPOCH_CYCLES = 10_000;

/** Programs to share a GPU, and what HSM makes of it. */
export interface PolicyTask {
  readonly apps: readonly ScenarioApp[];
  /** The one with high priority. */
  readonly first: number;
  readonly gpu: LoadedSpec;
  readonly cycles: number;
  readonly predictor: ReadyPredictor;
}

export function runPolicy(key: string, task: PolicyTask, policy: PolicyName): PolicyRow {
  const { apps, gpu, cycles } = task;
  const run = runOf(apps, startOf(task, policy), gpu, cycles);
  const { hooks, series } = managed(run, task, policy);
  const splits: number[][] = [];
  run.run({
    ...hooks,
    onEpoch: (...given) => {
      splits.push(apps.map((_, app) => run.machine.partition.smCount(app)));
      return hooks.onEpoch?.(...given);
    },
  });
  series.cut();
  const instructions = apps.map((_, app) => workOf(run, app));
  return {
    kind: 'policy',
    key,
    apps: apps.map(({ name }) => name),
    policy,
    cycles: run.cycles,
    instructions,
    splits,
  };
}

function startOf({ apps, first, gpu }: PolicyTask, policy: PolicyName): number[] {
  const { sms } = gpu.spec;
  if (policy !== 'proportional') return apps.map(() => Math.floor(sms / apps.length));
  const rest = sms * (1 - QOS_TARGET);
  return apps.map((_, app) => (app === first ? sms * QOS_TARGET : Math.floor(rest / (apps.length - 1))));
}

function managed(run: SimulatorRun, task: PolicyTask, policy: PolicyName) {
  if (policy === 'HSM-Fair' || policy === 'HSM-QoS') return controlled(run, task, policy);
  const series = new PhaseSeries(run);
  const cut = (): void => void series.cut();
  const onEpoch = policy === 'BW-App' ? () => favourLeast(run, series) : cut;
  const hooks: RunHooks = { onKernelChange: cut, epochCycles: EPOCH_CYCLES, onEpoch };
  return { hooks, series };
}

function controlled(run: SimulatorRun, { predictor, first }: PolicyTask, policy: 'HSM-Fair' | 'HSM-QoS') {
  const { kernels } = run.machine.plan.kernels;
  const splits = predictor.splits!;
  const own: OwnPolicies = splits.policies!;
  const controller = new AllocationController(run, {
    predictor: splits.online((kernel) => kernels[kernel]!.blocks)!,
    ...(policy === 'HSM-Fair' ? own.fair() : own.target(first, QOS_TARGET)),
    epochCycles: EPOCH_CYCLES,
    preemption: drainOrSwitch(run),
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
  const epoch = series.phases.filter(({ toCycle }) => toCycle > run.cycles - EPOCH_CYCLES);
  const use = epoch[0]!.apps.map((_, app) =>
    epoch.reduce((sum, { apps }) => sum + apps[app]!.counters.dramBusCycles, 0),
  );
  const least = use.indexOf(Math.min(...use));
  run.prioritizeMemory(use.map((_, app) => (app === least ? 1 : 0)));
  series.favoured = least;
}
