import type { Application, DeviceOperation, Operation } from '../../../kernel/application';
import { makespanNs } from '../../../timeline/replay';
import type { MokaModels } from '../mokaModels';
import { operationDemand } from '../order/lowerBound';
import { freeStreams, phasesOf } from '../order/phases';
import { reorder, type DispatchStyle } from '../order/reorder';
import { assignStreams, chainsOf, issueCalls, streamName, type PlannedChain } from './assign';
import type { Dependencies, Job } from './jobs';
import { possiblePieces, splitJob, type Splittable } from './split';

/** Numbers of streams that are tried. */
const STREAMS = [1, 2, 3, 4, 5, 6, 8, 12, 16, 24, 32] as const;

/** Operations replayed in one search, in all; what lies beyond is not tried. */
const BUDGET = 400_000;

/** Among plans this close to the best the simplest one is taken. */
const TOLERANCE = 0.01;

/** One way to spread the application over streams. */
export interface PlanVariant {
  readonly streams: number;
  /** Pieces of each job, in the order of the jobs. */
  readonly pieces: readonly number[];
  readonly style: DispatchStyle | null;
  /** Infinity where it is too long to be chosen. */
  readonly makespanNs: number;
}

/** Where the operations of a job go. */
export interface JobAssignment {
  /** Positions of its operations as written. */
  readonly operations: readonly number[];
  readonly kernels: readonly string[];
  readonly pieces: number;
  readonly streams: readonly string[];
}

/** Tries numbers of streams and, kind of job by kind of job, numbers of pieces. */
export class PlanSearch {
  private readonly jobs: readonly Job[];
  private readonly variants: PlanVariant[] = [];
  private readonly chainCache = new Map<string, readonly PlannedChain[]>();
  private readonly nsOf: (operation: DeviceOperation) => number;
  private spent = 0;
  private leastNs = Infinity;
  /** False when the budget did not allow all that was worth trying. */
  isComplete = true;

  constructor(
    private readonly source: Application,
    private readonly dependencies: Dependencies,
    private readonly models: MokaModels,
    private readonly splittable: Splittable,
    private readonly maxStreams: number,
    /** Whether variants are replayed to their ends that cannot be chosen. */
    private readonly replaysAll: boolean,
  ) {
    this.jobs = dependencies.segments.flatMap((segment) => segment.jobs);
    const demandOf = operationDemand(models.gpu, models);
    this.nsOf = (operation) => demandOf(operation).ns;
  }

  run(): PlanVariant {
    let pieces: readonly number[] = this.jobs.map(() => 1);
    let best = this.tryStreams(pieces);
    for (const kind of this.kindsByTime()) {
      for (const count of possiblePieces(this.jobs[kind[0]!]!, this.splittable)) {
        if (count === 1) continue;
        const next = pieces.map((old, job) => (kind.includes(job) ? count : old));
        const variant = this.tryStreams(next);
        if (variant !== null && (best === null || variant.makespanNs < best.makespanNs)) best = variant;
      }
      pieces = best?.pieces ?? pieces;
    }
    return this.simplest();
  }

  /** The best makespan for each number of streams and pieces that was tried, fewest first; where all was replayed. */
  curve(): readonly { readonly streams: number; readonly pieces: number; readonly makespanNs: number }[] {
    const points = new Map<string, { streams: number; pieces: number; makespanNs: number }>();
    for (const { streams, pieces, makespanNs: ns } of this.variants) {
      const most = pieces.reduce((count, own) => Math.max(count, own), 1);
      const point = points.get(`${streams} ${most}`);
      if (point === undefined) points.set(`${streams} ${most}`, { streams, pieces: most, makespanNs: ns });
      else point.makespanNs = Math.min(point.makespanNs, ns);
    }
    return [...points.values()].sort((a, b) => a.streams - b.streams || a.pieces - b.pieces);
  }

  assignment(variant: PlanVariant): readonly JobAssignment[] {
    let first = 0;
    return this.dependencies.segments.flatMap(({ jobs }) => {
      const chains = jobs.map((_, at) => this.chains(first + at, variant.pieces[first + at]!));
      const streamOf = assignStreams(chains.flat(), variant.streams);
      let chain = 0;
      const rows = jobs.map((job, at) => {
        const own = streamOf.slice(chain, (chain += chains[at]!.length));
        return {
          operations: job.operations.map(({ index }) => index),
          kernels: job.operations.flatMap(({ operation }) =>
            operation.kind === 'kernel' ? [operation.kernel] : [],
          ),
          pieces: variant.pieces[first + at]!,
          streams: [...new Set(own)].map(streamName),
        };
      });
      first += jobs.length;
      return rows;
    });
  }

  /** The plan with the fewest streams, then pieces, among those close to the best. */
  private simplest(): PlanVariant {
    const total = ({ pieces }: PlanVariant): number => pieces.reduce((sum, count) => sum + count, 0);
    return this.variants
      .filter((variant) => variant.makespanNs <= this.worthNs)
      .sort((a, b) => a.streams - b.streams || total(a) - total(b) || a.makespanNs - b.makespanNs)[0]!;
  }

  /** Jobs that do the same, the kind that takes most time first: they are cut alike. */
  private kindsByTime(): readonly (readonly number[])[] {
    const kinds = new Map<string, number[]>();
    this.jobs.forEach((job, at) => {
      const key = JSON.stringify(
        job.operations.map(({ operation, after }) => [
          { ...operation, stream: '', location: undefined, reads: undefined, writes: undefined },
          after,
        ]),
      );
      kinds.set(key, [...(kinds.get(key) ?? []), at]);
    });
    const time = (jobs: readonly number[]): number =>
      jobs.reduce((sum, at) => sum + this.chains(at, 1).reduce((ns, chain) => ns + chain.ns, 0), 0);
    return [...kinds.values()].sort((a, b) => time(b) - time(a));
  }

  /** The best of all numbers of streams for the given pieces; null when nothing could be tried. */
  private tryStreams(pieces: readonly number[]): PlanVariant | null {
    const widest = this.widestSegment(pieces);
    let best: PlanVariant | null = null;
    for (const streams of STREAMS) {
      if (streams > 1 && streams > Math.min(widest, this.maxStreams)) break;
      if (this.spent > BUDGET) {
        this.isComplete = false;
        break;
      }
      for (const variant of this.variantsOf(pieces, streams)) {
        this.variants.push(variant);
        if (best === null || variant.makespanNs < best.makespanNs) best = variant;
      }
    }
    return best;
  }

  private variantsOf(pieces: readonly number[], streams: number): readonly PlanVariant[] {
    const issued = this.issue(pieces, streams);
    const phases = phasesOf(issued);
    const order = freeStreams(phases);
    const styles = streams === 1 ? [] : (['batch', 'interleaved'] as const);
    const replayed: { readonly variant: PlanVariant; readonly operations: readonly Operation[] }[] = [];
    for (const style of [null, ...styles]) {
      const application = style === null ? issued : reorder(issued, phases, order, style)?.application;
      if (application === undefined) continue;
      const { operations } = application;
      this.spent += operations.length;
      const same = replayed.find((other) => other.operations.every((one, at) => one === operations[at]));
      const ns = same?.variant.makespanNs ?? this.replay(application);
      replayed.push({ variant: { streams, pieces, style, makespanNs: ns }, operations });
    }
    return replayed.map(({ variant }) => variant);
  }

  /** Makespan; Infinity where it is too long to be chosen. */
  private replay(application: Application): number {
    const cutoffNs = this.replaysAll ? Infinity : this.worthNs;
    const ns = makespanNs(application, this.models.gpu, this.models, cutoffNs);
    this.leastNs = Math.min(this.leastNs, ns);
    return ns;
  }

  /** The longest makespan that still counts as good. */
  private get worthNs(): number {
    return this.leastNs * (1 + TOLERANCE);
  }

  /** The calls of a variant. */
  applicationOf({ pieces, streams, style }: PlanVariant): Application {
    const issued = this.issue(pieces, streams);
    if (style === null) return issued;
    const phases = phasesOf(issued);
    return reorder(issued, phases, freeStreams(phases), style)!.application;
  }

  private widestSegment(pieces: readonly number[]): number {
    let first = 0;
    let widest = 1;
    for (const { jobs } of this.dependencies.segments) {
      const chains = jobs.reduce(
        (sum, _, at) => sum + this.chains(first + at, pieces[first + at]!).length,
        0,
      );
      widest = Math.max(widest, chains);
      first += jobs.length;
    }
    return widest;
  }

  private issue(pieces: readonly number[], streams: number): Application {
    const operations: Operation[] = [];
    let first = 0;
    for (const [at, { jobs, waits, host }] of this.dependencies.segments.entries()) {
      const chains = jobs.flatMap((_, job) => this.chains(first + job, pieces[first + job]!));
      first += jobs.length;
      const calls = issueCalls(chains, assignStreams(chains, streams), `segment ${at} event `);
      for (const { operation } of calls) operations.push(operation);
      if (waits) operations.push({ kind: 'synchronize', stream: null });
      if (host !== null) operations.push(host);
    }
    return { ...this.source, operations };
  }

  private chains(job: number, pieces: number): readonly PlannedChain[] {
    const key = `${job} ${pieces}`;
    let chains = this.chainCache.get(key);
    if (chains === undefined) {
      const source = this.jobs[job]!;
      chains = chainsOf(source, splitJob(source, pieces, this.models), this.nsOf);
      this.chainCache.set(key, chains);
    }
    return chains;
  }
}
