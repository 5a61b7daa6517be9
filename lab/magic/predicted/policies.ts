import { parseQueue } from '../../../src/kernel/queue';
import type { QueueFacts } from '../../../src/predictors/schedulerPort';
import { queueFacts } from '../../../src/sharing/queue/queueFacts';
import { queueMetrics } from '../../../src/sharing/queue/queueMetrics';
import { queueModel, type GroupSlowdowns, type QueueModel } from '../../../src/sharing/queue/queueModel';
import type { JobRun } from '../../../src/sharing/queue/runQueue';
import { groupBy } from '../../../src/stats/grouping';
import { mean } from '../../../src/stats/means';
import { createRandom } from '../../../src/stats/random';
import { shuffled } from '../../shuffled';
import { BEST, PolicyPlays } from '../policyPlays';
import type { Together } from './answers';

/** Jobs of each program in a queue, and how many queues. */
const COPIES = 4;
const QUEUES = 5;
const TRIES = 1000;
const GPU = 'themis-60sm';
/** Seconds of the median job; lengths are log-normal. */
const LENGTH = 600;

/** Co-runs of two, and of three where so many may run. */
export interface Known {
  readonly pairs: readonly Together[];
  readonly triples: readonly Together[] | null;
}

/** A policy over the queues. */
export interface PolicyRow {
  readonly policy: string;
  /** Mean makespan over that of the best plan found. */
  readonly overBest: number;
  readonly antt: number;
  readonly worst: number;
  /** Share of the jobs that were slowed down by more than the bound. */
  readonly beyond: number;
}

/** Whose slowdowns a model goes by: those of one that tells, or the truth. */
type Whose = (together: Together) => readonly number[];

const truth: Whose = (together) => together.truth;
const by =
  (name: string): Whose =>
  ({ told }) =>
    told[name]!;

/**
 * Plays queues on one GPU by simulated slowdowns, under policies that know them, know two classes, or go by what a predictor
 * tells: of pairs, added up, and of three together.
 *
 * @param bound largest slowdown that the scheduler by slowdowns allows
 */
export function playPredicted(known: Known, tellers: readonly string[], bound: number): PolicyRow[] {
  const perQueue = Array.from({ length: QUEUES }, (_, at) => playOne(known, tellers, bound, at + 1));
  return [...perQueue[0]!.keys()].map((policy) => {
    const all = perQueue.map((queue) => queue.get(policy)!);
    return {
      policy,
      overBest: mean(all.map(({ makespan }, at) => makespan / perQueue[at]!.get(BEST)!.makespan)),
      antt: mean(all.map(({ antt }) => antt)),
      worst: Math.max(...all.map(({ worst }) => worst)),
      beyond: mean(all.map(({ beyond }) => beyond)),
    };
  });
}

interface Outcome {
  readonly makespan: number;
  readonly antt: number;
  readonly worst: number;
  readonly beyond: number;
}

function playOne(
  known: Known,
  tellers: readonly string[],
  bound: number,
  seed: number,
): ReadonlyMap<string, Outcome> {
  const model = modelOf(known, truth, true, seed);
  const facts = queueFacts(model);
  const plays = new PolicyPlays(model);
  plays.play('fcfs', 'fcfs', facts);
  plays.play('inferbin, classes known', 'inferbin', facts);
  plays.play('slowdown, simulated, no bound', 'slowdown', facts);
  plays.play('slowdown, simulated', 'slowdown', facts, bound);
  const told = (name: string, together: boolean): QueueFacts =>
    queueFacts(modelOf(known, by(name), together, seed));
  for (const name of tellers) {
    plays.play(`slowdown, ${name}`, 'slowdown', told(name, true), bound);
    if (known.triples !== null)
      plays.play(`slowdown, ${name}, pairs added up`, 'slowdown', told(name, false), bound);
  }
  const runs = plays.withBest(TRIES, seed);
  return new Map([...runs].map(([policy, own]) => [policy, outcomeOf(model, own, bound)]));
}

function outcomeOf(model: QueueModel, runs: readonly JobRun[], bound: number): Outcome {
  const { makespan, antt, worstSlowdown } = queueMetrics(model, runs);
  const beyond = runs.filter(({ start, end, alone }) => (end - start) / alone > bound * (1 + 1e-9));
  return { makespan, antt, worst: worstSlowdown, beyond: beyond.length / runs.length };
}

/** @param together whether more than two are told of together, not as pairs */
function modelOf({ pairs, triples }: Known, whose: Whose, together: boolean, seed: number): QueueModel {
  const names = [...new Set(pairs.flatMap(({ apps }) => apps))].sort();
  const random = createRandom(seed);
  const jobs = names.flatMap((application) =>
    Array.from({ length: COPIES }, () => ({ application, seconds: LENGTH * Math.exp(random.gaussian()) })),
  );
  return queueModel(
    parseQueue({
      gpus: [{ gpu: GPU }],
      maxCoRun: triples === null ? 2 : 3,
      origin: 'simulated',
      applications: names.map((name) => ({ name, seconds: LENGTH })),
      slowdowns: pairs.flatMap((pair) =>
        [...slowdownsBy(pair, whose)].map(([of, slowdown]) => ({
          of,
          beside: pair.apps.find((name) => name !== of) ?? of,
          slowdown,
        })),
      ),
      jobs: shuffled(jobs, seed),
    }),
    together && triples !== null ? groupsOf(names, triples, whose) : null,
  );
}

/** Of each program its slowdown there; the mean where it stands twice. */
function slowdownsBy(together: Together, whose: Whose): ReadonlyMap<string, number> {
  const slowdowns = whose(together);
  return new Map(
    [...groupBy([...together.apps.keys()], (at) => together.apps[at]!)].map(([name, own]) => [
      name,
      mean(own.map((at) => slowdowns[at]!)),
    ]),
  );
}

function groupsOf(names: readonly string[], triples: readonly Together[], whose: Whose): GroupSlowdowns {
  const keyOf = (members: readonly string[]): string => [...members].sort().join();
  const known = new Map(triples.map((each) => [keyOf(each.apps), slowdownsBy(each, whose)]));
  return (_kind, application, others) =>
    known.get(keyOf([application, ...others].map((at) => names[at]!)))?.get(names[application]!) ?? null;
}
