// Schedulers on measured pairs of training jobs, each against the best plan that a search finds.
//   npm run study -- magic-pairs [--queues N] [--tries N] [--seed N]   writes its tables to docs/queue-scheduling.md
import path from 'node:path';
import { parseArgs } from 'node:util';
import { studyPairs, type PairSetting, type SettingResult } from '../magic/pairStudy';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/queue-scheduling.md');
const COPIES = 2;

const SETTINGS: readonly PairSetting[] = [
  { gpus: [{ gpu: 'k80', count: 1 }], maxCoRun: 2 },
  { gpus: [{ gpu: 'p100', count: 1 }], maxCoRun: 2 },
  { gpus: [{ gpu: 'v100', count: 1 }], maxCoRun: 2 },
  { gpus: [{ gpu: 'v100', count: 4 }], maxCoRun: 2 },
  { gpus: [{ gpu: 'v100', count: 1 }], maxCoRun: 4 },
  { gpus: [{ gpu: 'v100', count: 1 }], maxCoRun: 8 },
  {
    gpus: [
      { gpu: 'v100', count: 1 },
      { gpu: 'p100', count: 1 },
    ],
    maxCoRun: 2,
  },
  {
    gpus: [
      { gpu: 'v100', count: 1 },
      { gpu: 'k80', count: 2 },
    ],
    maxCoRun: 2,
  },
];

const nameOf = ({ gpus, maxCoRun }: PairSetting): string =>
  `${gpus.map(({ gpu, count }) => `${count} ${gpu.toUpperCase()}`).join(' + ')}, ${maxCoRun} together`;

function matrix(
  results: readonly SettingResult[],
  cell: (row: SettingResult['rows'][number]) => string,
): string {
  const policies = results[0]!.rows.map(({ policy }) => policy);
  const lines = policies.map((policy) => {
    const cells = results.map(({ rows }) => cell(rows.find((row) => row.policy === policy)!));
    return `| ${policy} | ${cells.join(' | ')} |`;
  });
  const head = `| policy | ${results.map(({ setting }) => nameOf(setting)).join(' | ')} |`;
  return [head, `| --- |${' --- |'.repeat(results.length)}`, ...lines].join('\n');
}

const { values } = parseArgs({
  options: {
    queues: { type: 'string', default: '5' },
    tries: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
  },
});
const [queues, tries, seed] = [Number(values.queues), Number(values.tries), Number(values.seed)];
const results = SETTINGS.map((setting) => {
  const result = studyPairs(setting, { queues, copies: COPIES, tries, seed });
  console.error(nameOf(setting));
  return result;
});
const percent = (value: number): string => `${Math.round((value - 1) * 100)} %`;
await writeBlock(
  PAGE,
  'magic-pairs',
  [
    `${queues} queues of 52 jobs a setting, ${tries} plans tried a queue, seed ${seed}. Makespan beyond that of the best plan found, in the mean:`,
    matrix(results, ({ overBest }) => percent(overBest)),
    'Mean slowdown of a job while it runs (ANTT), and in brackets the worst of any job:',
    matrix(results, ({ antt, worstSlowdown }) => `${antt.toFixed(2)} (${worstSlowdown.toFixed(1)})`),
    'Mean turnaround, waiting included, of that of order of arrival:',
    matrix(results, ({ turnaround }) => `${Math.round(turnaround * 100)} %`),
  ].join('\n\n'),
);
