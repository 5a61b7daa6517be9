import { message } from '../../../kernel/message';
import type {
  Cluster,
  Dispatch,
  Dispatcher,
  OpenGpus,
  QueueFacts,
  QueueScheduler,
  WaitingJob,
} from '../../schedulerPort';
import { byLoad, leastLoaded, SortedQueue } from '../../queueing';

/**
 * The order of algorithm 4: insensitive jobs before sensitive ones, and within both by size, so that neighbours in the
 * queue, which run together, are of the most similar size.
 */
const inferBinKey = (facts: QueueFacts, application: number, kind: number): readonly number[] => [
  facts.sensitive(application, kind) === true ? 1 : 0,
  facts.size(application),
];

const lacksClasses = (facts: QueueFacts) => {
  for (let application = 0; application < facts.applications; application++)
    for (let kind = 0; kind < facts.kinds; kind++)
      if (facts.seconds(application, kind) !== null && facts.sensitive(application, kind) === null)
        return message('predictors.magic.noClasses');
  return null;
};

/** InferBin (algorithm 4) on the least loaded GPU: the whole of algorithm 5 where all GPUs are alike. */
export const inferBin: QueueScheduler = {
  id: 'inferbin',
  lacks: lacksClasses,
  dispatcher: (facts) => new InferBin(facts),
};

class InferBin implements Dispatcher {
  private readonly queue = new SortedQueue<WaitingJob>();

  constructor(private readonly facts: QueueFacts) {}

  submit(job: WaitingJob): void {
    this.queue.add(inferBinKey(this.facts, job.application, bestKind(this.facts, job.application)), job);
  }

  next(cluster: Cluster): Dispatch | null {
    const first = this.queue.first;
    const gpu = first === undefined ? null : leastLoaded(cluster, first.application);
    if (first === undefined || gpu === null) return null;
    this.queue.shift();
    return { job: first.job, gpu };
  }
}

/** The kind of GPU on which an application is fastest: in the text a neural network's guess (section 5.4). */
function bestKind(facts: QueueFacts, application: number): number {
  let best = -1;
  let least = Infinity;
  for (let kind = 0; kind < facts.kinds; kind++) {
    const seconds = facts.seconds(application, kind) ?? Infinity;
    if (seconds < least) [best, least] = [kind, seconds];
  }
  return best;
}

/** Algorithm 5 for unlike GPUs: a queue for each, filled by the best device, with work stealing. */
export const workStealing: QueueScheduler = {
  id: 'work-stealing',
  lacks: lacksClasses,
  dispatcher: (facts) => new WorkStealing(facts),
};

class WorkStealing implements Dispatcher {
  private readonly queues: readonly SortedQueue<WaitingJob>[];
  private readonly gpusOf: readonly (readonly number[])[];

  constructor(private readonly facts: QueueFacts) {
    this.queues = facts.kindOf.map(() => new SortedQueue<WaitingJob>());
    this.gpusOf = Array.from({ length: facts.kinds }, (_, kind) =>
      facts.kindOf.flatMap((own, gpu) => (own === kind ? [gpu] : [])),
    );
  }

  submit(job: WaitingJob): void {
    const kind = bestKind(this.facts, job.application);
    const gpus = this.gpusOf[kind]!.filter((gpu) => this.facts.mayRun(job.application, gpu));
    const shortest = gpus.reduce((a, b) => (this.queues[b]!.length < this.queues[a]!.length ? b : a));
    this.queues[shortest]!.add(inferBinKey(this.facts, job.application, kind), job);
  }

  next(cluster: Cluster): Dispatch | null {
    const byLoads = byLoad(cluster);
    let stolen: SortedQueue<WaitingJob> | null | undefined;
    for (const open of byLoads)
      for (const gpu of open.gpus) {
        let from: SortedQueue<WaitingJob> | null = this.queues[gpu]!;
        if (from.length === 0) from = stolen ??= this.queueToStealFrom(byLoads);
        const first = from?.first;
        if (from === null || first === undefined || !cluster.canHost(open, first.application)) continue;
        from.shift();
        return { job: first.job, gpu };
      }
    return null;
  }

  /** The queue to steal from: that of the next least loaded GPU with one; null where all are empty. */
  private queueToStealFrom(byLoads: readonly OpenGpus[]): SortedQueue<WaitingJob> | null {
    const open = byLoads.flatMap(({ gpus }) => gpus);
    // GPUs without a free slot are loaded most, and all alike.
    return (
      [...open, ...this.queues.keys()].map((gpu) => this.queues[gpu]!).find(({ length }) => length > 0) ??
      null
    );
  }
}
