import type { ScenarioApp } from '../../../kernel/scenario';
import { warpInstructions } from '../../../simulator/core/counters';
import { EpochSeries, type Epoch } from '../../../simulator/run/epochSeries';
import type { SimulatorRun } from '../../../simulator/run/simulatorRun';
import { createRun } from '../../../simulator/simulate';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { eventsOf, type ThemisEvents } from '../events';
import { otherRates, type OtherRates } from './otherEvents';
import { producerApp, type Producer } from './pressureProducers';
import { cyclesFor, spatialScenario, startingAt, steadyPace, type SoloRound } from './soloRound';

/**
 * How long a co-run is measured, in core cycles from the end of the first launch latency: to the end of the
 * first launch that ends in the second half of `mostCycles`; where none does, that half alone is measured.
 */
export interface Window {
  readonly mostCycles: number;
}

/** A producer at one of its levels. */
export interface PressureSetting {
  readonly producer: Producer;
  readonly level: number;
}

/** What a co-run beside a producer showed. */
export interface CoRunObservation extends PressureSetting {
  /** SMs of the application; the producer has the others. */
  readonly sms: number;
  /** Launch of the round that the run started with. */
  readonly start: number;
  readonly own: ThemisEvents;
  /** What the application counted beside table I's events. */
  readonly others: OtherRates;
  readonly coRunner: ThemisEvents;
  /** How often each launch was executed; 1 for the only one of which a part was measured. */
  readonly work: readonly number[];
  /** SD_inter = T_colo / T_n. */
  readonly interference: number;
}

/** The application alone: on the whole GPU, and on as many SMs as in the co-run. */
export interface RoundsAlone {
  readonly whole: SoloRound;
  readonly part: SoloRound;
}

/** Cycles between two looks at how far a run has come. */
const STEP = 64;
/** Cycles in which the SMs fill up with blocks after the latency of a launch. */
const FILLING = 2000;
const never = (): boolean => false;

/**
 * Runs an application beside a producer. Where whole launches were measured, SD_inter is the ratio of their
 * times to those of the same launches alone on as many SMs; of a long launch the ratio of its paces, alone and
 * beside the producer, when all SMs are at work.
 *
 * @returns null when the application did nothing in the window
 */
export function observe(
  app: ScenarioApp,
  setting: PressureSetting & { readonly sms: number; readonly start: number },
  { whole, part }: RoundsAlone,
  loaded: LoadedSpec,
  { window, seed }: { readonly window: Window; readonly seed: number },
): CoRunObservation | null {
  const { sms, start } = setting;
  const others = loaded.spec.sms - sms;
  const producer = producerApp(setting.producer, setting.level, others, loaded.spec);
  const turned: ScenarioApp = { ...startingAt(app, start), repeat: 'always' };
  const run = createRun(spatialScenario([turned, producer], [sms, others], loaded, seed), loaded);
  const latency = loaded.spec.launch.kernelCycles;
  const { epoch, launch } = measure(run, latency, window);
  const cycles = epoch.toCycle - epoch.fromCycle;
  const launches = whole.launches.length;
  const placeOf = (index: number): number => (index - start + launches) % launches;
  const work = whole.launches.map((_, i) =>
    launch === null ? run.machine.queue.runs[placeOf(i)]! : Number(placeOf(i) === launch),
  );
  const pace = warpInstructions(epoch.apps[0]!) / cycles;
  if (pace === 0) return null;
  const interference =
    launch === null
      ? cycles / (cyclesFor(part, whole, work) - latency)
      : steadyPace(part.launches[(launch + start) % launches]!, latency) / pace;
  return {
    ...setting,
    work,
    interference,
    own: eventsOf(epoch.apps[0]!, cycles, loaded.spec),
    others: otherRates(epoch.apps[0]!, cycles),
    coRunner: eventsOf(epoch.apps[1]!, cycles, loaded.spec),
  };
}

/** What was measured: whole launches from the first one on (`launch` null), or a part of one launch. */
interface Measured {
  readonly epoch: Epoch;
  readonly launch: number | null;
}

function measure(run: SimulatorRun, latency: number, { mostCycles }: Window): Measured {
  const { machine } = run;
  const { queue } = machine;
  const ended = (): number => queue.plans[0]!.kernels.reduce((sum, kernel) => sum + queue.runs[kernel]!, 0);
  machine.run(latency, never);
  const fromStart = new EpochSeries(run);
  const end = latency + mostCycles;
  const half = latency + Math.ceil(mostCycles / 2);
  let fromHalf: EpochSeries | null = null;
  while (run.cycles < end) {
    const launches = ended();
    machine.run(run.cycles + STEP, never);
    if (ended() > launches && run.cycles >= half) return { epoch: fromStart.cut(), launch: null };
    const steadyFrom = Math.max(half, queue.launchedAt[queue.kernel(0)]! + latency + FILLING);
    if (fromHalf === null && run.cycles >= steadyFrom) fromHalf = new EpochSeries(run);
  }
  return { epoch: (fromHalf ?? fromStart).cut(), launch: queue.kernel(0) };
}
