import type { QueueScheduler } from '../../predictors/schedulerPort';
import {
  compareSchedulers,
  isScheduled,
  type ScheduledOutcome,
  type SchedulerOutcome,
} from '../../sharing/queue/compareSchedulers';
import type { QueueModel } from '../../sharing/queue/queueModel';
import type { DoubtfulGain } from '../results/queueResult';

/** Largest slowdown that ours allows unless somebody says otherwise: twice as long is what taking turns costs. */
export const QUEUE_BOUND = 2;
export const QUEUE_TRIES = 2000;
/** Beyond so many jobs the search is left out unless it is asked for. */
export const SEARCHED_JOBS = 200;

/** Plans that a search tries unless somebody says otherwise. */
export const usualTries = ({ jobs }: QueueModel): number => (jobs.length <= SEARCHED_JOBS ? QUEUE_TRIES : 0);

export interface PlayedQueue {
  readonly outcomes: readonly SchedulerOutcome[];
  /**
   * The scheduler with the shortest makespan, of several the one that slows jobs down least, where it gains more than such
   * gains are off; else the first. A plan that only a search finds is nobody's to follow.
   */
  readonly chosen: ScheduledOutcome | null;
  /** The scheduler that would be chosen if gains were known better than they are. */
  readonly doubtful: DoubtfulGain | null;
}

export interface PlayOptions {
  readonly sensitiveAbove: number | undefined;
  /** What schedulers know; absent: all that the queue is played by. */
  readonly expected?: QueueModel;
  /** How far gains are off, as a share of the first scheduler's makespan; null where nothing tells. */
  readonly gainError: number | null;
  readonly tries: number;
  readonly seed: number;
}

/** Plays a queue under schedulers, and under the best plan that a search finds. */
export function playQueue(
  model: QueueModel,
  asked: readonly QueueScheduler[],
  options: PlayOptions,
): PlayedQueue {
  const { sensitiveAbove, expected = model, gainError, tries, seed } = options;
  const outcomes = compareSchedulers(model, asked, {
    ...(sensitiveAbove === undefined ? {} : { sensitiveAbove }),
    expected,
    tries,
    seed,
  });
  const scheduled = outcomes.slice(0, asked.length).filter(isScheduled);
  const best = shortest(scheduled);
  const doubtful = best === null || gainError === null ? null : doubtOf(best, gainError);
  return { outcomes, chosen: doubtful === null ? best : scheduled[0]!, doubtful };
}

/** Whether a plan is shorter than the first by no more than gains are off. */
function doubtOf({ id, relative }: ScheduledOutcome, error: number): DoubtfulGain | null {
  const gain = 1 - relative;
  return gain > SAME_MAKESPAN && gain <= error ? { id, gain, error } : null;
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
