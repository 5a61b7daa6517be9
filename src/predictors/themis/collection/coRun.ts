import type { ScenarioApp } from '../../../kernel/scenario';
import { EpochSeries } from '../../../simulator/run/epochSeries';
import { createRun } from '../../../simulator/simulate';
import type { LoadedSpec } from '../../../simulator/spec/loadSpec';
import { eventsOf, type ThemisEvents } from '../events';
import { otherRates, type OtherRates } from './otherEvents';
import { producerApp, type Producer } from './pressureProducers';
import { ProgressTrace, type Progress } from './progressTrace';
import { spatialScenario, startingAt, type SoloRound } from './soloRound';

/** The stretch of a co-run that is measured, in core cycles from the start. */
export interface Window {
  readonly warmupCycles: number;
  readonly cycles: number;
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
  /** Instructions of each launch in the window over those of the launch in the round on the whole GPU. */
  readonly work: readonly number[];
  /** SD_inter = T_colo / T_n of the work done in the window. */
  readonly interference: number;
}

/** How much longer than the co-run the solo run may take for the same work: SD_inter is hardly ever below 1. */
const SLACK = 2;

/** One application on `sms` SMs of a GPU, beside any producer. */
export class CoRunner {
  /** Runs alone from each start, made when first asked for. */
  private readonly alone = new Map<number, ProgressTrace>();

  constructor(
    private readonly app: ScenarioApp,
    private readonly sms: number,
    private readonly loaded: LoadedSpec,
    private readonly window: Window,
    private readonly seed: number,
  ) {}

  /**
   * Runs the application beside a producer. SD_inter compares equal work: the time between two points of the
   * application's instruction stream beside the producer and alone, both on as many SMs.
   *
   * @param solo the round on the whole GPU, which says how many instructions a launch has
   * @returns null when the application did nothing in the window, or cannot be compared
   */
  observe(setting: PressureSetting, start: number, solo: SoloRound): CoRunObservation | null {
    const { loaded, window, sms } = this;
    const others = loaded.spec.sms - sms;
    const producer = producerApp(setting.producer, setting.level, others, loaded.spec);
    const scenario = spatialScenario([this.relaunched(start), producer], [sms, others], loaded, this.seed);
    const trace = new ProgressTrace(createRun(scenario, loaded), Infinity);
    trace.runTo(window.warmupCycles);
    const from = trace.now;
    const series = new EpochSeries(trace.run);
    const before = this.instructions(trace);
    trace.runTo(trace.run.cycles + window.cycles);
    const epoch = series.cut();
    const cycles = epoch.toCycle - epoch.fromCycle;
    const alone = this.timeAlone(start, from, trace);
    if (alone === null || alone <= 0) return null;
    const places = solo.launches.length;
    const executed = this.instructions(trace).map((count, i) => count - before[i]!);
    return {
      ...setting,
      sms,
      start,
      own: eventsOf(epoch.apps[0]!, cycles, loaded.spec),
      others: otherRates(epoch.apps[0]!, cycles),
      coRunner: eventsOf(epoch.apps[1]!, cycles, loaded.spec),
      work: solo.launches.map(
        ({ instructions }, i) => executed[(i - start + places) % places]! / instructions,
      ),
      interference: cycles / alone,
    };
  }

  private timeAlone(start: number, from: Progress, trace: ProgressTrace): number | null {
    const solo = this.traceAlone(start);
    const begin = solo.cycleAt(from);
    const end = solo.cycleAt(trace.now);
    return begin === null || end === null ? null : end - begin;
  }

  private traceAlone(start: number): ProgressTrace {
    const known = this.alone.get(start);
    if (known !== undefined) return known;
    const { loaded, window } = this;
    const scenario = spatialScenario([this.relaunched(start)], [this.sms], loaded, this.seed);
    const trace = new ProgressTrace(
      createRun(scenario, loaded),
      SLACK * (window.warmupCycles + window.cycles),
    );
    this.alone.set(start, trace);
    return trace;
  }

  private instructions(trace: ProgressTrace): number[] {
    return trace.run.machine.queue.plans[0]!.kernels.map((kernel) => trace.instructionsOf(kernel));
  }

  private relaunched(start: number): ScenarioApp {
    return { ...startingAt(this.app, start), repeat: 'always' };
  }
}
