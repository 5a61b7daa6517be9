import { parseQueue, type Queue } from '../../../src/kernel/queue';
import { queueFacts } from '../../../src/sharing/queue/queueFacts';
import type { QueueMetrics } from '../../../src/sharing/queue/queueMetrics';
import { queueModel } from '../../../src/sharing/queue/queueModel';
import { mean } from '../../../src/stats/means';
import { shuffled } from '../../shuffled';
import { unseenFacts } from '../pairStudy';
import { PolicyPlays } from '../policyPlays';
import { overSequences, TRIES, type PolicyResult } from '../sequences';
import { slowdownRows, type MeasuredMatrix } from './measured';

/** Plays all programs at once in three random sequences, by the slowdowns that were measured in pairs. */
export const playMeasured = (matrices: readonly MeasuredMatrix[]): PolicyResult[] =>
  overSequences((maxCoRun, seed) => playOne(queueOf(matrices, maxCoRun, seed), seed));

function playOne(queue: Queue, seed: number): ReadonlyMap<string, QueueMetrics> {
  const model = queueModel(queue);
  const facts = queueFacts(model);
  const plays = new PolicyPlays(model);
  const several = queue.gpus.length > 1;
  for (const id of several ? ['least-loaded', 'round-robin'] : ['fcfs']) plays.play(id, id, facts);
  const magic = several ? 'work-stealing' : 'inferbin';
  plays.play(`${magic}, sizes of binaries`, magic, facts);
  const size = (application: number): number => facts.seconds(application, 0) ?? 0;
  plays.play(`${magic}, sizes by measured time`, magic, { ...facts, size });
  plays.play('slowdown, pairs unseen', 'slowdown', unseenFacts(model), 2);
  plays.play('slowdown, no bound', 'slowdown', facts);
  plays.play('slowdown, at most 2', 'slowdown', facts, 2);
  return plays.metrics(TRIES, seed);
}

/** Average speed beside others below which the author's programs call a program sensitive. */
export const SENSITIVE_BELOW = 0.8;

/** Mean of time alone over time together, beside all others. */
export const averageSpeeds = ({ ratios }: MeasuredMatrix): number[] =>
  ratios.map((row, of) =>
    mean(row.flatMap((ratio, beside) => (ratio === null || beside === of ? [] : [1 / ratio]))),
  );

function queueOf(matrices: readonly MeasuredMatrix[], maxCoRun: number, seed: number): Queue {
  const [first] = matrices as [MeasuredMatrix];
  const names = first.programs.filter((name) => matrices.every(({ programs }) => programs.includes(name)));
  const kept = new Set(names);
  const classes = averageSpeeds(first).map((speed) => speed < SENSITIVE_BELOW);
  return parseQueue({
    gpus: matrices.map(({ gpu }) => ({ gpu })),
    maxCoRun,
    origin: 'measured',
    applications: names.map((name) => {
      const at = first.programs.indexOf(name);
      return {
        name,
        binaryBytes: first.binaryBytes[at]!,
        sensitive: classes[at]!,
        seconds: Object.fromEntries(
          matrices.map(({ gpu, programs, seconds }) => [gpu, seconds[programs.indexOf(name)]!]),
        ),
      };
    }),
    slowdowns: matrices.flatMap((matrix) => slowdownRows(matrix, 'slowdowns', kept)),
    jobs: shuffled(names, seed).map((application) => ({ application })),
  });
}
