// How far the bottleneck model and others are off on co-runs that it was not fitted to: npm run study -- bottlenecks
//   … --write   writes the tables of docs/bottlenecks.md and src/predictors/bottlenecks/data/judged.json
import fs from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { BOTTLENECKS, type Bottleneck } from '../../src/predictors/bottlenecks/timesAlone';
import { simulatorGeneration } from '../../src/simulator/spec/generation';
import { mean } from '../../src/stats/means';
import { groupBy } from '../../src/stats/grouping';
import { ERROR_NP, ERROR_SD, OURS, summaries, type Answers } from '../bottlenecks/judged';
import { coverage, marginsOf, withoutItsGpu } from '../bottlenecks/margins';
import { readJudged } from '../bottlenecks/readJudged';
import { writeBlock } from '../reportBlocks';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/bottlenecks.md');
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
const HELD_UP_BY: Readonly<Record<Bottleneck, string>> = {
  sms: 'its SMs',
  dram: 'DRAM',
  l2: 'L2 cache',
  latency: 'waits of its warps',
};

const rows = await readJudged(ROOT);
const groups = groupBy(rows, ({ gpu, set }) => `${gpu}, ${set}`);
/** The mixes of whole programs are judged by progress, as their paper does. */
const errorOf = ([first]: readonly Answers[]) => (first!.set === 'mixes' ? ERROR_NP : ERROR_SD);

const errors = markdownTable(
  ['co-runs', 'answer', 'number', 'mean error', 'median', 'worst'],
  [...groups].flatMap(([name, list]) =>
    [...summaries(list, errorOf(list))].map(([answer, summary]) => [
      name,
      answer,
      String(summary.slowdowns),
      ...[summary.mean, summary.median, summary.worst].map(percent),
    ]),
  ),
);
/** The earliest that some of the runs are of, at the latest. */
const generationOf = (list: readonly Answers[]): number =>
  Math.min(...list.map(({ simulator }) => simulator));

const margins = marginsOf(rows);
const leftOut = withoutItsGpu(rows);
const byGpu = [...groupBy(leftOut, ({ row }) => row.gpu)];
const bounds = markdownTable(
  ['GPU left out', 'slowdowns', 'within the margin told', 'simulator: of its runs, now'],
  [
    ...byGpu.map(([name, list]) => [
      name,
      String(list.length),
      percent(coverage(list)),
      `${generationOf(list.map(({ row }) => row))}, ${simulatorGeneration(name)}`,
    ]),
    ['mean of the GPUs', String(rows.length), percent(mean(byGpu.map(([, list]) => coverage(list)))), ''],
  ],
);
const classes = markdownTable(
  ['held up by', 'margin: a factor of', 'slowdowns', 'within it, their GPU left out'],
  BOTTLENECKS.map((name) => {
    const list = leftOut.filter(({ row }) => row.bottleneck === name);
    return [HELD_UP_BY[name], margins[name].toFixed(2), String(list.length), percent(coverage(list))];
  }),
);
const tables = { errors, bounds, classes };
for (const table of Object.values(tables)) console.log(`${table}\n`);

if (process.argv.includes('--write')) {
  for (const [name, table] of Object.entries(tables)) await writeBlock(PAGE, name, table);
  const judged = [...groupBy(rows, ({ gpu }) => gpu)].map(([gpu, list]) => {
    const own = summaries(list, ERROR_SD).get(OURS)!;
    const isBest = [...summaries(list, errorOf(list)).values()].every(
      (other, _, [ours]) => other.mean >= ours!.mean,
    );
    const { slowdowns } = own;
    const told = { gpu, slowdowns, mean: rounded(own.mean, 3), worst: rounded(own.worst, 3) };
    return { ...told, simulator: generationOf(list), isBest };
  });
  const shipped = Object.fromEntries(BOTTLENECKS.map((name) => [name, rounded(margins[name], 2)]));
  const file = path.join(ROOT, 'src/predictors/bottlenecks/data/judged.json');
  fs.writeFileSync(file, `${JSON.stringify({ margins: shipped, gpus: judged }, null, 2)}\n`);
}
