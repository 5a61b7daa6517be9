import type { QueueFacts } from '../../src/predictors/schedulerPort';
import { searchPlan } from '../../src/sharing/queue/planSearch';
import { queueMetrics, type QueueMetrics } from '../../src/sharing/queue/queueMetrics';
import type { QueueModel } from '../../src/sharing/queue/queueModel';
import { runQueue, type JobRun } from '../../src/sharing/queue/runQueue';
import { schedulers } from '../../src/sharing/queue/schedulers';

/** What stands among the policies for the best plan that a search finds. */
export const BEST = 'best plan found';

/** Policies that are played on one queue. */
export class PolicyPlays {
  private readonly runs = new Map<string, readonly JobRun[]>();

  constructor(private readonly model: QueueModel) {}

  /**
   * @param id of the scheduler
   * @param facts that it goes by
   * @param bound largest slowdown that the scheduler by slowdowns allows
   */
  play(policy: string, id: string, facts: QueueFacts, bound = Infinity): void {
    const scheduler = schedulers(bound).find((each) => each.id === id)!;
    this.runs.set(policy, runQueue(this.model, scheduler.dispatcher(facts)));
  }

  /** What has been played, and the best plan found from there. */
  withBest(tries: number, seed: number): ReadonlyMap<string, readonly JobRun[]> {
    const { runs } = searchPlan(this.model, [...this.runs.values()], { tries, seed });
    return new Map([...this.runs, [BEST, runs]]);
  }

  /** The same as metrics of the queue. */
  metrics(tries: number, seed: number): ReadonlyMap<string, QueueMetrics> {
    return new Map(
      [...this.withBest(tries, seed)].map(([policy, runs]) => [policy, queueMetrics(this.model, runs)]),
    );
  }
}
