import { markdownTable } from '../../../src/kernel/markdownTable';
import { groupBy } from '../../../src/stats/grouping';
import { mean } from '../../../src/stats/means';
import { errorsOf } from '../../hardware/applications/errors';
import { ranMetrics, type RanQueue } from './measured';

/** Plans by what they go by, and by what their jobs wait for where they may wait. */
const NAMES: Readonly<Record<string, string>> = {
  fcfs: 'fcfs',
  similarity: 'similarity',
  inferbin: 'inferbin',
  slowdown: 'slowdown; waits for those that ended before',
  'slowdown-place': 'slowdown; waits for a place',
  'slowdown-order': 'slowdown; its order alone',
  'slowdown-2': 'slowdown, at most 2; waits for those that ended before',
  'slowdown-told': 'slowdown by traces; waits for those that ended before',
  'slowdown-told-place': 'slowdown by traces; waits for a place',
  'best-told': 'best found by traces; waits for those that ended before',
  'best-told-place': 'best found by traces; waits for a place',
  'best-found': 'best plan found; waits for those that ended before',
  'best-found-place': 'best plan found; waits for a place',
};
const SETTINGS: Readonly<Record<string, string>> = {
  mps: 'MPS, with copies',
  'kernels-mps': 'MPS, kernels alone',
  turns: 'in turns, with copies',
};
const RANDOM = 'a random order';
const BEST_RANDOM = 'the best of three random orders';
const RANDOM_ORDERS = 3;

/** A policy on one queue: what it took, and what was told. */
interface Outcome {
  readonly makespan: number;
  readonly told: number;
  readonly stp: number;
  readonly antt: number;
  readonly worst: number;
}

/** What every policy came to on each queue of a setting. */
function outcomesOf(queue: RanQueue): ReadonlyMap<string, Outcome> {
  const outcomes = queue.plans.map((plan) => {
    const { makespanMs, ...rest } = ranMetrics(queue, plan);
    return [plan.policy, { makespan: makespanMs, told: plan.told[0] * 1000, ...rest }] as const;
  });
  const random = outcomes.filter(([policy]) => policy.startsWith('random')).map(([, outcome]) => outcome);
  const of = (value: (outcome: Outcome) => number): number => mean(random.map(value));
  return new Map([
    ...outcomes
      .filter(([policy]) => policy in NAMES)
      .map(([policy, each]) => [NAMES[policy]!, each] as const),
    [
      RANDOM,
      {
        makespan: of(({ makespan }) => makespan),
        told: of(({ told }) => told),
        stp: of(({ stp }) => stp),
        antt: of(({ antt }) => antt),
        worst: of(({ worst }) => worst),
      },
    ],
    ...(random.length < RANDOM_ORDERS
      ? []
      : [[BEST_RANDOM, random.reduce((a, b) => (b.makespan < a.makespan ? b : a))] as const]),
  ]);
}

const percent = (value: number): string => `${(100 * value).toFixed(0)} %`;

/** A table for each setting and number of jobs together. */
export function queueTables(queues: readonly RanQueue[]): string {
  const settings = groupBy(queues, ({ setting, maxCoRun }) => `${setting} ${maxCoRun}`);
  return [...settings.values()]
    .flatMap((own) => {
      const { setting, maxCoRun } = own[0]!;
      const title = `${SETTINGS[setting]!}, ${maxCoRun} together, ${own.length} queues:`;
      return [title, settingTable(own)];
    })
    .join('\n\n');
}

function settingTable(queues: readonly RanQueue[]): string {
  const all = queues.map(outcomesOf);
  const names = [...Object.values(NAMES), RANDOM, BEST_RANDOM];
  const rows = names.flatMap((name) => {
    const outcomes = all.filter((each) => each.has(name));
    if (outcomes.length === 0) return [];
    const own = outcomes.map((each) => each.get(name)!);
    const first = outcomes.map((each) => each.get(NAMES['fcfs']!)!);
    const over = (value: (outcome: Outcome) => number): number =>
      mean(own.map((each, at) => value(each) / value(first[at]!)));
    const shorter = own.filter((each, at) => each.makespan < first[at]!.makespan).length;
    const row = [
      name,
      percent(over(({ makespan }) => makespan)),
      percent(over(({ told }) => told)),
      name === NAMES['fcfs'] ? '–' : `${shorter} of ${own.length}`,
      percent(mean(own.map(({ told, makespan }) => told / makespan - 1))),
      mean(own.map(({ stp }) => stp)).toFixed(1),
      mean(own.map(({ antt }) => antt)).toFixed(2),
      Math.max(...own.map(({ worst }) => worst)).toFixed(1),
    ];
    return [row];
  });
  return markdownTable(
    [
      'plan by',
      'makespan of that of fcfs',
      'as told',
      'shorter than fcfs',
      'told makespan over measured',
      'STP',
      'ANTT',
      'worst job',
    ],
    rows,
  );
}

/** How far told makespans are off, by setting and jobs together, over all plans. */
export function toldErrorTable(queues: readonly RanQueue[]): string {
  const settings = groupBy(queues, ({ setting, maxCoRun }) => `${setting} ${maxCoRun}`);
  return markdownTable(
    ['setting', 'told by', 'plans', 'mean error of the makespan', 'worst', 'told over measured'],
    [...settings.values()].flatMap((own) =>
      [false, true].flatMap((byTraces) => {
        const pairs = own.flatMap((queue) =>
          queue.plans
            .filter(({ policy }) => policy.includes('told') === byTraces)
            .map((plan) => [plan.told[0] * 1000, ranMetrics(queue, plan).makespanMs] as const),
        );
        if (pairs.length === 0) return [];
        const { setting, maxCoRun } = own[0]!;
        const { slowdowns, mean: usual, worst, bias } = errorsOf(pairs);
        return [
          [
            `${SETTINGS[setting]!}, ${maxCoRun} together`,
            byTraces ? 'traces' : 'pairs measured before',
            String(slowdowns),
            percent(usual),
            percent(worst),
            bias.toFixed(2),
          ],
        ];
      }),
    ),
  );
}
