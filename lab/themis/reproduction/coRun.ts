import { parseScenario, type ScenarioApp } from '../../../src/kernel/scenario';
import { namedCounters, warpInstructions } from '../../../src/simulator/core/counters';
import type { SimulatorRun } from '../../../src/simulator/run/simulatorRun';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import { createRun } from '../../../src/simulator/simulate';
import type { SoloRound } from '../../../src/predictors/counting/soloRound';
import { SAMPLED_SETS } from '../../../src/predictors/counting/countedRates';
import { PhaseSeries, type Phase } from '../../../src/predictors/counting/phaseSeries';
import { rotatingHooks } from '../../../src/predictors/counting/priorityRotation';
import { cyclesOfShare, endOf } from '../../../src/predictors/counting/workCurve';

/** A co-run of the protocol: each application on SMs of its own, relaunched until all have finished once. */
export interface CoRunSetting {
  readonly apps: readonly ScenarioApp[];
  readonly sms: readonly number[];
  readonly seed: number;
  /** The run ends here even when an application has not finished its first round. */
  readonly limitCycles: number;
}

/** What a co-run showed. */
export interface CoRunTruth {
  readonly cycles: number;
  /** SD of each application (equation 1). */
  readonly slowdowns: readonly number[];
  /** Cycle up to which an application was measured: the end of its first round, or of the run. */
  readonly endCycles: readonly number[];
  readonly phases: readonly Phase[];
}

/**
 * The run of a setting, not yet begun; `sampleEvery` as in `PlanOptions`.
 *
 * @param untilOnce whether it ends when every application has finished once, or only at its limit
 */
export function coRunOf(
  setting: CoRunSetting,
  loaded: LoadedSpec,
  sampleEvery: number,
  untilOnce = true,
): SimulatorRun {
  const scenario = parseScenario({
    gpu: loaded.gpu.id,
    mode: { kind: 'spatial', sms: [...setting.sms] },
    apps: setting.apps.map((app, at) => ({ ...app, name: `${app.name} ${at}`, repeat: 'always' })),
    limits: { cycles: setting.limitCycles, untilEachFinishedOnce: untilOnce },
    seed: setting.seed,
  });
  return createRun(scenario, loaded, { sampleEvery });
}

/** What happens in a co-run at set times. */
export interface CoRunTimes {
  /** Priority in the memory controllers goes round so often (for ASM), or not at all. */
  readonly rotationCycles?: number;
  /** Phases are cut so often too. */
  readonly periodCycles?: number;
}

/**
 * Runs a setting and measures it: each application's first round, or as much of it as was done until the limit,
 * against the time that this takes alone on the whole GPU.
 */
export function measureCoRun(
  setting: CoRunSetting,
  solos: readonly SoloRound[],
  loaded: LoadedSpec,
  { rotationCycles, periodCycles }: CoRunTimes = {},
): CoRunTruth {
  const run = coRunOf(setting, loaded, rotationCycles === undefined ? SAMPLED_SETS : 1);
  const series = new PhaseSeries(run);
  run.run(
    rotationCycles === undefined
      ? series.hooks(periodCycles)
      : rotatingHooks(run, series, setting.seed, rotationCycles),
  );
  series.cut();
  const { queue } = run.machine;
  const measured = solos.map((solo, app) => {
    const first = queue.firstFinish[app]!;
    if (first < 0) return [run.cycles, cyclesAlone(run, app, solo)] as const;
    return [first, roundCycles(solo, loaded)] as const;
  });
  return {
    cycles: run.cycles,
    slowdowns: measured.map(([shared, alone]) => shared / alone),
    endCycles: measured.map(([shared]) => shared),
    phases: series.phases,
  };
}

/** Cycles of a whole round alone with its launch latencies; of launches that were cut, so far as was run. */
function roundCycles(solo: SoloRound, { spec }: LoadedSpec): number {
  return solo.launches.reduce((sum, launch) => sum + spec.launch.kernelCycles + endOf(launch)[0], 0);
}

/** Cycles that all that an application has done until now takes alone, with the latencies of its launches. */
export function cyclesAlone({ machine, loaded }: SimulatorRun, app: number, solo: SoloRound): number {
  const { queue, counters } = machine;
  const latency = loaded.spec.launch.kernelCycles;
  machine.settleCounters();
  const current = queue.kernel(app);
  const waited = Math.min(latency, machine.now - queue.launchedAt[current]!);
  return queue.plans[app]!.kernels.reduce((sum, kernel, i) => {
    const work = warpInstructions(namedCounters(counters, kernel));
    return sum + queue.runs[kernel]! * latency + cyclesOfShare(solo.launches[i]!, work);
  }, waited);
}
