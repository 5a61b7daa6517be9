import { parseQueue, type Queue } from '../../../src/kernel/queue';
import { queueMetrics, type QueueMetrics } from '../../../src/sharing/queue/queueMetrics';
import { queueModel, type QueueModel } from '../../../src/sharing/queue/queueModel';
import { runQueue, type JobRun } from '../../../src/sharing/queue/runQueue';
import { createRandom } from '../../../src/stats/random';
import { slowdownsOf, type measuredApplications, type Setting } from '../../hardware/applications/measured';
import type { TracedSetting } from '../../hardware/applications/together';
import { bestPlan, played, startsByRule } from './cardPlans';
import { JOBS, shuffled, SPREAD, type ToldPairs } from './cardQueues';
import { ByRule } from './replay';
import { toldPairs } from './toldPairs';

/** A policy's plan on one queue. */
export interface TracedPlan {
  readonly policy: string;
  /** By what traces tell; null of plans that were made by measured slowdowns. */
  readonly told: QueueMetrics | null;
  /** By measured slowdowns of pairs. */
  readonly ran: QueueMetrics;
}

/** A queue of applications of which only traces are known, under the plans that follow from these. */
export interface TracedQueue {
  readonly seed: number;
  readonly maxCoRun: number;
  readonly plans: readonly TracedPlan[];
}

/** What plans by traces come to where pairs slow each other down as they were measured. */
export function tracedQueue(
  measured: ReturnType<typeof measuredApplications>,
  traced: TracedSetting,
  maxCoRun: number,
  seed: number,
): TracedQueue {
  const { setting } = traced;
  const jobs = drawnLengths(Object.keys(setting.alone), seed);
  const names = jobs.map(([name]) => name);
  const modelBy = (slowdowns: ToldPairs): QueueModel => modelOf(measured.gpu, jobs, maxCoRun, slowdowns);
  const real = modelBy(measuredPairs(setting));
  const known = modelBy(toldPairs(measured.gpu, traced, names));
  const arrival = played(known, 'fcfs');
  const plan = (policy: string, runs: readonly JobRun[]): TracedPlan => ({
    policy,
    told: queueMetrics(known, runs),
    ran: queueMetrics(real, runQueue(real, new ByRule(startsByRule(known, runs, 'place'), real))),
  });
  const knowing = (policy: string, runs: readonly JobRun[]): TracedPlan => ({
    ...{ policy, told: null },
    ran: queueMetrics(real, runs),
  });
  return {
    ...{ seed, maxCoRun },
    plans: [
      { policy: 'fcfs', told: queueMetrics(known, arrival), ran: queueMetrics(real, played(real, 'fcfs')) },
      plan('slowdown by traces', played(known, 'slowdown')),
      plan('slowdown by traces, at most 2', played(known, 'slowdown', 2)),
      plan('best found by traces', bestPlan(known, seed)),
      knowing('slowdown by measured pairs', played(real, 'slowdown')),
      knowing('best found by measured pairs', bestPlan(real, seed)),
    ],
  };
}

function drawnLengths(names: readonly string[], seed: number): readonly (readonly [string, number])[] {
  const random = createRandom(seed);
  return shuffled(names, seed)
    .slice(0, JOBS)
    .map((name) => [name, Math.exp(SPREAD * random.gaussian())] as const);
}

function modelOf(
  gpu: string,
  jobs: readonly (readonly [string, number])[],
  maxCoRun: number,
  slowdowns: ToldPairs,
): QueueModel {
  const names = new Set(jobs.map(([name]) => name));
  const queue: Queue = {
    gpus: [{ gpu, count: 1 }],
    maxCoRun,
    origin: 'measured',
    applications: jobs.map(([name, seconds]) => ({ name, seconds })),
    slowdowns: slowdowns.filter(({ of, beside }) => names.has(of) && names.has(beside)),
    jobs: jobs.map(([application, seconds]) => ({ application, seconds })),
  };
  return queueModel(parseQueue(queue));
}

const measuredPairs = (setting: Setting): ToldPairs =>
  slowdownsOf(setting, 2).map(({ of, beside, slowdown }) => ({ of, beside: beside[0]!, slowdown }));
