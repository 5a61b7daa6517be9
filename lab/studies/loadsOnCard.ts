// Who gets the loads of an SM: blocks of an H100 that do one thing each, oldest first, and in the simulator.
//   npm run study -- loads-on-card [PATTERN] [--write]
// PATTERN is a regular expression for names of bodies (lab/hardware/card/loads.cuh); --write writes the table of
// docs/hardware.md. 18 s of processor time.
import path from 'node:path';
import { markdownTable } from '../../src/kernel/markdownTable';
import { mean } from '../../src/stats/means';
import { median } from '../../src/stats/quantile';
import { loadsRuns, simulatedSteps, type LoadsRun } from '../hardware/card/loads';
import { writeBlock } from '../reportBlocks';

/** Steps in a thousand cycles below which a block counts as one that does not get on. */
const STANDS = 0.5;

interface Compared {
  readonly run: LoadsRun;
  readonly steps: readonly number[];
}

const root = process.cwd();
const pattern = new RegExp(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? '');
/** Blocks with which all warps of a run began: of more, the youngest came too late on the card and did nothing. */
const MOST_BLOCKS = 4;
const compared = loadsRuns(root)
  .filter((run) => run.length <= MOST_BLOCKS)
  .filter((run) => run.every(({ body }) => pattern.test(body)))
  .map((run): Compared => ({ run, steps: simulatedSteps(run) }));

const told = (steps: readonly number[]): string => steps.map((one) => one.toFixed(1)).join(' ');
for (const { run, steps } of compared) {
  const names = run.map(({ body, warps }) => `${body}:${warps}`).join(' ');
  console.log(`${names}  card ${told(run.map((block) => block.steps))}  here ${told(steps)}`);
}

/** Part of all steps that other blocks do than on the card. */
function misplaced({ run, steps }: Compared): number {
  const shares = (of: readonly number[]): readonly number[] =>
    of.map(
      (one) =>
        one /
        Math.max(
          1e-9,
          of.reduce((a, b) => a + b, 0),
        ),
    );
  const onCard = shares(run.map((block) => block.steps));
  return shares(steps).reduce((sum, share, i) => sum + Math.abs(share - onCard[i]!), 0) / 2;
}

const factors = (pairs: readonly Compared[]): readonly number[] =>
  pairs.flatMap(({ run, steps }) =>
    steps.map((one, i) => {
      const ratio = Math.max(STANDS, one) / Math.max(STANDS, run[i]!.steps);
      return Math.max(ratio, 1 / ratio);
    }),
  );

const isAlike = ({ run }: Compared): boolean =>
  run.every(({ body, warps }) => body === run[0]!.body && warps === run[0]!.warps);
const isShared = ({ run }: Compared): boolean => run.every(({ body }) => /^(shared|twice|chain)/.test(body));
const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const alike = compared.filter(isAlike);
const pairs = compared.filter((one) => !isAlike(one));
const alikeRow = (blocks: number) => {
  const own = alike.filter(({ run }) => run.length === blocks);
  if (own.length === 0) return [];
  return [
    [`${blocks} blocks that do the same`, String(own.length), percent(mean(own.map(misplaced))), '', ''],
  ];
};
const pairRow = (name: string, of: readonly Compared[]) => {
  if (of.length === 0) return [];
  const own = factors(of);
  const within = `${own.filter((one) => one <= 1.25).length} of ${own.length}`;
  return [[name, String(of.length), '', median(own).toFixed(2), within]];
};
const rows = [
  ...[2, 4].flatMap(alikeRow),
  ...pairRow('two of shared memory or single precision', pairs.filter(isShared)),
  ...pairRow(
    'two with loads of L1',
    pairs.filter((one) => !isShared(one)),
  ),
];
const table = markdownTable(
  ['blocks of an SM', 'runs', 'steps that others do', 'median factor', 'within 1.25'],
  rows,
);
console.log(`\n${table}`);
if (process.argv.includes('--write')) await writeBlock(path.resolve('docs/hardware.md'), 'loads', table);
