import type { GpuSpec } from '../../kernel/gpuSpec';
import { errorOfRuns, type LatencyPredictor, type SoloRun } from '../../predictors/latencyPort';
import { INSTANT_LAUNCH } from '../../timeline/models';
import type { BesideService, ServiceQuestion } from './besideService';
import { isKept, latencyOf, type Latency } from './qosTarget';

/** Instances of one application in a mix. */
export interface MixPart {
  readonly name: string;
  readonly instances: number;
}

/** A service beside instances of several applications at once. */
export interface Mix extends Latency {
  readonly parts: readonly MixPart[];
  readonly isKept: boolean;
  /** What all instances ask for: shares of their time alone that the GPU or its link is theirs, added up. */
  readonly load: number;
  /** Mean error of 95th percentiles of such runs, as a share of those measured on an H100. */
  readonly error: number;
}

/** What several applications do to a service together. */
export interface Mixes {
  /** One instance of each; null where there are not that many places, or the device memory is too small. */
  readonly oneOfEach: Mix | null;
  /** The mix with the greatest load that was found to keep the target; null where none is beyond one kind. */
  readonly fullest: Mix | null;
  /** The safe instances of one application that ask for most; null where none is safe. */
  readonly ofOne: Pick<Mix, 'parts' | 'load'> | null;
}

/** An application, and how the service fares beside it alone. */
export interface MixKind {
  readonly run: SoloRun;
  readonly curve: BesideService;
}

/** Change of a latency below which it is that of the draw of queries, as a share of the latency alone. */
const LEAST_COST = 1e-3;

/**
 * What the service takes beside one instance of each application, and which mix of them asks for most of the GPU and
 * keeps the target. It grows by one instance at a time: by the application that asks for most over what it adds to the
 * latency, as last seen; every mix on the way is replayed. Latency is taken to rise with instances, so that an
 * application which broke the target once is not tried again. It costs as many replays as instances fit, and one more
 * for each application that falls behind another or ends: at most those of the curves.
 *
 * @param onLook told of every mix that was replayed
 * @returns null of fewer than two applications
 */
export function mixesBeside(
  question: ServiceQuestion,
  kinds: readonly MixKind[],
  predictor: LatencyPredictor,
  onLook: (instances: number) => void = () => undefined,
): Mixes | null {
  if (kinds.length < 2) return null;
  const search = new MixSearch(question, kinds, predictor, onLook);
  const ofOne = search.ofOne();
  const grown = search.grow();
  const isMore = grown !== null && grown.parts.length > 1 && grown.load > (ofOne?.load ?? 0);
  return { oneOfEach: search.oneOfEach(), fullest: isMore ? grown : null, ofOne };
}

/** How many instances of each application. */
type Counts = readonly number[];

class MixSearch {
  private readonly loads: readonly number[];
  private readonly aloneNs: number;
  /** Latencies beside mixes that were replayed, by their counts. */
  private readonly seen = new Map<string, Latency>();

  constructor(
    private readonly question: ServiceQuestion,
    private readonly kinds: readonly MixKind[],
    private readonly predictor: LatencyPredictor,
    private readonly onLook: (instances: number) => void,
  ) {
    this.loads = kinds.map(({ run }) => deviceLoad(run, question.gpu, this.roundNs(run)));
    this.aloneNs = kinds[0]!.curve.aloneNs;
  }

  oneOfEach(): Mix | null {
    const counts = this.kinds.map(() => 1);
    return this.fits(counts) ? this.mixOf(counts, this.latencyOf(counts)) : null;
  }

  ofOne(): Mixes['ofOne'] {
    const all = this.kinds.map(({ curve: { name, instances } }, at) => ({
      parts: [{ name, instances }],
      load: instances * this.loads[at]!,
    }));
    const [most] = all.toSorted((a, b) => b.load - a.load);
    return most!.load > 0 ? most! : null;
  }

  grow(): Mix | null {
    let counts: Counts = this.kinds.map(() => 0);
    let latency: Latency = this.kinds[0]!.curve.points[0]!;
    const open = new Map(
      this.kinds.flatMap(({ curve }, at) => (curve.instances > 0 ? [[at, Infinity] as const] : [])),
    );
    while (open.size > 0) {
      const [kind, next] = [...open].toSorted(([, a], [, b]) => b - a).map(([at]) => at);
      const grown = counts.map((count, at) => count + Number(at === kind));
      const beside = this.fits(grown) ? this.latencyOf(grown) : null;
      if (beside === null || !isKept(beside, this.question.target, this.aloneNs)) {
        open.delete(kind!);
        continue;
      }
      const gain = this.gain(kind!, latency, beside);
      open.set(kind!, gain);
      if (next !== undefined && gain < open.get(next)!) continue;
      [counts, latency] = [grown, beside];
    }
    return counts.every((count) => count === 0) ? null : this.mixOf(counts, latency);
  }

  /** Load of one more over what it adds to the latency. */
  private gain(kind: number, before: Latency, after: Latency): number {
    const { of } = this.question.target;
    return this.loads[kind]! / Math.max(LEAST_COST * this.aloneNs, after[of] - before[of]);
  }

  private mixOf(counts: Counts, latency: Latency): Mix {
    const parts = this.kinds
      .map(({ curve: { name } }, at) => ({ name, instances: counts[at]! }))
      .filter(({ instances }) => instances > 0);
    const runs = this.kinds.flatMap(({ run }, at) => (counts[at]! > 0 ? [run] : []));
    return {
      ...{ mean: latency.mean, p95: latency.p95, parts },
      isKept: isKept(latency, this.question.target, this.aloneNs),
      load: counts.reduce((sum, count, at) => sum + count * this.loads[at]!, 0),
      error: errorOfRuns(this.predictor, 'tails', [this.question.service, ...runs]),
    };
  }

  /** Whether there are places and, as far as it is known, device memory for so many. */
  private fits(counts: Counts): boolean {
    const { service, memoryBytes, maxInstances } = this.question;
    if (counts.reduce((sum, count) => sum + count, 0) > maxInstances) return false;
    const bytes = this.kinds.reduce(
      (sum, { run }, at) => sum + counts[at]! * (run.application.footprintBytes ?? 0),
      service.application.footprintBytes ?? 0,
    );
    return memoryBytes === null || bytes <= memoryBytes;
  }

  /** Of one kind alone its curve tells. */
  private latencyOf(counts: Counts): Latency {
    const [only, ...more] = counts.flatMap((count, at) => (count > 0 ? [at] : []));
    const known = this.kinds[only!]!.curve.points.find(({ instances }) => instances === counts[only!]);
    if (more.length === 0 && known !== undefined) return known;
    const key = counts.join();
    const latency = this.seen.get(key) ?? this.replayed(counts);
    this.seen.set(key, latency);
    return latency;
  }

  private replayed(counts: Counts): Latency {
    const beside = this.kinds.flatMap(({ run }, at) => Array.from({ length: counts[at]! }, () => run));
    this.onLook(beside.length);
    return latencyOf(this.predictor.latencies({ ...this.question, launch: INSTANT_LAUNCH, beside }));
  }

  private roundNs(service: SoloRun): number {
    const question = { ...this.question, launch: INSTANT_LAUNCH, service, beside: [], queries: 1 };
    return this.predictor.latencies(question)[0]!;
  }
}

/** Share of a round alone for which all SMs, or the whole link, would be taken. */
function deviceLoad({ application, kernels, copies }: SoloRun, { sms }: GpuSpec, roundNs: number): number {
  const taken = application.operations.reduce((sum, operation) => {
    if (operation.kind === 'kernel') {
      const { soloNs, blocks, blocksPerSm } = kernels.get(operation)!;
      return sum + soloNs * Math.min(1, blocks / (blocksPerSm * sms));
    }
    if (operation.kind !== 'copy') return sum;
    const copy = copies.get(operation);
    return sum + (copy === undefined ? 0 : copy.soloNs * copy.linkShare);
  }, 0);
  return taken / roundNs;
}
