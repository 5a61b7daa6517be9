import type {
  Cluster,
  Dispatch,
  Dispatcher,
  OpenGpus,
  QueueFacts,
  QueueScheduler,
  WaitingJob,
} from '../../../predictors/schedulerPort';
import { WaitingByApplication } from '../../../predictors/queueing';

/** Later jobs that may start before the oldest, for each GPU. */
const OVERTAKEN_PER_GPU = 8;
/** What starting a job beside others has to add to the speed of all at least: less is not worth what a mistake costs. */
const LEAST_GAIN = 1e-9;

/** A start that could be made. */
interface Choice {
  readonly application: number;
  readonly gpu: number;
  readonly gain: number;
  readonly seconds: number;
  readonly place: number;
}

/**
 * Ours: starts the job that adds most to the speed of all together, by expected slowdowns of every combination instead of
 * two classes; never one by which any job there would be slowed down more than a bound, or below its progress target, and
 * none that adds nothing: it then waits. It waits as well for a faster kind of GPU where that takes it to its end sooner. Of
 * equal gains the longest job starts first, so that none is left over at the end.
 * No job is overtaken without end: after eight starts a GPU, the oldest is the only one that may start.
 *
 * @param bound largest slowdown of any job, infinite for none
 */
export const bySlowdown = (bound: number): QueueScheduler => ({
  id: 'slowdown',
  lacks: () => null,
  dispatcher: (facts) => new BySlowdown(facts, bound),
});

class BySlowdown implements Dispatcher {
  private readonly waiting = new WaitingByApplication();
  /** Largest slowdown of a job of each application, by the strictest target that came. */
  private readonly bounds: number[];
  /** Speed of each application on a kind over that on its fastest. */
  private readonly paces: readonly (readonly number[])[];
  /** Gains by kind, what runs there and what is added, as long as bounds stay. */
  private readonly gains = new Map<string, number | null>();
  /** Fastest kind of each application. */
  private readonly fastest: readonly number[];
  /** Seconds of waiting jobs on the kinds that are fastest for them, a GPU of the kind each. */
  private readonly backlog: number[];
  private readonly gpusOf: readonly number[];
  /** The oldest waiting job by its place, and how many have started since it became that. */
  private oldest = -1;
  private overtaken = 0;

  constructor(
    private readonly facts: QueueFacts,
    bound: number,
  ) {
    this.bounds = new Array<number>(facts.applications).fill(bound);
    const kinds = Array.from({ length: facts.kinds }, (_, kind) => kind);
    const seconds = Array.from({ length: facts.applications }, (_, application) =>
      kinds.map((kind) => facts.seconds(application, kind) ?? Infinity),
    );
    const least = seconds.map((own) => Math.min(...own));
    this.paces = seconds.map((own, application) => own.map((each) => least[application]! / each));
    this.fastest = seconds.map((own, application) => own.indexOf(least[application]!));
    this.gpusOf = kinds.map((kind) => facts.kindOf.filter((own) => own === kind).length);
    this.backlog = kinds.map(() => 0);
  }

  submit(job: WaitingJob): void {
    const { application, progressTarget } = job;
    if (progressTarget !== null && 1 / progressTarget < this.bounds[application]!) {
      this.bounds[application] = 1 / progressTarget;
      this.gains.clear();
    }
    this.waiting.submit(job);
    this.addBacklog(application, 1);
  }

  private addBacklog(application: number, jobs: number): void {
    const kind = this.fastest[application]!;
    this.backlog[kind]! += (jobs * this.facts.seconds(application, kind)!) / this.gpusOf[kind]!;
  }

  next(cluster: Cluster): Dispatch | null {
    const firsts = [...this.waiting.firsts()];
    const oldest = firsts.reduce((a, b) => (b.place < a.place ? b : a), firsts[0]!);
    if (oldest.place !== this.oldest) [this.oldest, this.overtaken] = [oldest.place, 0];
    const patient = this.overtaken < OVERTAKEN_PER_GPU * this.facts.kindOf.length;
    let best: Choice | null = null;
    for (const { job, place } of patient ? firsts : [oldest])
      for (const open of cluster.open) {
        const choice = this.choice(cluster, open, job.application, place);
        if (choice !== null && (best === null || isBetter(choice, best))) best = choice;
      }
    if (best === null) return null;
    this.overtaken++;
    this.addBacklog(best.application, -1);
    return { job: this.waiting.take(best.application).job, gpu: best.gpu };
  }

  private choice(cluster: Cluster, open: OpenGpus, application: number, place: number): Choice | null {
    if (!cluster.canHost(open, application)) return null;
    const gain = this.gain(open, application);
    if (gain === null || this.isWorthWaiting(open, application)) return null;
    const seconds = this.facts.seconds(application, open.kind)!;
    return { application, gpu: open.gpus[0]!, gain, seconds, place };
  }

  /**
   * Whether a job ends sooner where it is fastest, after all that waits for that kind, than if it started here now. What still
   * runs there is not known to end at any time, and left out.
   */
  private isWorthWaiting({ kind, running }: OpenGpus, application: number): boolean {
    const fastest = this.fastest[application]!;
    if (fastest === kind) return false;
    const slowdown = this.facts.slowdown(kind, application, running) ?? 1;
    return this.facts.seconds(application, kind)! * slowdown > this.backlog[fastest]!;
  }

  /** What one more adds to the speed of all on a GPU, its own included; null where it adds nothing or a bound forbids it. */
  private gain({ kind, running }: OpenGpus, application: number): number | null {
    const key = `${kind}:${running.join(',')}+${application}`;
    let gain = this.gains.get(key);
    if (gain === undefined) this.gains.set(key, (gain = this.gainOf(kind, running, application)));
    return gain;
  }

  private gainOf(kind: number, running: readonly number[], application: number): number | null {
    const before = this.speed(kind, running, false);
    const after = this.speed(kind, [...running, application], running.length > 0);
    return before === null || after === null || after - before < LEAST_GAIN ? null : after - before;
  }

  /** Speed of all on a GPU together, each on its fastest kind alone counting 1; null where a bound is broken. */
  private speed(kind: number, running: readonly number[], bounded: boolean): number | null {
    let sum = 0;
    for (const [at, own] of running.entries()) {
      const others = running.filter((_, other) => other !== at);
      const slowdown = this.facts.slowdown(kind, own, others);
      if (slowdown === null || (bounded && slowdown > this.bounds[own]!)) return null;
      sum += this.paces[own]![kind]! / slowdown;
    }
    return sum;
  }
}

function isBetter(a: Choice, b: Choice): boolean {
  if (Math.abs(a.gain - b.gain) > LEAST_GAIN) return a.gain > b.gain;
  if (a.seconds !== b.seconds) return a.seconds > b.seconds;
  return a.place !== b.place ? a.place < b.place : a.gpu < b.gpu;
}
