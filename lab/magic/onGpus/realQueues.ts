import type { Dispatch, Dispatcher, WaitingJob, Cluster } from '../../../src/predictors/schedulerPort';
import { parseQueue } from '../../../src/kernel/queue';
import { queueModel, type QueueModel } from '../../../src/sharing/queue/queueModel';
import { runQueue, type JobRun } from '../../../src/sharing/queue/runQueue';
import { groupBy } from '../../../src/stats/grouping';
import { mean } from '../../../src/stats/means';
import { median } from '../../../src/stats/quantile';
import {
  matrixOf,
  slowdownRows,
  type MeasuredJobRun,
  type MeasuredQueue,
  type MeasuredSet,
  type SlowdownKind,
} from './measured';

/** What a policy made of the author's sequences on GPUs: means over them. */
export interface RealPolicy {
  readonly gpus: readonly string[];
  readonly policy: string;
  readonly maxCoRun: number;
  /** Seconds, each sequence's. */
  readonly makespans: readonly number[];
  readonly stp: number;
  readonly antt: number;
  readonly worst: number;
}

/** Every policy of the author's runs on each of the settings. */
export function realPolicies(set: MeasuredSet): RealPolicy[] {
  const groups = groupBy(set.queues, ({ gpus, policy, maxCoRun }) =>
    JSON.stringify([gpus, policy, maxCoRun]),
  );
  return [...groups.values()].map((queues) => {
    const { gpus, policy, maxCoRun } = queues[0]!;
    const slowdowns = queues.map((queue) => slowdownsOf(set, queue));
    return {
      gpus,
      policy,
      maxCoRun,
      makespans: queues.map(makespanOf),
      stp: mean(slowdowns.map((own) => own.reduce((sum, each) => sum + 1 / each, 0))),
      antt: mean(slowdowns.map(mean)),
      worst: Math.max(...slowdowns.flat()),
    };
  });
}

export const makespanOf = ({ runs }: MeasuredQueue): number =>
  Math.max(...runs.map(([, , , end]) => end)) - Math.min(...runs.map(([, , start]) => start));

/** Seconds alone beside which a queue's jobs are judged. */
function aloneIn(set: MeasuredSet, gpu: string): readonly (number | null)[] {
  return set.aloneInQueues[gpu] ?? set.gpus[gpu]!.alone;
}

const slowdownsOf = (set: MeasuredSet, { gpus, runs }: MeasuredQueue): number[] =>
  runs.map(([program, gpu, start, end]) => (end - start) / aloneIn(set, gpus[gpu]!)[program]!);

/** Starts jobs on their GPUs in the order in which they started there. */
class AsItWas implements Dispatcher {
  private readonly lines: number[][];
  private readonly came = new Set<number>();

  constructor(runs: readonly MeasuredJobRun[], gpus: number) {
    this.lines = Array.from({ length: gpus }, (_, gpu) =>
      runs.flatMap(([, own], job) => (own === gpu ? [job] : [])),
    );
  }

  submit({ job }: WaitingJob): void {
    this.came.add(job);
  }

  next({ open }: Cluster): Dispatch | null {
    for (const { gpus } of open)
      for (const gpu of gpus) {
        const first = this.lines[gpu]![0];
        if (first === undefined || !this.came.has(first)) continue;
        this.lines[gpu]!.shift();
        return { job: first, gpu };
      }
    return null;
  }
}

/** How far the queue engine is off real runs, from measured pairs alone. */
export interface EngineError {
  readonly gpus: readonly string[];
  readonly maxCoRun: number;
  readonly queues: number;
  /** Mean of |played − real| / real over makespans, and the mean with its sign. */
  readonly makespan: number;
  readonly bias: number;
  /** Median of |played − real| / real over the times of single jobs. */
  readonly job: number;
  /** Mean slowdown of jobs, played over real. */
  readonly antt: number;
}

/** Plays the author's queues again, each job where and in the order in which it ran, with slowdowns of measured pairs. */
export function engineErrors(set: MeasuredSet, slowdowns: SlowdownKind): EngineError[] {
  const groups = groupBy(set.queues, ({ gpus, maxCoRun }) => JSON.stringify([gpus, maxCoRun]));
  return [...groups.values()].map((queues) => {
    const played = queues.map((queue) => ({ queue, runs: playAgain(set, queue, slowdowns) }));
    const offs = played.map(
      ({ queue, runs }) => Math.max(...runs.map(({ end }) => end)) / makespanOf(queue) - 1,
    );
    const { gpus, maxCoRun } = queues[0]!;
    return {
      gpus,
      maxCoRun,
      queues: queues.length,
      makespan: mean(offs.map(Math.abs)),
      bias: mean(offs),
      job: median(
        played.flatMap(({ queue, runs }) =>
          runs.map(({ start, end }, job) => {
            const [, , from, to] = queue.runs[job]!;
            return Math.abs((end - start) / (to - from) - 1);
          }),
        ),
      ),
      antt: mean(
        played.map(
          ({ queue, runs }) =>
            mean(runs.map(({ start, end, alone }) => (end - start) / alone)) / mean(slowdownsOf(set, queue)),
        ),
      ),
    };
  });
}

function playAgain(set: MeasuredSet, queue: MeasuredQueue, slowdowns: SlowdownKind): readonly JobRun[] {
  return runQueue(modelOf(set, queue, slowdowns), new AsItWas(queue.runs, queue.gpus.length));
}

function modelOf(
  set: MeasuredSet,
  { gpus, maxCoRun, runs }: MeasuredQueue,
  slowdowns: SlowdownKind,
): QueueModel {
  const names = runs.map(([program]) => set.programs[program]!);
  return queueModel(
    parseQueue({
      gpus: gpus.map((gpu) => ({ gpu })),
      maxCoRun,
      origin: 'measured',
      applications: runs.map(([program]) => ({
        name: set.programs[program]!,
        seconds: Object.fromEntries(gpus.map((gpu) => [gpu, aloneIn(set, gpu)[program]!])),
      })),
      slowdowns: gpus.flatMap((gpu) => slowdownRows(matrixOf(set, gpu), slowdowns, new Set(names))),
      jobs: names.map((application) => ({ application })),
    }),
  );
}
