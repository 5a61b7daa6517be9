import { parseQueue, type Queue } from '../../../src/kernel/queue';
import { createRandom } from '../../../src/stats/random';
import { queueModel, type QueueModel } from '../../../src/sharing/queue/queueModel';
import { measuredApplications } from '../../hardware/applications/measured';
import { cardJobs, type CardSetting } from '../cardPairs';

/** A job of a queue that a card runs: so many runs of an application. */
export interface CardJob {
  readonly application: string;
  readonly runs: number;
  /** Seconds alone, as they were measured before. */
  readonly seconds: number;
}

/** Jobs in a queue: as many different applications, drawn. */
export const JOBS = 14;
/** Lengths are log-normal around so many seconds, and of at least so many runs. */
const MEDIAN_SECONDS = 0.05;
export const SPREAD = 0.8;
const LEAST_RUNS = 3;

/** Jobs in the order in which they come: applications, order and lengths are drawn. */
export function drawnJobs(root: string, id: CardSetting, seed: number): readonly CardJob[] {
  const settings = measuredApplications(root).settings;
  const { alone, times = {} } = settings.find((setting) => setting.id === id)!;
  // Some were measured without copies only.
  const names = Object.keys(settings.find((setting) => setting.id === 'mps')!.alone).filter(
    (name) => alone[name] !== undefined,
  );
  const random = createRandom(seed);
  return shuffled(names, seed)
    .slice(0, JOBS)
    .map((application) => {
      const seconds = MEDIAN_SECONDS * Math.exp(SPREAD * random.gaussian());
      const rounds = Math.max(
        LEAST_RUNS,
        Math.round((seconds / (alone[application]! * (times[application] ?? 1))) * 1e6),
      );
      const runs = rounds * (times[application] ?? 1);
      return { application, runs, seconds: (runs * alone[application]!) / 1e6 };
    });
}

/** The same in another order. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const random = createRandom(seed + 1000);
  const all = [...items];
  for (let at = all.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [all[at], all[other]] = [all[other]!, all[at]!];
  }
  return all;
}

/** Slowdowns that somebody tells of pairs of applications. */
export type ToldPairs = NonNullable<Queue['slowdowns']>;

/** A queue of the card with measured slowdowns of pairs, or with those that are told in their place. */
export const cardModel = (...asked: Parameters<typeof cardQueue>): QueueModel =>
  queueModel(parseQueue(cardQueue(...asked)));

/** The same as a queue's file has it. */
export function cardQueue(
  root: string,
  id: CardSetting,
  jobs: readonly CardJob[],
  maxCoRun: number,
  told?: ToldPairs,
): Queue {
  const queue = cardJobs(root, id).queueOf({
    gpus: [{ gpu: 'h100', count: 1 }],
    maxCoRun,
    jobs: jobs.map(jobOf),
  });
  const lengths = new Map(jobs.map(({ application, seconds }) => [application, seconds]));
  const applications = queue.applications!.filter(({ name }) => lengths.has(name));
  const slowdowns = (told ?? queue.slowdowns!).filter(
    ({ of, beside }) => lengths.has(of) && lengths.has(beside),
  );
  return {
    ...queue,
    // Each application is one job: its length is known.
    applications: applications.map((each) => ({ ...each, seconds: lengths.get(each.name)! })),
    slowdowns,
  };
}

const jobOf = ({ application, seconds }: CardJob) => ({ application, seconds });
