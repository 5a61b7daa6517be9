import { markdownTable } from '../../../src/kernel/markdownTable';
import type { Cluster, Dispatch, Dispatcher } from '../../../src/predictors/schedulerPort';
import { groupBy } from '../../../src/stats/grouping';
import { mean } from '../../../src/stats/means';
import { queueMetrics } from '../../../src/sharing/queue/queueMetrics';
import type { QueueModel } from '../../../src/sharing/queue/queueModel';
import { runQueue, type JobRun } from '../../../src/sharing/queue/runQueue';
import { cardModel, type CardJob } from './cardQueues';
import { bestPlan, played, startsByRule, type RuledStart, type StartRule } from './cardPlans';
import type { RanQueue } from './measured';

const RULES: readonly StartRule[] = ['ended', 'place', 'order'];
const PLANS = ['slowdown', 'best plan found'] as const;

/** Starts jobs of one GPU as a rule says; each application is one job, and all are there from the start. */
export class ByRule implements Dispatcher {
  private at = 0;

  constructor(
    private readonly starts: readonly RuledStart[],
    private readonly model: QueueModel,
  ) {}

  submit(): void {}

  next({ open: [gpu] }: Cluster): Dispatch | null {
    const start = this.starts[this.at];
    if (start === undefined || gpu === undefined || gpu.running.length > start.beside) return null;
    const isRunning = (job: number): boolean => gpu.running.includes(this.model.jobs[job]!.application);
    if (start.after.some(isRunning)) return null;
    this.at++;
    return { job: start.job, gpu: 0 };
  }
}

/**
 * What plans come to where jobs are as long as they were on the card and not as they were told, by each rule of starting
 * jobs: played, with the slowdowns that plans were made by. Makespans over that of order of arrival.
 */
export function replayTable(root: string, queues: readonly RanQueue[]): string {
  const settings = groupBy(queues, ({ setting, maxCoRun }) => `${setting} ${maxCoRun}`);
  const rows = [...settings.values()].flatMap((own) => {
    const each = own.map((queue) => replayed(root, queue));
    const { setting, maxCoRun } = own[0]!;
    return PLANS.map((plan) => [
      `${setting}, ${maxCoRun} together`,
      plan,
      ...(['told', ...RULES] as const).map(
        (column) => `${(100 * mean(each.map((queue) => queue[plan][column]))).toFixed(0)} %`,
      ),
    ]);
  });
  return markdownTable(
    ['setting', 'plan', 'told', 'waits for those that ended before', 'waits for a place', 'order alone'],
    rows,
  );
}

type Replayed = Readonly<Record<(typeof PLANS)[number], Readonly<Record<'told' | StartRule, number>>>>;

function replayed(root: string, { setting, maxCoRun, jobs }: RanQueue): Replayed {
  const lasting = (at: 2 | 3): QueueModel =>
    cardModel(
      root,
      setting,
      jobs.map((job): CardJob => ({ application: job[0], runs: job[1], seconds: job[at] / 1000 })),
      maxCoRun,
    );
  const [known, real] = [lasting(2), lasting(3)];
  const makespan = (model: QueueModel, runs: readonly JobRun[]): number => queueMetrics(model, runs).makespan;
  const first = (model: QueueModel): number => makespan(model, played(model, 'fcfs'));
  const of = (runs: readonly JobRun[]) => {
    const by = (rule: StartRule): number =>
      makespan(real, runQueue(real, new ByRule(startsByRule(known, runs, rule), real))) / first(real);
    return {
      told: makespan(known, runs) / first(known),
      ...{ ended: by('ended'), place: by('place'), order: by('order') },
    };
  };
  return { slowdown: of(played(known, 'slowdown')), 'best plan found': of(bestPlan(known, 1)) };
}
