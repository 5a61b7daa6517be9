// Schedulers on measured pairs, each against the best plan that a search finds.
//   npm run study -- magic-pairs [card] [--queues N] [--tries N] [--seed N]   writes its tables to docs/queue-scheduling.md
// Training jobs on three GPUs, or with `card` the applications that were measured on an H100.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { cardJobs, type CardSetting } from '../magic/cardPairs';
import { TRAINING_JOBS, type MeasuredGpu } from '../magic/pairs';
import { studyPairs, type PairSetting, type SettingResult } from '../magic/pairStudy';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/queue-scheduling.md');
const COPIES = 2;

const SETTINGS: readonly PairSetting<MeasuredGpu>[] = [
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

const nameOf = ({ gpus, maxCoRun }: PairSetting<string>): string =>
  `${gpus.map(({ gpu, count }) => `${count} ${gpu.toUpperCase()}`).join(' + ')}, ${maxCoRun} together`;

interface Column extends Pick<SettingResult<string>, 'rows'> {
  readonly name: string;
}

function matrix(results: readonly Column[], cell: (row: Column['rows'][number]) => string): string {
  const policies = results[0]!.rows.map(({ policy }) => policy);
  const lines = policies.map((policy) => {
    const cells = results.map(({ rows }) => cell(rows.find((row) => row.policy === policy)!));
    return `| ${policy} | ${cells.join(' | ')} |`;
  });
  const head = `| policy | ${results.map(({ name }) => name).join(' | ')} |`;
  return [head, `| --- |${' --- |'.repeat(results.length)}`, ...lines].join('\n');
}

const CARD_SETTINGS: readonly (readonly [setting: CardSetting, name: string, maxCoRun: number])[] = [
  ['kernels-mps', 'kernels, 2 together', 2],
  ['kernels-mps', 'kernels, 4 together', 4],
  ['kernels-mps', 'kernels, 8 together', 8],
  ['mps', 'with copies, 2 together', 2],
  ['mps', 'with copies, 4 together', 4],
  ['mps', 'with copies, 8 together', 8],
];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    queues: { type: 'string', default: '5' },
    tries: { type: 'string', default: '3000' },
    seed: { type: 'string', default: '1' },
  },
});
const [queues, tries, seed] = [Number(values.queues), Number(values.tries), Number(values.seed)];
const options = { queues, copies: COPIES, tries, seed };
const percent = (value: number): string => `${Math.round((value - 1) * 100)} %`;
const columns = positionals.includes('card')
  ? CARD_SETTINGS.map(([setting, name, maxCoRun]): Column => {
      const { rows } = studyPairs(
        cardJobs(ROOT, setting),
        { gpus: [{ gpu: 'h100', count: 1 }], maxCoRun },
        options,
      );
      console.error(name);
      return { name, rows };
    })
  : SETTINGS.map((setting): Column => {
      const { rows } = studyPairs(TRAINING_JOBS, setting, options);
      console.error(nameOf(setting));
      return { name: nameOf(setting), rows };
    });
const jobs = positionals.includes('card') ? 'two of each application' : '52 jobs';
const tables = [
  `${queues} queues a setting, ${jobs}, ${tries} plans tried a queue, seed ${seed}. Makespan beyond that of the best plan found, in the mean:`,
  matrix(columns, ({ overBest }) => percent(overBest)),
  'Mean slowdown of a job while it runs (ANTT), and in brackets the worst of any job:',
  matrix(columns, ({ antt, worstSlowdown }) => `${antt.toFixed(2)} (${worstSlowdown.toFixed(1)})`),
  'Mean turnaround, waiting included, of that of order of arrival:',
  matrix(columns, ({ turnaround }) => `${Math.round(turnaround * 100)} %`),
];
const ofAlone = [
  'Makespan of that of one job at a time:',
  matrix(columns, ({ overAlone }) => `${Math.round(overAlone * 100)} %`),
];
if (positionals.includes('card')) await writeBlock(PAGE, 'magic-card', [...tables, ...ofAlone].join('\n\n'));
else await writeBlock(PAGE, 'magic-pairs', tables.join('\n\n'));
