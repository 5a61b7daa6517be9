import { parseQueue } from '../../src/kernel/queue';
import { mean } from '../../src/stats/means';
import { createRandom } from '../../src/stats/random';
import type { QueueFacts } from '../../src/predictors/schedulerPort';
import { queueFacts } from '../../src/sharing/queue/queueFacts';
import type { QueueMetrics } from '../../src/sharing/queue/queueMetrics';
import { queueModel, type PairRow, type QueueModel } from '../../src/sharing/queue/queueModel';
import { schedulers } from '../../src/sharing/queue/schedulers';
import type { PairSource } from './pairs';
import { BEST, PolicyPlays } from './policyPlays';

/** GPUs and slots that queues are played on. */
export interface PairSetting<G extends string> {
  readonly gpus: readonly { readonly gpu: G; readonly count: number }[];
  readonly maxCoRun: number;
}

export interface PairStudyOptions {
  readonly queues: number;
  /** Jobs of each application in a queue. */
  readonly copies: number;
  readonly tries: number;
  readonly seed: number;
}

/** A policy on the queues of a setting. */
export interface PolicyRow {
  readonly policy: string;
  /** Mean makespan over that of the best plan found for the same queue. */
  readonly overBest: number;
  readonly antt: number;
  readonly worstSlowdown: number;
  readonly turnaround: number;
  /** Mean makespan over that of all jobs one after the other, shared evenly among the GPUs, lengths as on the first kind. */
  readonly overAlone: number;
}

export interface SettingResult<G extends string> {
  readonly setting: PairSetting<G>;
  readonly rows: readonly PolicyRow[];
}

/** Bounds with which ours is played: none, and what taking turns costs. */
const BOUNDS: readonly (readonly [policy: string, bound: number])[] = [
  ['slowdown, no bound', Infinity],
  ['slowdown, at most 2', 2],
];
const UNSEEN = 'slowdown, pairs unseen';

/** Plays queues of measured jobs in random order and of random lengths (log-normal, median 10 minutes) under every policy. */
export function studyPairs<G extends string>(
  source: PairSource<G>,
  setting: PairSetting<G>,
  options: PairStudyOptions,
): SettingResult<G> {
  const models = Array.from({ length: options.queues }, (_, at) =>
    randomQueue(source, setting, options.copies, options.seed + at),
  );
  const perQueue = models.map((model, at) => playQueue(model, options.tries, options.seed + at));
  const alone = models.map(({ jobs, gpus, seconds }) =>
    jobs.reduce(
      (sum, { application, length }) => sum + (length * seconds[application]![0]!) / gpus.length,
      0,
    ),
  );
  const policies = [...perQueue[0]!.keys()];
  return {
    setting,
    rows: policies.map((policy) => {
      const all = perQueue.map((queue) => queue.get(policy)!);
      const best = perQueue.map((queue) => queue.get(BEST)!.makespan);
      return {
        policy,
        overBest: mean(all.map(({ makespan }, at) => makespan / best[at]!)),
        antt: mean(all.map(({ antt }) => antt)),
        worstSlowdown: Math.max(...all.map(({ worstSlowdown }) => worstSlowdown)),
        turnaround: mean(all.map(({ turnaround }, at) => turnaround / perQueue[at]!.get('fcfs')!.turnaround)),
        overAlone: mean(all.map(({ makespan }, at) => makespan / alone[at]!)),
      };
    }),
  };
}

function playQueue(model: QueueModel, tries: number, seed: number): ReadonlyMap<string, QueueMetrics> {
  const facts = queueFacts(model);
  const plays = new PolicyPlays(model);
  for (const { id } of schedulers(Infinity)) if (id !== 'slowdown') plays.play(id, id, facts);
  plays.play(UNSEEN, 'slowdown', unseenFacts(model), 2);
  for (const [policy, bound] of BOUNDS) plays.play(policy, 'slowdown', facts, bound);
  return plays.metrics(tries, seed);
}

function randomQueue<G extends string>(
  source: PairSource<G>,
  { gpus, maxCoRun }: PairSetting<G>,
  copies: number,
  seed: number,
): QueueModel {
  const random = createRandom(seed);
  const jobs = source.jobs.flatMap((application) =>
    Array.from({ length: copies }, () => ({ application, seconds: 600 * Math.exp(random.gaussian()) })),
  );
  for (let at = jobs.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [jobs[at], jobs[other]] = [jobs[other]!, jobs[at]!];
  }
  return queueModel(parseQueue(source.queueOf({ gpus, maxCoRun, jobs })));
}

/** What schedulers know of a queue whose pairs nobody has measured. */
export const unseenFacts = (model: QueueModel): QueueFacts =>
  queueFacts({ ...model, pairs: model.pairs.map(unseenPairs) });

/**
 * Slowdowns as they would be guessed without having measured the pair: how much the first is slowed down on average beside
 * all others, times how much the second slows others down against the average. Pairs that do not fit stay known.
 */
export function unseenPairs(rows: readonly PairRow[]): readonly PairRow[] {
  const [byRow, byColumn] = [rows.map(() => new Tally()), rows.map(() => new Tally())];
  const all = new Tally();
  for (const [of, row] of rows.entries())
    for (const [beside, slowdown] of row)
      if (slowdown !== null)
        for (const tally of [byRow[of]!, byColumn[beside]!, all]) tally.add(slowdown - 1);
  return rows.map((slowdowns, of) => {
    const guessed = new Map<number, number | null>();
    for (const [beside, slowdown] of slowdowns) {
      const pair = new Tally();
      if (slowdown !== null) pair.add(slowdown - 1);
      const [row, column] = [byRow[of]!, byColumn[beside]!];
      const own = meanOf([row], [pair]);
      const caused = meanOf([column], [pair]);
      const usual = meanOf([all, pair], [row, column]);
      guessed.set(beside, slowdown === null ? null : 1 + (usual > 0 ? (own * caused) / usual : own));
    }
    return guessed;
  });
}

/** Slowdowns − 1 added up, and how many there are. */
class Tally {
  sum = 0;
  count = 0;

  add(value: number): void {
    this.sum += value;
    this.count++;
  }
}

/** The mean over some tallies without others; 0 where nothing is left. */
function meanOf(some: readonly Tally[], without: readonly Tally[]): number {
  const over = (of: 'sum' | 'count'): number =>
    some.reduce((total, each) => total + each[of], 0) - without.reduce((total, each) => total + each[of], 0);
  return over('count') === 0 ? 0 : over('sum') / over('count');
}
