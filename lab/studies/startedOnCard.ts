// Verdicts on two launches beside what a card did with them, one behind the other and at once.
//   npm run study -- started-on-card [N] [--typical | --typical-h200] [--write]
// N pairs of lab/data/h100_started.json (default 40), drawn with a fixed seed, some seconds of processor time each, or with
// --typical of lab/data/h100_typical_started.json, or of h200_typical_started.json; --write writes the tables of
// docs/verdicts.md.
import path from 'node:path';
import { readSourceTexts } from '../../src/analysis/lowering/sourceTexts';
import { nodeProgramMakers } from '../../src/analysis/scenarios/nodeMakers';
import { programsFromSources } from '../../src/analysis/scenarios/sourceProgram';
import { slashes } from '../../src/files/paths';
import { markdownTable } from '../../src/kernel/markdownTable';
import { mean } from '../../src/stats/means';
import { median } from '../../src/stats/quantile';
import { studyParser } from '../cuda/instructionMix/compare';
import {
  STARTED_SETS,
  startedOnCard,
  StartedVerdicts,
  type StartedCase,
  type StartedSet,
} from '../hardware/started';
import { writeBlock } from '../reportBlocks';
import { shuffled } from '../shuffled';

const ROOT = process.cwd();
const REPORT = path.join(ROOT, 'docs/verdicts.md');
const WORST = 10;
const COUNT = 40;
const SEED = 1;
const WORDS = { overlap: 'overlap', apart: "don't", same: 'no difference', unknown: 'unknown' } as const;
const SETS = Object.keys(STARTED_SETS) as StartedSet[];
const percent = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(100 * share).toFixed(0)} %`;

const set = SETS.find((each) => process.argv.includes(`--${each}`)) ?? 'started';
const data = startedOnCard(ROOT, set);
const parser = studyParser(ROOT);
const readTexts = async (source: string) => {
  const file = path.join(ROOT, source);
  return { path: slashes(file), ...(await readSourceTexts([file], null)) };
};
const verdicts = new StartedVerdicts(data, {
  ...nodeProgramMakers({ folder: ROOT, within: null }, ROOT),
  source: programsFromSources(readTexts, () => parser),
});

type Told = StartedCase & { readonly told: NonNullable<StartedCase['told']> };
const told: Told[] = [];
let untold = 0;
const count = Number(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? COUNT);
for (const pair of shuffled(data.pairs, SEED).slice(0, count)) {
  const one = await verdicts.of(pair);
  if (one.told === null) untold++;
  else told.push({ ...one, told: one.told });
  console.log(
    [one.first, one.second, percent(one.card.change), one.told && percent(one.told.change)].join(' '),
  );
}

const words = Object.keys(WORDS) as (keyof typeof WORDS)[];
const counts = markdownTable(
  ['on the card', ...words.map((word) => `told: ${WORDS[word]}`)],
  words
    .filter((word) => word !== 'unknown')
    .map((word) => [
      WORDS[word],
      ...words.map((other) =>
        String(told.filter(({ card, told: by }) => card.word === word && by.word === other).length),
      ),
    ]),
);
const off = told.map(({ card, told: by }) => Math.abs(by.change - card.change));
const ofShorter = told.map(({ shorters }, at) => off[at]! * shorters);
const worst = told.toSorted(
  (a, b) => Math.abs(b.told.change - b.card.change) - Math.abs(a.told.change - a.card.change),
);
const report = [
  counts,
  `Changes are off by ${(100 * mean(off)).toFixed(1)} points in the mean and ${(100 * median(off)).toFixed(1)} in the median of ${told.length} pairs, which is ${mean(ofShorter).toFixed(2)} of the shorter launch's time in the mean; ${untold} have no run. Farthest off:`,
  markdownTable(
    ['first', 'second', 'on the card', 'told'],
    worst
      .slice(0, WORST)
      .map(({ first, second, card, told: by }) => [first, second, percent(card.change), percent(by.change)]),
  ),
].join('\n\n');
console.log(`\n${report}`);
if (process.argv.includes('--write')) await writeBlock(REPORT, `${set} on card`, report);
