import { parseScenario, type ScenarioApp } from '../../../kernel/scenario';
import type { RunHooks, SimulatorRun } from '../../../simulator/run/simulatorRun';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { createRun } from '../../../simulator/simulate';
import { PhaseSeries, type Phase } from '../phaseSeries';
import { PriorityRotation } from '../priorityRotation';
import { cyclesAlone, workOf, type SoloProgress } from './soloProgress';

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

/**
 * Runs a setting and measures it. An application that finished its first round is held against the round alone;
 * one that did not, against the time alone for the instructions it has executed.
 *
 * @param rotationCycles priority in the memory controllers goes round so often (for ASM), or not at all
 */
export function measureCoRun(
  setting: CoRunSetting,
  solos: readonly SoloProgress[],
  loaded: LoadedSpec,
  rotationCycles?: number,
): CoRunTruth {
  const run = coRunOf(setting, loaded, rotationCycles === undefined ? 0 : 1);
  const series = new PhaseSeries(run);
  run.run(hooksOf(run, series, setting.seed, rotationCycles));
  series.cut();
  const endCycles = solos.map((solo, app) => {
    const first = run.machine.queue.firstFinish[app]!;
    return first < 0 || !solo.finished ? run.cycles : first;
  });
  const slowdowns = solos.map((solo, app) => {
    const finished = solo.finished && run.machine.queue.firstFinish[app]! >= 0;
    const alone = finished ? solo.points.at(-1)![0] : cyclesAlone(solo, workOf(series.phases, app));
    return endCycles[app]! / alone;
  });
  return { cycles: run.cycles, slowdowns, endCycles, phases: series.phases };
}

function hooksOf(run: SimulatorRun, series: PhaseSeries, seed: number, rotationCycles?: number): RunHooks {
  if (rotationCycles === undefined) return series.hooks();
  const rotation = new PriorityRotation(run, series, seed);
  rotation.next();
  const cut = (): void => void series.cut();
  return {
    onKernelChange: cut,
    epochCycles: rotationCycles,
    onEpoch: () => {
      cut();
      rotation.next();
    },
  };
}
