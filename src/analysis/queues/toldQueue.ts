import type { Words } from '../../kernel/message';
import type { QueueModel } from '../../sharing/queue/queueModel';

/** A queue as it is played, and as schedulers expect it to be. */
export interface PredictedQueue {
  readonly played: QueueModel;
  readonly expected: QueueModel;
  /** Who told what, and how far off that is. */
  readonly notes: readonly Words[];
}
