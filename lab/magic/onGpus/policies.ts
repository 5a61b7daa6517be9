import { parseQueue, type Queue } from '../../../src/kernel/queue';
import type { QueueFacts } from '../../../src/predictors/schedulerPort';
import { searchPlan } from '../../../src/sharing/queue/planSearch';
import { queueFacts } from '../../../src/sharing/queue/queueFacts';
import { queueMetrics, type QueueMetrics } from '../../../src/sharing/queue/queueMetrics';
import { queueModel } from '../../../src/sharing/queue/queueModel';
import { runQueue, type JobRun } from '../../../src/sharing/queue/runQueue';
import { schedulers } from '../../../src/sharing/queue/schedulers';
import { mean } from '../../../src/stats/means';
import { shuffled } from '../../shuffled';
import { unseenPairs } from '../pairStudy';
import { slowdownRows, type MeasuredMatrix } from './measured';

export const MAX_CO_RUN = [2, 4, 6, 8] as const;
const SEQUENCES = [1, 2, 3] as const;
const TRIES = 100;
export const BEST = 'best plan found';

/** A policy on queues of the measured programs, played: means over three sequences, `worst` of all jobs. */
export interface PlayedPolicy {
  readonly policy: string;
  readonly maxCoRun: number;
  readonly makespan: number;
  readonly stp: number;
  readonly antt: number;
  readonly worst: number;
}

/** Plays all programs at once in three random sequences, by the slowdowns that were measured in pairs. */
export function playMeasured(matrices: readonly MeasuredMatrix[]): PlayedPolicy[] {
  return MAX_CO_RUN.flatMap((maxCoRun) => {
    const played = SEQUENCES.map((seed) => playOne(queueOf(matrices, maxCoRun, seed), seed));
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

function playOne(queue: Queue, seed: number): ReadonlyMap<string, QueueMetrics> {
  const model = queueModel(queue);
  const facts = queueFacts(model);
  const runs = new Map<string, readonly JobRun[]>();
  const play = (policy: string, id: string, bound = Infinity, known: QueueFacts = facts): void => {
    const scheduler = schedulers(bound).find((each) => each.id === id)!;
    runs.set(policy, runQueue(model, scheduler.dispatcher(known)));
  };
  const several = queue.gpus.length > 1;
  for (const id of several ? ['least-loaded', 'round-robin'] : ['fcfs']) play(id, id);
  const magic = several ? 'work-stealing' : 'inferbin';
  play(`${magic}, sizes of binaries`, magic);
  const size = (application: number): number => facts.seconds(application, 0) ?? 0;
  play(`${magic}, sizes by measured time`, magic, Infinity, { ...facts, size });
  play(
    'slowdown, pairs unseen',
    'slowdown',
    2,
    queueFacts({ ...model, pairs: model.pairs.map(unseenPairs) }),
  );
  play('slowdown, no bound', 'slowdown');
  play('slowdown, at most 2', 'slowdown', 2);
  runs.set(BEST, searchPlan(model, [...runs.values()], { tries: TRIES, seed }).runs);
  return new Map([...runs].map(([policy, own]) => [policy, queueMetrics(model, own)]));
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
