import { message } from '../../kernel/message';
import { fieldFault } from '../../kernel/result';
import type { Scenario, ScenarioApp } from '../../kernel/scenario';
import { yieldFeatures } from '../../predictors';
import type { YieldedPlaces, YieldFeatures, YieldTrial } from '../../predictors/yieldSearchPort';
import { resultOf, type SimulationResult } from '../../simulator/run/result';
import { createRun, createSoloRun, simulate } from '../../simulator/simulate';
import { loadSpec, type LoadedSpec } from '../../simulator/spec/loadSpec';

const GIVEN_UP = 4;
/** Cycles for which the first application has the GPU before the second comes, unless the scenario says otherwise. */
const ALONE_BEFORE = 20_000;
/** Cycles over which its pace alone is taken. */
const PACE_CYCLES = 40_000;

/** A pair of applications of which the first yields and the second is latency-critical. */
export interface YieldPair {
  readonly scenario: Scenario;
  /** Most that the second may take, over its time alone. */
  readonly qos: number;
  /** Time of one look at what the host asks for. */
  readonly pollNs: number;
  /** A trial is given up at so many times the time alone, or at the target where that is more. Default 4. */
  readonly givenUp?: number;
}

/** A trial with the second application's pace over that alone, which is known of one that was given up, too. */
export interface PacedTrial extends YieldTrial {
  readonly progress: number;
}

/** Simulates a pair, configuration by configuration. */
export class YieldBench {
  /** All that can be given: SMs, and resident blocks of the application that yields. */
  readonly most: YieldedPlaces;
  /** Core cycles of the latency-critical application alone. */
  readonly aloneCycles: number;
  private readonly critical: SimulationResult;
  private readonly start: number;
  private readonly pace: number;

  /**
   * @param spec the GPU, where it is not the catalogue's
   * @throws InputError where the scenario has not two applications, or the second does not end alone
   */
  constructor(
    private readonly pair: YieldPair,
    private readonly spec: LoadedSpec = loadSpec(pair.scenario.gpu),
  ) {
    const { scenario } = pair;
    if (scenario.apps.length !== 2) throw fieldFault('apps', message('analysis.twoApplications'));
    this.start = scenario.apps[1]!.startCycle ?? ALONE_BEFORE;
    this.critical = this.alone(1);
    this.aloneCycles = this.critical.apps[0]!.firstFinishCycle!;
    const { plan } = createRun(this.scenario({ sms: 1, blocks: 1 }, 1), spec).machine;
    const own = plan.apps[0]!.kernels.map((kernel) => plan.kernels.blocksPerSm[kernel]!);
    this.most = { sms: spec.spec.sms, blocks: Math.max(...own) };
    this.pace = this.paceAlone();
  }

  /** What both do alone in a round. */
  features(): { readonly yielding: YieldFeatures; readonly critical: YieldFeatures } {
    return { yielding: this.featuresOf(this.alone(0)), critical: this.featuresOf(this.critical) };
  }

  trial(places: YieldedPlaces): YieldTrial {
    const { latency, throughput } = this.pacedTrial(places);
    return { places, latency, throughput };
  }

  pacedTrial(places: YieldedPlaces): PacedTrial {
    const given = Math.ceil(Math.max(this.pair.givenUp ?? GIVEN_UP, this.pair.qos) * this.aloneCycles);
    const { apps } = simulate(this.scenario(places, given), { slowdowns: false, spec: this.spec });
    const [yielding, critical] = apps;
    const end = critical!.firstFinishCycle;
    const latency = end === null ? Infinity : (end - this.start) / this.aloneCycles;
    const done = critical!.instructions / this.critical.apps[0]!.instructions;
    return {
      places,
      latency,
      throughput: yielding!.ipc / this.pace,
      progress: end === null ? (done * this.aloneCycles) / given : 1 / latency,
    };
  }

  private featuresOf({ apps, cycles }: SimulationResult): YieldFeatures {
    return yieldFeatures(apps[0]!.counters, cycles, this.spec.spec);
  }

  /** One round of an application that has the GPU for itself. */
  private alone(app: number): SimulationResult {
    const { scenario } = this.pair;
    const limited = { ...scenario, limits: { untilEachFinishedOnce: true } };
    const run = createSoloRun(limited, app, this.spec);
    const result = resultOf(run, run.run(), []);
    if ((result.apps[0]!.firstFinishCycle ?? 0) <= 0)
      throw fieldFault(`apps[${app}]`, message('analysis.neverEnds'));
    return result;
  }

  /** Pace of the application that yields while nobody asks for anything, tasks and their price included. */
  private paceAlone(): number {
    const { apps, ...rest } = this.scenario({ sms: 0, blocks: 0 }, PACE_CYCLES);
    const scenario = { ...rest, apps: apps.slice(0, 1), limits: { cycles: PACE_CYCLES } };
    return simulate(scenario, { slowdowns: false, spec: this.spec }).apps[0]!.ipc;
  }

  private scenario({ sms, blocks }: YieldedPlaces, cycles: number): Scenario {
    const { scenario, pollNs } = this.pair;
    const [yielding, critical] = scenario.apps as [ScenarioApp, ScenarioApp];
    return {
      ...scenario,
      mode: { kind: 'intra-sm', yields: { app: 0, sms, blocks, pollNs } },
      apps: [
        { ...yielding, startCycle: 0, repeat: 'always' },
        { ...critical, startCycle: this.start, repeat: 1 },
      ],
      warmupCycles: this.start,
      limits: { cycles, untilFinished: 1 },
    };
  }
}
