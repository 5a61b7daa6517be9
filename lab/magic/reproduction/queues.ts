import { parseQueue, type Queue } from '../../../src/kernel/queue';
import type { QueueFacts } from '../../../src/predictors/schedulerPort';
import { queueFacts } from '../../../src/sharing/queue/queueFacts';
import type { QueueMetrics } from '../../../src/sharing/queue/queueMetrics';
import { queueModel } from '../../../src/sharing/queue/queueModel';
import { createRandom } from '../../../src/stats/random';
import sizes from '../jobs/binarySizes.json';
import { JOB_PROGRAMS } from '../jobs/programs';
import { unseenFacts } from '../pairStudy';
import { PolicyPlays } from '../policyPlays';
import { overSequences, TRIES, type PolicyResult } from '../sequences';
import { shuffled } from '../../shuffled';
import type { Matrix } from './data';

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

/** Plays the 79 jobs in random sequences on one GPU of each matrix. */
export const playQueues = (matrices: readonly Matrix[], classes: Classes): PolicyResult[] =>
  overSequences((maxCoRun, seed) => playOne(matrices, classes, maxCoRun, seed));

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

function playOne(
  matrices: readonly Matrix[],
  classes: Classes,
  maxCoRun: number,
  seed: number,
): ReadonlyMap<string, QueueMetrics> {
  const model = queueModel(parseQueue(queueOf(matrices, maxCoRun, seed)));
  const facts = queueFacts(model);
  const plays = new PolicyPlays(model);
  const several = matrices.length > 1;
  for (const id of ['fcfs', 'similarity', ...(several ? ['least-loaded', 'round-robin'] : [])])
    plays.play(id, id, facts);
  const magic = several ? 'work-stealing' : 'inferbin';
  for (const [from, own] of Object.entries(classes)) {
    const sensitive = (application: number, kind: number): boolean => own[kind]![application]!;
    plays.play(`${magic}, ${from}`, magic, { ...facts, sensitive });
    if (from !== KNOWN) continue;
    for (const [by, size] of Object.entries(sizesOf(matrices, facts)))
      plays.play(`${magic}, ${from}, sizes by ${by}`, magic, { ...facts, sensitive, size });
  }
  plays.play('slowdown, pairs unseen', 'slowdown', unseenFacts(model), 2);
  plays.play('slowdown, no bound', 'slowdown', facts);
  plays.play('slowdown, at most 2', 'slowdown', facts, 2);
  return plays.metrics(TRIES, seed);
}

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
