import { parseQueue, type Queue } from '../../../src/kernel/queue';
import type { QueueFacts } from '../../../src/predictors/schedulerPort';
import { queueFacts } from '../../../src/sharing/queue/queueFacts';
import { queueMetrics, type QueueMetrics } from '../../../src/sharing/queue/queueMetrics';
import { queueModel, type QueueModel } from '../../../src/sharing/queue/queueModel';
import { searchPlan } from '../../../src/sharing/queue/planSearch';
import { runQueue, type JobRun } from '../../../src/sharing/queue/runQueue';
import { schedulers } from '../../../src/sharing/queue/schedulers';
import { mean } from '../../../src/stats/means';
import { createRandom } from '../../../src/stats/random';
import sizes from '../jobs/binarySizes.json';
import { JOB_PROGRAMS } from '../jobs/programs';
import { unseenPairs } from '../pairStudy';
import { shuffled } from '../../shuffled';
import type { Matrix } from './data';

export const MAX_CO_RUN = [2, 4, 6, 8] as const;
const SEQUENCES = [1, 2, 3] as const;
const TRIES = 100;

/** Section 5.6.3: how many of the 79 run for how long, in seconds; the last class is open there. */
const LENGTHS: readonly (readonly [share: number, from: number, to: number])[] = [
  [0.24, 0.3, 1],
  [0.43, 1, 2],
  [0.21, 2, 5],
  [0.03, 5, 10],
  [0.09, 10, 20],
];

/** Classes that InferBin goes by, by what they were predicted from: one for each GPU. */
export type Classes = Readonly<Record<string, readonly (readonly boolean[])[]>>;

/** A policy over the sequences of a setting. */
export interface PolicyResult {
  readonly policy: string;
  readonly maxCoRun: number;
  /** Means over the sequences; `worst` is of all jobs. */
  readonly makespan: number;
  readonly stp: number;
  readonly antt: number;
  readonly worst: number;
}

/** Plays the 79 jobs in random sequences on one GPU of each matrix. */
export function playQueues(matrices: readonly Matrix[], classes: Classes): PolicyResult[] {
  return MAX_CO_RUN.flatMap((maxCoRun) => {
    const played = SEQUENCES.map((seed) => playOne(matrices, classes, maxCoRun, seed));
    return [...played[0]!.keys()].map((policy) => {
      const all = played.map((each) => each.get(policy)!);
      return {
        policy,
        maxCoRun,
        makespan: mean(all.map(({ makespan }) => makespan)),
        stp: mean(all.map(({ stp }) => stp)),
        antt: mean(all.map(({ antt }) => antt)),
        worst: Math.max(...all.map(({ worstSlowdown }) => worstSlowdown)),
      };
    });
  });
}

/** Where classes are those that the slowdowns make. */
export const KNOWN = 'classes known';

/**
 * What the length of a job is told from in place of its binary: how long it takes on the first GPU, or how long the simulator
 * says that one round of it takes, however often it is repeated.
 */
const sizesOf = (
  matrices: readonly Matrix[],
  facts: QueueFacts,
): Readonly<Record<string, QueueFacts['size']>> => ({
  'measured time': (application) => facts.seconds(application, 0)!,
  'predicted time': (application) => matrices[0]!.seconds[application]!,
});

export const BEST = 'best plan found';

function playOne(
  matrices: readonly Matrix[],
  classes: Classes,
  maxCoRun: number,
  seed: number,
): ReadonlyMap<string, QueueMetrics> {
  const model = queueModel(parseQueue(queueOf(matrices, maxCoRun, seed)));
  const facts = queueFacts(model);
  const runs = new Map<string, readonly JobRun[]>();
  const play = (policy: string, id: string, bound = Infinity, known = facts): void => {
    const scheduler = schedulers(bound).find((each) => each.id === id)!;
    runs.set(policy, runQueue(model, scheduler.dispatcher(known)));
  };
  const several = matrices.length > 1;
  for (const id of ['fcfs', 'similarity', ...(several ? ['least-loaded', 'round-robin'] : [])]) play(id, id);
  const magic = several ? 'work-stealing' : 'inferbin';
  for (const [from, own] of Object.entries(classes)) {
    const sensitive = (application: number, kind: number): boolean => own[kind]![application]!;
    play(`${magic}, ${from}`, magic, Infinity, { ...facts, sensitive });
    if (from !== KNOWN) continue;
    for (const [by, size] of Object.entries(sizesOf(matrices, facts)))
      play(`${magic}, ${from}, sizes by ${by}`, magic, Infinity, { ...facts, sensitive, size });
  }
  play('slowdown, pairs unseen', 'slowdown', 2, queueFacts(unseen(model)));
  play('slowdown, no bound', 'slowdown');
  play('slowdown, at most 2', 'slowdown', 2);
  runs.set(BEST, searchPlan(model, [...runs.values()], { tries: TRIES, seed }).runs);
  return new Map([...runs].map(([policy, own]) => [policy, queueMetrics(model, own)]));
}

const unseen = (model: QueueModel): QueueModel => ({ ...model, pairs: model.pairs.map(unseenPairs) });

/** The queue: each program once, in a random sequence, of a length drawn by the shares of the text. */
function queueOf(matrices: readonly Matrix[], maxCoRun: number, seed: number): Queue {
  const names = JOB_PROGRAMS.map(({ name }) => name);
  const lengths = lengthsOf(names.length);
  const order = shuffled(names, seed);
  const [first] = matrices as [Matrix];
  return {
    gpus: matrices.map(({ gpu }) => ({ gpu })),
    maxCoRun,
    origin: 'simulated',
    applications: names.map((name, at) => ({
      name,
      binaryBytes: (sizes.bytes as Readonly<Record<string, number>>)[name]!,
      metrics: { ...first.solos[at]!.metrics },
      seconds: Object.fromEntries(
        matrices.map(({ gpu, seconds }) => [gpu, (lengths[at]! * seconds[at]!) / first.seconds[at]!]),
      ),
    })),
    slowdowns: matrices.flatMap(({ gpu, slowdowns }) =>
      slowdowns.flatMap((own, of) =>
        own.map((slowdown, beside) => ({ of: names[of]!, beside: names[beside]!, gpu, slowdown })),
      ),
    ),
    jobs: order.map((application) => ({ application })),
  };
}

function lengthsOf(count: number): number[] {
  const random = createRandom(1);
  const drawn = LENGTHS.flatMap(([share, from, to]) =>
    Array.from({ length: Math.round(share * count) }, () => from + (to - from) * random.next()),
  );
  while (drawn.length < count) drawn.push(1.5);
  return shuffled(drawn.slice(0, count), 1);
}
