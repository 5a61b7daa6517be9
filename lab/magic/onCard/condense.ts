import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import type { CardQueue } from './planFiles';
import type { RanPlan, RanQueue } from './measured';

interface RanLine {
  readonly seed: number;
  readonly policy: string;
  readonly slots: number;
  readonly jobs: readonly (readonly [application: string, startMs: number, endMs: number])[];
}

/**
 * What the conductor printed of queues, beside what was told of them before.
 *
 * @param raw folder with SETTING.txt.gz as they came from the card, and told.json as the plans were written
 */
export function condensedQueues(raw: string): RanQueue[] {
  const told = JSON.parse(fs.readFileSync(path.join(raw, 'told.json'), 'utf8')) as readonly CardQueue[];
  const lines = new Map(
    [...new Set(told.map(({ setting }) => setting))].map((setting) => [setting, ranLines(raw, setting)]),
  );
  return told.flatMap((queue) => {
    const own = lines.get(queue.setting)!.filter(({ seed }) => seed === queue.seed);
    const alone = own.find(({ policy }) => policy === 'alone');
    const plans = queue.plans.flatMap((plan) => {
      const ran = own.find(({ policy, slots }) => policy === plan.policy && slots === queue.maxCoRun);
      return ran === undefined ? [] : [ranPlan(queue, plan, ran)];
    });
    if (alone === undefined || plans.length < queue.plans.length) return [];
    const { setting, seed, maxCoRun } = queue;
    const jobs = queue.jobs.map(({ application, runs, seconds }) => {
      const [, start, end] = alone.jobs.find(([name]) => name === application)!;
      return [application, runs, rounded(1000 * seconds), rounded(end - start)] as const;
    });
    return [{ ...{ setting, seed, maxCoRun }, jobs, plans }];
  });
}

function ranPlan({ jobs }: CardQueue, { policy, told }: CardQueue['plans'][number], ran: RanLine): RanPlan {
  const places = new Map(jobs.map(({ application }, at) => [application, at]));
  return {
    policy,
    told: [rounded(told.makespan), rounded(told.stp), rounded(told.antt)],
    runs: ran.jobs.map(([name, start, end]) => [places.get(name)!, rounded(start), rounded(end)] as const),
  };
}

/** Lines of the form `queue LABEL SEED/POLICY SLOTS | APPLICATION RUNS START END | …`. */
function ranLines(raw: string, setting: string): RanLine[] {
  const file = path.join(raw, `${setting}.txt.gz`);
  if (!fs.existsSync(file)) return [];
  const text = zlib.gunzipSync(fs.readFileSync(file)).toString('utf8');
  return text.split('\n').flatMap((line) => {
    const [head, ...jobs] = line.split(' | ');
    const found = /^queue \S+ (\d+)\/(\S+) (\d+)$/.exec(head!);
    if (found === null) return [];
    return [
      {
        ...{ seed: Number(found[1]), policy: found[2]!, slots: Number(found[3]) },
        jobs: jobs.map((job) => {
          const [name, , start, end] = job.trim().split(' ');
          return [name!, Number(start), Number(end)] as const;
        }),
      },
    ];
  });
}

const rounded = (value: number): number => Number(value.toPrecision(5));
