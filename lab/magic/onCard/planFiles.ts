import { measuredApplications } from '../../hardware/applications/measured';
import { tracedSetting } from '../../hardware/applications/together';
import type { CardSetting } from '../cardPairs';
import { cardPlans, type CardPlan } from './cardPlans';
import { cardQueue, drawnJobs, shuffled, type CardJob, type ToldPairs } from './cardQueues';
import { toldPairs } from './toldPairs';

/** A queue of a setting, and the plans for it. */
export interface CardQueue {
  readonly setting: CardSetting;
  readonly seed: number;
  readonly maxCoRun: number;
  readonly jobs: readonly CardJob[];
  readonly plans: readonly CardPlan[];
}

const SETTINGS: readonly (readonly [setting: CardSetting, seedOfFirst: number])[] = [
  ['mps', 100],
  ['kernels-mps', 200],
  ['turns', 300],
];
const MAX_CO_RUNS = [2, 4];

/**
 * What is told of all plans, and for each setting what the conductor runs: plans of a queue in drawn order.
 *
 * @param from the first queue that is drawn
 */
export async function cardPlanFiles(
  root: string,
  queues: number,
  from: number,
  isWanted: (policy: string) => boolean,
): Promise<readonly (readonly [name: string, text: string])[]> {
  const all: CardQueue[] = [];
  for (const [setting, first] of SETTINGS)
    for (let at = from; at < from + queues; at++)
      all.push(...(await queuesOf(root, setting, first + at, isWanted)));
  return [
    ['told.json', JSON.stringify(all)],
    ['scripts.queue.json', JSON.stringify(scriptQueue(root))],
    ...SETTINGS.map(
      ([setting]) =>
        [`${setting}.plan`, conductorPlan(all.filter((each) => each.setting === setting))] as const,
    ),
  ];
}

/** Fresh processes take a third of a second to start: jobs that are started so are longer. */
const LONGER = 10;
const SCRIPT_SEED = 400;

/** A queue for `corun schedule --script`: what starts a job is `job.sh NAME RUNS`. */
function scriptQueue(root: string): unknown {
  const jobs = drawnJobs(root, 'mps', SCRIPT_SEED).map((job) => ({
    ...job,
    runs: job.runs * LONGER,
    seconds: job.seconds * LONGER,
  }));
  const queue = cardQueue(root, 'mps', jobs, MAX_CO_RUNS[0]!);
  const runs = new Map(jobs.map((job) => [job.application, job.runs]));
  return {
    ...queue,
    applications: queue.applications!.map((each) => ({
      ...each,
      command: `bash job.sh ${each.name} ${runs.get(each.name)!}`,
    })),
  };
}

async function queuesOf(
  root: string,
  setting: CardSetting,
  seed: number,
  isWanted: (policy: string) => boolean,
): Promise<readonly CardQueue[]> {
  const jobs = drawnJobs(root, setting, seed);
  const told = setting === 'turns' ? null : await toldOf(root, setting, jobs);
  return MAX_CO_RUNS.map((maxCoRun) => ({
    ...{ setting, seed, maxCoRun, jobs },
    plans: cardPlans({ root, setting, jobs, maxCoRun, told, seed }).filter(({ policy }) => isWanted(policy)),
  }));
}

/** What traces tell of every two applications of a queue. */
async function toldOf(root: string, id: CardSetting, jobs: readonly CardJob[]): Promise<ToldPairs> {
  const measured = measuredApplications(root);
  const setting = measured.settings.find((each) => each.id === id)!;
  const traced = await tracedSetting(root, measured, setting);
  return toldPairs(
    measured.gpu,
    traced,
    jobs.map(({ application }) => application),
  );
}

function conductorPlan(queues: readonly CardQueue[]): string {
  const names = [...new Set(queues.flatMap(({ jobs }) => jobs.map(({ application }) => application)))];
  const lines = queues.flatMap(({ seed, maxCoRun, jobs, plans }) => [
    ...(maxCoRun === MAX_CO_RUNS[0] ? [aloneLine(seed, jobs)] : []),
    ...shuffled(plans, seed + maxCoRun).map((plan) => planLine(seed, maxCoRun, plan)),
  ]);
  return [`start ${names.join(' ')}`, 'alone 20', ...lines, ''].join('\n');
}

const aloneLine = (seed: number, jobs: readonly CardJob[]): string =>
  `queue ${seed}/alone 1 ${jobs.map(({ application, runs }) => `${application}*${runs}`).join(' ')}`;

function planLine(seed: number, maxCoRun: number, { policy, starts }: CardPlan): string {
  const jobs = starts.map(({ application, runs, beside, after }) => {
    const waits = after.length === 0 ? '' : `:${after.join(',')}`;
    return `${application}*${runs}@${beside}${waits}`;
  });
  return `queue ${seed}/${policy} ${maxCoRun} ${jobs.join(' ')}`;
}
