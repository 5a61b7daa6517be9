import type { Words } from '../../kernel/message';
import type { QueueScheduler } from '../../predictors/schedulerPort';
import { searchPlan } from './planSearch';
import { queueFacts } from './queueFacts';
import { queueMetrics, type QueueMetrics } from './queueMetrics';
import type { QueueModel } from './queueModel';
import { runQueue, type JobRun } from './runQueue';

/** What a scheduler made of a queue, or why it could not. */
export type SchedulerOutcome =
  | {
      readonly id: string;
      readonly metrics: QueueMetrics;
      /** Its makespan over that of the first that was asked for. */
      readonly relative: number;
      readonly runs: readonly JobRun[];
    }
  | { readonly id: string; readonly refused: Words };

export type ScheduledOutcome = Extract<SchedulerOutcome, { readonly runs: unknown }>;

export const isScheduled = (outcome: SchedulerOutcome): outcome is ScheduledOutcome => 'runs' in outcome;

/** Id of the search among schedulers. */
const BEST_FOUND = 'best-found';

export interface CompareOptions {
  /** Average slowdown above which an application counts as sensitive; absent: the median. */
  readonly sensitiveAbove?: number;
  /** What schedulers know of the queue; absent: all that it is played by. */
  readonly expected?: QueueModel;
  /** Plans that the search tries; 0 leaves it out. */
  readonly tries: number;
  readonly seed: number;
}

/** Plays a queue under several schedulers, each by what it knows, and then under the best plan that a search from these finds. */
export function compareSchedulers(
  model: QueueModel,
  asked: readonly QueueScheduler[],
  options: CompareOptions,
): readonly SchedulerOutcome[] {
  const facts = queueFacts(options.expected ?? model, options.sensitiveAbove);
  const played = asked.map((scheduler) => {
    const refused = scheduler.lacks(facts);
    return refused === null
      ? { id: scheduler.id, runs: runQueue(model, scheduler.dispatcher(facts)) }
      : { id: scheduler.id, refused };
  });
  const starts = played.flatMap((each) => ('runs' in each ? [each.runs] : []));
  const searched =
    options.tries > 0 && starts.length > 0
      ? [{ id: BEST_FOUND, runs: searchPlan(model, starts, options).runs }]
      : [];
  const measured = [...played, ...searched].map((each) =>
    'runs' in each ? { ...each, metrics: queueMetrics(model, each.runs) } : each,
  );
  const first = measured.find((each) => 'metrics' in each)?.metrics.makespan ?? 1;
  return measured.map((each) =>
    'metrics' in each ? { ...each, relative: each.metrics.makespan / first } : each,
  );
}
