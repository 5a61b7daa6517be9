import type { Words } from '../../kernel/message';
import type { QueueModel } from '../../sharing/queue/queueModel';

/** A queue as it is played, and as schedulers expect it to be. */
export interface PredictedQueue {
  readonly played: QueueModel;
  readonly expected: QueueModel;
  /** Who told what, and how far off that is. */
  readonly notes: readonly Words[];
  /**
   * How far off a plan's gain is as a share of the makespan in order of arrival, where it is played by what somebody told,
   * if only in part; null where the queue gives all of its slowdowns, or nobody knows.
   */
  readonly gainError: number | null;
}
