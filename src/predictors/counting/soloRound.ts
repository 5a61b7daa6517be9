import type { Scenario, ScenarioApp } from '../../kernel/scenario';
import { namedCounters, warpInstructions, type Counters } from '../../simulator/core/counters';
import type { SimulatorRun } from '../../simulator/run/simulatorRun';
import { createRun } from '../../simulator/simulate';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { ratesOf, type CounterRates } from './rates';
import { weightedRates } from './meanRates';
import { cyclesUntil, endOf, steadyPace, thinned, type WorkCurve } from './workCurve';

/** One round of an application that runs alone on `sms` SMs. */
export interface SoloRound {
  readonly sms: number;
  readonly launches: readonly SoloLaunch[];
}

/** One launch of a round, or its beginning where it is long; the latency of the launch is left out. */
export interface SoloLaunch extends WorkCurve {
  readonly events: CounterRates;
}

/** Core cycles between two points of a launch's curve, and how many of them are kept. */
const STEP = 256;
const POINTS = 128;

/** Applications that own `sms[i]` SMs each, until each has finished once. */
export function spatialScenario(
  applications: readonly ScenarioApp[],
  sms: readonly number[],
  { gpu }: LoadedSpec,
  seed: number,
): Scenario {
  return {
    gpu: gpu.id,
    mode: { kind: 'spatial', sms: [...sms] },
    apps: [...applications],
    limits: { untilEachFinishedOnce: true },
    seed,
  };
}

/** The application with its round turned so that it begins with launch `start`. */
export function startingAt(app: ScenarioApp, start: number): ScenarioApp {
  const { kernels } = app;
  return kernels === undefined
    ? app
    : { ...app, kernels: [...kernels.slice(start), ...kernels.slice(0, start)] };
}

export const launchesOf = (app: ScenarioApp): number => app.kernels?.length ?? 1;

/**
 * Simulates one round of an application alone on `sms` SMs. A launch that has not ended `launchCycles` after it
 * began to run is cut there, and the run begins anew with the launch after it.
 */
export function soloRound(
  app: ScenarioApp,
  sms: number,
  loaded: LoadedSpec,
  { seed, launchCycles }: { readonly seed: number; readonly launchCycles: number },
): SoloRound {
  const launches: SoloLaunch[] = [];
  const count = launchesOf(app);
  while (launches.length < count) {
    const turned = { ...startingAt(app, launches.length), repeat: 1 };
    const run = createRun(spatialScenario([turned], [sms], loaded, seed), loaded);
    launches.push(...runLaunches(run, launchCycles));
  }
  return { sms, launches: launches.slice(0, count) };
}

/** Runs until a launch is cut, or until all have ended; those that ended or were cut. */
function runLaunches(run: SimulatorRun, launchCycles: number): SoloLaunch[] {
  const { machine } = run;
  const { queue } = machine;
  const latency = run.loaded.spec.launch.kernelCycles;
  return queue.plans[0]!.kernels.reduce<SoloLaunch[]>((launches, kernel) => {
    if (launches.at(-1)?.finished === false) return launches;
    const points: [number, number][] = [[0, 0]];
    const from = queue.launchedAt[kernel]! + latency;
    const isOver = (): boolean => queue.runs[kernel]! > 0;
    machine.run(from, isOver);
    while (!isOver() && run.cycles < from + launchCycles) {
      machine.run(Math.min(run.cycles + STEP, from + launchCycles), isOver);
      const cycle = isOver() ? queue.runCycles[kernel]! - latency : run.cycles - from;
      const work = warpInstructions(countersOf(run, kernel));
      if (work > points.at(-1)![1]) points.push([cycle, work]);
    }
    return [...launches, launchOf(run, kernel, points, isOver())];
  }, []);
}

function launchOf(
  run: SimulatorRun,
  kernel: number,
  points: [number, number][],
  finished: boolean,
): SoloLaunch {
  run.machine.settleCounters();
  const events = ratesOf(countersOf(run, kernel), endOf({ points, finished })[0], run.loaded.spec);
  return { points: thinned(points, POINTS), finished, events };
}

const countersOf = ({ machine }: SimulatorRun, kernel: number): Counters =>
  namedCounters(machine.counters, kernel);

/**
 * SD_scal of a launch, T_n / T_solo: of all of it where it was run to its end on the whole GPU, else the ratio of
 * the paces when all SMs are at work.
 */
export function launchScalability(part: SoloLaunch, whole: SoloLaunch): number {
  if (!whole.finished) return steadyPace(whole) / steadyPace(part);
  const [cycles, work] = endOf(whole);
  return cyclesUntil(part, work) / cycles;
}

/** SD_scal of a whole round, its launches weighted with their time on the whole GPU. */
export function scalabilityOf(part: SoloRound, whole: SoloRound): number {
  const cycles = whole.launches.map((launch) => endOf(launch)[0]);
  const scaled = whole.launches.map((launch, i) => cycles[i]! * launchScalability(part.launches[i]!, launch));
  return sumOf(scaled) / sumOf(cycles);
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Mean events of a round over its launches. */
export function roundRates({ launches }: SoloRound): CounterRates {
  return weightedRates(
    launches.map(({ events }) => events),
    launches.map((launch) => endOf(launch)[0]),
  );
}
