import { message } from '../../kernel/message';
import { fieldFault } from '../../kernel/result';
import type { Scenario, ScenarioApp } from '../../kernel/scenario';
import type { YieldedPlaces, YieldSearch, YieldTrial } from '../../predictors/yieldSearchPort';
import { createRun, createSoloRun, simulate } from '../../simulator/simulate';
import { loadSpec } from '../../simulator/spec/loadSpec';

/** What is asked: of the two applications the first yields, the second is latency-critical. */
export interface YieldSearchRequest {
  readonly scenario: Scenario;
  /** Most that the second may take, over its time alone. */
  readonly qos: number;
  readonly pollNs: number;
  readonly onTrial?: (trial: YieldTrial, count: number) => void;
}

/** What a search has found. */
export interface YieldSearchResult {
  readonly gpu: string;
  readonly method: string;
  readonly qos: number;
  /** All that can be given: SMs, and resident blocks of the application that yields. */
  readonly most: YieldedPlaces;
  /** Core cycles of the latency-critical application alone. */
  readonly aloneCycles: number;
  readonly best: YieldTrial | null;
  /** Shares of its pace alone that the application that yields keeps over the window of the target; null without. */
  readonly overWindow: { readonly best: number | null; readonly wholeGpu: number | null };
  /** In the order in which they were tried. */
  readonly trials: readonly YieldTrial[];
  readonly configurations: number;
  /** Trials in which the target was missed. */
  readonly violations: number;
}

/** A trial is given up at so many times the time alone, or at the target where that is more. */
const GIVEN_UP = 4;
/** Cycles for which the first application has the GPU before the second comes, unless the scenario says otherwise. */
const ALONE_BEFORE = 20_000;
/** Cycles over which its pace alone is taken. */
const PACE_CYCLES = 40_000;

/**
 * Looks for the places that an application is to yield, so that another keeps its target and the first loses least.
 * Every configuration that is tried is simulated.
 *
 * @throws InputError where the scenario has not two applications, or the second does not end alone
 */
export function searchYield(request: YieldSearchRequest, method: YieldSearch): YieldSearchResult {
  const { qos, onTrial } = request;
  const bench = new Bench(request);
  const known = new Map<string, YieldTrial>();
  const tried = (places: YieldedPlaces): YieldTrial => {
    const key = `${places.sms} ${places.blocks}`;
    let trial = known.get(key);
    if (trial === undefined) {
      known.set(key, (trial = bench.trial(places)));
      onTrial?.(trial, known.size);
    }
    return trial;
  };
  const best = method.search({ most: bench.most, qos, tried });
  const trials = [...known.values()];
  return {
    gpu: request.scenario.gpu,
    method: method.id,
    qos,
    most: bench.most,
    aloneCycles: bench.aloneCycles,
    best,
    overWindow: {
      best: best && overWindow(best, qos),
      wholeGpu: overWindow(tried(bench.most), qos),
    },
    trials,
    configurations: bench.most.sms * bench.most.blocks,
    violations: trials.filter(({ latency }) => latency > qos).length,
  };
}

/** Pace over the window that the target allows: beside the other until that ends, then alone; null where it is missed. */
export function overWindow(
  { latency, throughput }: Pick<YieldTrial, 'latency' | 'throughput'>,
  qos: number,
): number | null {
  return latency > qos ? null : (latency * throughput + (qos - latency)) / qos;
}

/** Runs of one pair. */
class Bench {
  readonly most: YieldedPlaces;
  readonly aloneCycles: number;
  private readonly start: number;
  private readonly pace: number;

  constructor(private readonly request: YieldSearchRequest) {
    const { scenario } = request;
    if (scenario.apps.length !== 2) throw fieldFault('apps', message('analysis.twoApplications'));
    const spec = loadSpec(scenario.gpu);
    this.start = scenario.apps[1]!.startCycle ?? ALONE_BEFORE;
    const alone = createSoloRun({ ...scenario, limits: { untilEachFinishedOnce: true } }, 1, spec);
    alone.run();
    const end = alone.machine.queue.firstFinish[0]!;
    if (end <= 0) throw fieldFault('apps[1]', message('analysis.neverEnds'));
    this.aloneCycles = end;
    const first = createRun(this.scenario({ sms: 1, blocks: 1 }, 1), spec);
    const { blocksPerSm } = first.machine.plan.kernels;
    const own = first.machine.plan.apps[0]!.kernels.map((kernel) => blocksPerSm[kernel]!);
    this.most = { sms: spec.spec.sms, blocks: Math.max(...own) };
    this.pace = this.paceAlone();
  }

  trial(places: YieldedPlaces): YieldTrial {
    const given = Math.max(GIVEN_UP, this.request.qos) * this.aloneCycles;
    const { apps } = simulate(this.scenario(places, Math.ceil(given)), { slowdowns: false });
    const end = apps[1]!.firstFinishCycle;
    return {
      places,
      latency: end === null ? Infinity : (end - this.start) / this.aloneCycles,
      throughput: apps[0]!.ipc / this.pace,
    };
  }

  /** Pace of the application that yields while nobody asks for anything, tasks and their price included. */
  private paceAlone(): number {
    const { apps, ...rest } = this.scenario({ sms: 0, blocks: 0 }, PACE_CYCLES);
    const scenario = { ...rest, apps: apps.slice(0, 1), limits: { cycles: PACE_CYCLES } };
    return simulate(scenario, { slowdowns: false }).apps[0]!.ipc;
  }

  private scenario({ sms, blocks }: YieldedPlaces, cycles: number): Scenario {
    const { scenario, pollNs } = this.request;
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
