import type { QueueScheduler } from '../../predictors/schedulerPort';
import {
  compareSchedulers,
  isScheduled,
  type ScheduledOutcome,
  type SchedulerOutcome,
} from '../../sharing/queue/compareSchedulers';
import type { QueueModel } from '../../sharing/queue/queueModel';

/** Largest slowdown that ours allows unless somebody says otherwise: twice as long is what taking turns costs. */
export const QUEUE_BOUND = 2;
export const QUEUE_TRIES = 2000;
/** Beyond so many jobs the search is left out unless it is asked for. */
export const SEARCHED_JOBS = 200;

/** Plans that a search tries unless somebody says otherwise. */
export const usualTries = ({ jobs }: QueueModel): number => (jobs.length <= SEARCHED_JOBS ? QUEUE_TRIES : 0);

export interface PlayedQueue {
  readonly outcomes: readonly SchedulerOutcome[];
  /** The scheduler with the shortest makespan, of several the one that slows jobs down least; a plan that only a search finds is nobody's to follow. */
  readonly chosen: ScheduledOutcome | null;
}

export interface PlayOptions {
  readonly sensitiveAbove: number | undefined;
  /** What schedulers know; absent: all that the queue is played by. */
  readonly expected?: QueueModel;
  readonly tries: number;
  readonly seed: number;
}

/** Plays a queue under schedulers, and under the best plan that a search finds. */
export function playQueue(
  model: QueueModel,
  asked: readonly QueueScheduler[],
  options: PlayOptions,
): PlayedQueue {
  const { sensitiveAbove, expected = model, tries, seed } = options;
  const outcomes = compareSchedulers(model, asked, {
    ...(sensitiveAbove === undefined ? {} : { sensitiveAbove }),
    expected,
    tries,
    seed,
  });
  return { outcomes, chosen: shortest(outcomes.slice(0, asked.length).filter(isScheduled)) };
}

function shortest(outcomes: readonly ScheduledOutcome[]): ScheduledOutcome | null {
  const [first, ...others] = outcomes;
  if (first === undefined) return null;
  return others.reduce((best, each) => (isBetter(each, best) ? each : best), first);
}

/** Makespans that are this near to each other, as a share, are one. */
const SAME_MAKESPAN = 1e-9;

function isBetter({ metrics: a }: ScheduledOutcome, { metrics: b }: ScheduledOutcome): boolean {
  const isSame = Math.abs(a.makespan - b.makespan) <= SAME_MAKESPAN * b.makespan;
  return isSame ? a.antt < b.antt : a.makespan < b.makespan;
}
