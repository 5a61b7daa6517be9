import type { Scenario, ScenarioApp } from '../../../kernel/scenario';
import { COUNTERS, COUNTER_COLUMNS, namedCounters, warpInstructions } from '../../../simulator/core/counters';
import type { SimulatorRun } from '../../../simulator/run/simulatorRun';
import { createRun } from '../../../simulator/simulate';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { eventsOf, type ThemisEvents } from '../events';

/** One round of an application that runs alone on `sms` SMs. */
export interface SoloRound {
  readonly sms: number;
  readonly launches: readonly SoloLaunch[];
  /** Events over all that was simulated of the round. */
  readonly events: ThemisEvents;
}

/** One launch of a round, or its beginning where it is long. */
export interface SoloLaunch {
  /** Core cycles, launch latency included. */
  readonly cycles: number;
  /** Warp instructions in this time. */
  readonly instructions: number;
  /** Whether this is the whole launch. */
  readonly ended: boolean;
  /** Warp instructions per cycle: of a cut launch in the second half of its time, when all SMs are at work. */
  readonly pace: number;
}

/** Core cycles between two looks at how far a run has come. */
const STEP = 1024;

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

/**
 * Simulates one round of an application alone on `sms` SMs. A launch that has not ended after `launchCycles`
 * is cut there, for its pace is known by then, and the run begins anew with the launch after it.
 */
export function soloRound(
  app: ScenarioApp,
  sms: number,
  loaded: LoadedSpec,
  { seed, launchCycles }: { readonly seed: number; readonly launchCycles: number },
): SoloRound {
  const launches: SoloLaunch[] = [];
  const total = new Float64Array(COUNTERS.length);
  const count = app.kernels?.length ?? 1;
  let cycles = 0;
  while (launches.length < count) {
    const turned = { ...startingAt(app, launches.length), repeat: 1 };
    const run = createRun(spatialScenario([turned], [sms], loaded, seed), loaded);
    launches.push(...runLaunches(run, launchCycles, count - launches.length));
    addCounters(run, total);
    cycles += run.cycles;
  }
  return { sms, launches, events: eventsOf(namedCounters(total, 0), cycles, loaded.spec) };
}

/** Runs until a launch is cut, or until `wanted` launches have ended; those that ended or were cut. */
function runLaunches(run: SimulatorRun, launchCycles: number, wanted: number): SoloLaunch[] {
  const { machine } = run;
  const { queue } = machine;
  const { kernels } = queue.plans[0]!;
  const last = kernels[wanted - 1]!;
  const isOver = (): boolean => queue.isFinished(0) || queue.runs[last]! > 0;
  const halfway = new Map<number, Reading>();
  for (;;) {
    machine.run(run.cycles + STEP, isOver);
    if (isOver()) break;
    const current = queue.kernel(0);
    const reading = { cycles: run.cycles - queue.launchedAt[current]!, instructions: executed(run, current) };
    if (reading.cycles >= launchCycles / 2 && !halfway.has(current)) halfway.set(current, reading);
    if (reading.cycles < launchCycles) continue;
    return [...endedLaunches(run, wanted), cutLaunch(reading, halfway.get(current)!)];
  }
  return endedLaunches(run, wanted);
}

interface Reading {
  readonly cycles: number;
  readonly instructions: number;
}

function executed({ machine }: SimulatorRun, kernel: number): number {
  return warpInstructions(namedCounters(machine.counters, kernel));
}

function endedLaunches(run: SimulatorRun, wanted: number): SoloLaunch[] {
  const { queue } = run.machine;
  return queue.plans[0]!.kernels.slice(0, wanted).flatMap((kernel) => {
    if (queue.runs[kernel] === 0) return [];
    const cycles = queue.runCycles[kernel]!;
    const instructions = executed(run, kernel);
    return [{ cycles, instructions, ended: true, pace: instructions / cycles }];
  });
}

function cutLaunch(end: Reading, halfway: Reading): SoloLaunch {
  const pace = (end.instructions - halfway.instructions) / (end.cycles - halfway.cycles);
  return { ...end, ended: false, pace: Math.max(pace, end.instructions / end.cycles / 10) };
}

function addCounters({ machine }: SimulatorRun, total: Float64Array): void {
  machine.settleCounters();
  const { counters } = machine;
  for (let at = 0; at < counters.length; at++) total[at % COUNTER_COLUMNS]! += counters[at]!;
}

/**
 * Cycles that a round takes for some work. A launch that was cut goes on at its pace to where it ends on the
 * whole GPU; one that was cut even there is taken at its pace alone, as if it had neither beginning nor end.
 *
 * @param work for each launch how much of it, as a share of what `reference` executed of it
 */
export function cyclesFor(round: SoloRound, reference: SoloRound, work: readonly number[]): number {
  return work.reduce((sum, share, i) => {
    const launch = round.launches[i]!;
    const whole = reference.launches[i]!;
    if (!whole.ended) return sum + (share * whole.instructions) / launch.pace;
    const rest = launch.ended ? 0 : (whole.instructions - launch.instructions) / launch.pace;
    return sum + share * (launch.cycles + rest);
  }, 0);
}

/** Warp instructions per cycle of a launch while its SMs are at work. */
export function steadyPace({ ended, pace, cycles, instructions }: SoloLaunch, latency: number): number {
  return ended ? instructions / Math.max(1, cycles - latency) : pace;
}

/** SD_scal of a whole round: T_n / T_solo. */
export function scalabilityOf(round: SoloRound, whole: SoloRound): number {
  const work = whole.launches.map(() => 1);
  return cyclesFor(round, whole, work) / cyclesFor(whole, whole, work);
}
