import type { ScenarioApp } from '../../../src/kernel/scenario';
import type { SimulatorRun } from '../../../src/simulator/run/simulatorRun';
import { createRun } from '../../../src/simulator/simulate';
import type { LoadedSpec } from '../../../src/simulator/spec/loadSpec';
import type { CounterRates } from '../../../src/predictors/counting/rates';
import { meanRates } from '../../../src/predictors/counting/meanRates';
import { PhaseSeries, type Phase } from '../../../src/predictors/counting/phaseSeries';
import { cyclesOfShare, FILLING_CYCLES } from '../../../src/predictors/counting/workCurve';
import { SAMPLED_SETS } from '../../../src/predictors/counting/countedRates';
import { cyclesIn, executionsOf, workIn } from '../../../src/predictors/counting/executions';
import { producerApp, type Producer } from './pressureProducers';
import {
  launchesOf,
  launchScalability,
  spatialScenario,
  startingAt,
  type SoloRound,
} from '../../../src/predictors/counting/soloRound';

/**
 * How long a co-run is measured, in core cycles from the end of the first launch latency: to the end of the
 * first launch that ends in the second half of `mostCycles`, or to the end of it.
 */
export interface Window {
  readonly mostCycles: number;
}

/** A producer at one of its levels. */
export interface PressureSetting {
  readonly producer: Producer;
  readonly level: number;
}

/** What one launch of an application did beside a producer, while it ran; of a long one its beginning. */
export interface LaunchObservation {
  /** Its place in the round. */
  readonly launch: number;
  readonly cycles: number;
  readonly own: CounterRates;
  readonly coRunner: CounterRates;
  /** SD_scal = T_n / T_solo of the launch, and SD_inter = T_colo / T_n of what was done of it in these cycles. */
  readonly scalability: number;
  readonly interference: number;
}

/** The application alone: on the whole GPU, and on as many SMs as in the co-run. */
export interface RoundsAlone {
  readonly whole: SoloRound;
  readonly part: SoloRound;
}

const PERIOD_CYCLES = 2048;

/**
 * Runs an application beside a producer, starting with launch `start` of its round. SD_inter compares the time
 * that launches took with the time alone on as many SMs for as many instructions: of a launch that did not end,
 * the paces in the same cycles behind its first. (The same instructions from the same place on would not do: their order
 * over the blocks differs.) Launch latencies are no part of any time. Launches of which too little was seen are
 * left out.
 */
export function observe(
  app: ScenarioApp,
  setting: PressureSetting & { readonly sms: number; readonly start: number },
  { whole, part }: RoundsAlone,
  loaded: LoadedSpec,
  { window, seed }: { readonly window: Window; readonly seed: number },
): LaunchObservation[] {
  const { sms, start } = setting;
  const others = loaded.spec.sms - sms;
  const producer = producerApp(setting.producer, setting.level, others, loaded.spec);
  const turned: ScenarioApp = { ...startingAt(app, start), repeat: 'always' };
  const run = createRun(spatialScenario([turned, producer], [sms, others], loaded, seed), loaded, {
    sampleEvery: SAMPLED_SETS,
  });
  const count = launchesOf(app);
  return executionsOf(phasesWithin(run, window), 0).map(({ kernel, phases, ended }) => {
    const launch = (kernel + start) % count;
    const alone = part.launches[launch]!;
    const cycles = cyclesIn(phases);
    return {
      launch,
      cycles,
      own: meanRates(phases, 0),
      coRunner: meanRates(phases, 1),
      scalability: launchScalability(alone, whole.launches[launch]!),
      interference:
        cycles / cyclesOfShare(alone, workIn(phases, 0), ended > 0 ? Infinity : FILLING_CYCLES + cycles),
    };
  });
}

/** The phases of the window. */
function phasesWithin(run: SimulatorRun, { mostCycles }: Window): readonly Phase[] {
  const { queue } = run.machine;
  const latency = run.loaded.spec.launch.kernelCycles;
  const ended = (): number => queue.plans[0]!.kernels.reduce((sum, kernel) => sum + queue.runs[kernel]!, 0);
  const series = new PhaseSeries(run);
  let launches = 0;
  run.run({
    ...series.hooks(PERIOD_CYCLES),
    progressCycles: PERIOD_CYCLES,
    onProgress: ({ cycles }) => {
      const isOver = cycles >= latency + mostCycles / 2 && ended() > launches;
      launches = ended();
      return !isOver && cycles < latency + mostCycles;
    },
  });
  series.cut();
  return series.phases;
}
