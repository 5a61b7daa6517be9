import { parseQueue, type Queue } from '../../../../src/kernel/queue';
import type { QueueScheduler } from '../../../../src/predictors/schedulerPort';
import { queueFacts } from '../../../../src/sharing/queue/queueFacts';
import { queueModel, type QueueModel } from '../../../../src/sharing/queue/queueModel';
import { runQueue, type JobRun } from '../../../../src/sharing/queue/runQueue';
import { schedulers } from '../../../../src/sharing/queue/schedulers';

/** A queue of a file's form, checked as one. */
export const modelOf = (queue: Queue): QueueModel => queueModel(parseQueue(queue));

/** Slowdowns of every two of some applications alike. */
export const allPairs = (names: readonly string[], slowdown: number): NonNullable<Queue['slowdowns']> =>
  names.flatMap((of) => names.map((beside) => ({ of, beside, slowdown })));

export const scheduler = (id: string, bound = Infinity): QueueScheduler =>
  schedulers(bound).find((each) => each.id === id)!;

/** What a scheduler makes of a queue. */
export const runsOf = (model: QueueModel, id: string, bound?: number): readonly JobRun[] =>
  runQueue(model, scheduler(id, bound).dispatcher(queueFacts(model)));

/** Job, GPU, start and end of each, rounded. */
export const placed = (runs: readonly JobRun[]): (readonly number[])[] =>
  runs.map(({ job, gpu, start, end }) => [job, gpu, Number(start.toFixed(6)), Number(end.toFixed(6))]);
