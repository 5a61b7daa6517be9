import { mean } from '../../../src/stats/means';
import { readData } from '../../data/tables';
import type { CardSetting } from '../cardPairs';

/** A plan as the card ran it: jobs by their place in the queue, in the order in which they started, ms from the first. */
export interface RanPlan {
  readonly policy: string;
  /** What was told before: seconds of the whole queue, STP and ANTT. */
  readonly told: readonly [makespan: number, stp: number, antt: number];
  readonly runs: readonly (readonly [job: number, startMs: number, endMs: number])[];
}

/** A queue and all plans of it that ran. */
export interface RanQueue {
  readonly setting: CardSetting;
  readonly seed: number;
  readonly maxCoRun: number;
  /** Application, runs, ms alone as known before, and ms alone between these plans. */
  readonly jobs: readonly (readonly [application: string, runs: number, knownMs: number, aloneMs: number])[];
  readonly plans: readonly RanPlan[];
}

export interface QueuesOnCard {
  readonly about: string;
  readonly gpu: string;
  readonly queues: readonly RanQueue[];
  /** Plans that a script ran with a process for each job: name, at most so many together, seconds told and taken, of all jobs alone. */
  readonly scripts: readonly (readonly [policy: string, maxCoRun: number, told: number, seconds: number])[];
}

/** Queues of applications that an H100 ran as they were planned (`lab/data/h100_queues.json`). */
export const queuesOnCard = (root: string): QueuesOnCard => readData(root, 'h100_queues');

/** How well a queue ran. */
export interface RanMetrics {
  readonly makespanMs: number;
  readonly stp: number;
  readonly antt: number;
  readonly worst: number;
}

export function ranMetrics({ jobs }: RanQueue, { runs }: RanPlan): RanMetrics {
  const slowdowns = runs.map(([job, start, end]) => (end - start) / jobs[job]![3]);
  return {
    makespanMs: Math.max(...runs.map(([, , end]) => end)),
    stp: slowdowns.reduce((sum, slowdown) => sum + 1 / slowdown, 0),
    antt: mean(slowdowns),
    worst: Math.max(...slowdowns),
  };
}
