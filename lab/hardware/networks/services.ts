import { colocatedRun } from '../../../src/analysis/colocation/colocatedRun';
import type { GpuSpec } from '../../../src/kernel/gpuSpec';
import type { LatencyPredictor, SoloRun } from '../../../src/predictors/latencyPort';
import { onGpu, USUAL_COLOCATION } from '../../../src/sharing/colocation/besideService';
import { quantile } from '../../../src/stats/quantile';
import { createRandom } from '../../../src/stats/random';
import { INSTANT_LAUNCH } from '../../../src/timeline/models';
import type { NetworksData } from './measured';
import { aloneUs, type ToldSlowdown } from './pairs';
import { traceOf } from './traces';

/** How services are asked about: by their traces, or with the time alone without a profiler told as well. */
export interface ServicesAsked {
  readonly gpu: GpuSpec;
  readonly predictor: LatencyPredictor;
  readonly isPaced: boolean;
}

/** Networks that train answer nobody. */
const TRAINING = ['r50train', 'berttrain'];

/** The runs of networks as `corun colocate` takes them, and latencies of one beside others over its time alone. */
export class NetworkServices {
  private readonly runs: ReadonlyMap<string, SoloRun>;

  constructor(
    private readonly data: NetworksData,
    private readonly asked: ServicesAsked,
  ) {
    const { gpu, isPaced } = asked;
    this.runs = new Map(
      Object.keys(data.traces).map((name) => {
        const aloneNs = isPaced ? aloneUs(data, name) * 1e3 : null;
        return [name, colocatedRun(traceOf(data, name), gpu, {}, aloneNs).run];
      }),
    );
  }

  /** Latencies of queries that come at random times, none behind another, over that alone. */
  latencies(
    of: string,
    beside: readonly string[],
    queries: number = USUAL_COLOCATION.queries,
  ): readonly number[] {
    const { gpu, predictor } = this.asked;
    const common = { ...onGpu(gpu), launch: INSTANT_LAUNCH, service: this.runs.get(of)! };
    const { seed } = USUAL_COLOCATION;
    const alone = predictor.latencies({ ...common, beside: [], queries: 1, seed })[0]!;
    const others = beside.map((name) => this.runs.get(name)!);
    return predictor.latencies({ ...common, beside: others, queries, seed }).map((ns) => ns / alone);
  }

  /** 95th percentiles beside one instance. */
  besideOne(): readonly ToldSlowdown[] {
    return this.data.pairs
      .filter(([[a], [b]]) => a !== b)
      .flatMap((pair) => pair.flatMap((own, at) => this.tail(own, [pair[1 - at]![0]])));
  }

  /** 95th percentiles beside several instances. */
  besideSeveral(): readonly (ToldSlowdown & { readonly instances: number })[] {
    return this.data.instances.flatMap(([own, ...others]) =>
      this.tail(
        own,
        others.map(([name]) => name),
      ).map((row) => ({ ...row, instances: others.length })),
    );
  }

  private tail(
    [of, , , , p95]: NetworksData['alone'][number],
    beside: readonly string[],
  ): readonly ToldSlowdown[] {
    if (TRAINING.includes(of)) return [];
    const told = quantile(this.latencies(of, beside), 0.95);
    return [{ of, beside: beside[0]!, told, measured: p95 / aloneUs(this.data, of) }];
  }

  /**
   * 95th percentiles at a load: of the time that a query takes, and of that and its wait for those that came before it,
   * whose times are drawn from the same latencies.
   */
  atLoads(): readonly (ToldSlowdown & { readonly load: number; readonly withQueue: number })[] {
    return this.data.loads.map(([load, [of, queries, , , p95], [beside]]) => {
      const latencies = this.latencies(of, [beside]);
      const measured = p95 / aloneUs(this.data, of);
      const withQueue = quantile(queued(latencies, load, queries), 0.95);
      return { ...{ of, beside, load, measured, withQueue }, told: quantile(latencies, 0.95) };
    });
  }
}

/** Runs that are followed at a load, each from an empty queue and as long as the measured one. */
const RUNS = 40;

/** Time from arrival to end of queries that come at random, so many in a time alone, each as long as one of those given. */
function queued(latencies: readonly number[], load: number, queries: number): readonly number[] {
  const random = createRandom(1);
  return Array.from({ length: RUNS }, () => {
    let [now, free] = [0, 0];
    return Array.from({ length: queries }, () => {
      now -= Math.log(1 - random.next()) / load;
      free = Math.max(now, free) + latencies[random.below(latencies.length)]!;
      return free - now;
    });
  }).flat();
}
