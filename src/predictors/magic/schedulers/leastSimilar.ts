import { message } from '../../../kernel/message';
import { mean } from '../../../stats/means';
import type {
  Cluster,
  Dispatch,
  Dispatcher,
  OpenGpus,
  QueueFacts,
  QueueScheduler,
  WaitingJob,
} from '../../schedulerPort';
import { byLoad, WaitingByApplication } from '../../queueing';

/**
 * The similarity-based scheduler of Mystic that the text compares with: beside what runs on the least loaded GPU it starts
 * the job that uses it least alike, by the mean distance to all that runs there; on an empty GPU the first in the queue.
 */
export const similarity: QueueScheduler = {
  id: 'similarity',
  lacks: (facts) => {
    for (let a = 0; a < facts.applications; a++)
      if (facts.distance(a, a) === null) return message('predictors.magic.noFeatures');
    return null;
  },
  dispatcher: (facts) => new LeastSimilar(facts),
};

class LeastSimilar implements Dispatcher {
  private readonly waiting = new WaitingByApplication();

  constructor(private readonly facts: QueueFacts) {}

  submit(job: WaitingJob): void {
    this.waiting.submit(job);
  }

  next(cluster: Cluster): Dispatch | null {
    for (const open of byLoad(cluster)) {
      const application = this.choose(cluster, open);
      if (application !== null) return { job: this.waiting.take(application).job, gpu: open.gpus[0]! };
    }
    return null;
  }

  /** The application to start, of those that can; the earliest of equally distant ones. */
  private choose(cluster: Cluster, open: OpenGpus): number | null {
    let best: { application: number; distance: number; place: number } | null = null;
    for (const { job, place } of this.waiting.firsts()) {
      const { application } = job;
      if (!cluster.canHost(open, application)) continue;
      const distances = open.running.map((other) => this.facts.distance(application, other) ?? 0);
      const distance = distances.length === 0 ? 0 : mean(distances);
      if (best === null || distance > best.distance || (distance === best.distance && place < best.place))
        best = { application, distance, place };
    }
    return best?.application ?? null;
  }
}
