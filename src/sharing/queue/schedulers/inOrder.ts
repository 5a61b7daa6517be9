import type {
  Cluster,
  Dispatcher,
  QueueFacts,
  QueueScheduler,
  WaitingJob,
} from '../../../predictors/schedulerPort';
import { Fifo, leastLoaded } from '../../../predictors/queueing';

type Place = (cluster: Cluster, application: number) => number | null;

/** Starts jobs in the order in which they came; one that has to wait holds up all behind it. */
class InOrder implements Dispatcher {
  private readonly queue = new Fifo<WaitingJob>();

  constructor(private readonly place: Place) {}

  submit(job: WaitingJob): void {
    this.queue.push(job);
  }

  next(cluster: Cluster) {
    const first = this.queue.first;
    const gpu = first === undefined ? null : this.place(cluster, first.application);
    if (first === undefined || gpu === null) return null;
    this.queue.shift();
    return { job: first.job, gpu };
  }
}

/** First come, first served: on the first GPU with a free slot. */
export const fcfs: QueueScheduler = {
  id: 'fcfs',
  lacks: () => null,
  dispatcher: () =>
    new InOrder((cluster, application) => {
      const hosts = cluster.open.filter((open) => cluster.canHost(open, application));
      return hosts.length === 0
        ? null
        : hosts.reduce((least, { gpus }) => Math.min(least, gpus[0]!), Infinity);
    }),
};

/** In order of arrival, on the GPU with the fewest jobs. */
export const leastLoadedFirst: QueueScheduler = {
  id: 'least-loaded',
  lacks: () => null,
  dispatcher: () => new InOrder(leastLoaded),
};

/** Gives jobs to the GPUs in turn as they come; each GPU starts its own in that order. */
export const roundRobin: QueueScheduler = {
  id: 'round-robin',
  lacks: () => null,
  dispatcher: (facts) => new InTurn(facts),
};

class InTurn implements Dispatcher {
  private readonly queues: readonly Fifo<WaitingJob>[];
  private turn = 0;

  constructor(private readonly facts: QueueFacts) {
    this.queues = facts.kindOf.map(() => new Fifo());
  }

  submit(job: WaitingJob): void {
    const gpus = this.queues.length;
    for (let step = 0; step < gpus; step++) {
      const gpu = (this.turn + step) % gpus;
      if (!this.facts.mayRun(job.application, gpu)) continue;
      this.queues[gpu]!.push(job);
      this.turn = gpu + 1;
      return;
    }
  }

  next(cluster: Cluster) {
    for (const open of cluster.open)
      for (const gpu of open.gpus) {
        const first = this.queues[gpu]!.first;
        if (first === undefined || !cluster.canHost(open, first.application)) continue;
        this.queues[gpu]!.shift();
        return { job: first.job, gpu };
      }
    return null;
  }
}
