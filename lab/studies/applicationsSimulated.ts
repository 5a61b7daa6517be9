// Applications of one kernel beside each other, on an H100 and an H200 and as Corun simulates the kernels of a workspace in
// pairs.
//   npm run study -- applications-simulated [--write]
// All pairs of the applications measured under MPS whose kernel follows from its source alone (ten minutes of processor
// time). Simulations are kept in dist/studies; --write writes the tables of docs/applications-on-card.md, and the errors
// that simulated slowdowns are told with.
import fs from 'node:fs';
import path from 'node:path';
import { CARD_CLASSES } from '../../src/analysis/simulation/cardError';
import { markdownTable } from '../../src/kernel/markdownTable';
import { endsTogether } from '../../src/sharing/endsTogether';
import { mean } from '../../src/stats/means';
import { median } from '../../src/stats/quantile';
import { studyParser } from '../cuda/instructionMix/compare';
import { errorsOf, errorsOfConstant, type SlowdownErrors } from '../hardware/applications/errors';
import { measuredApplications } from '../hardware/applications/measured';
import { simulatedSetting, type SimulatedRow } from '../hardware/applications/simulatedRows';
import { MeasuredLowering } from '../hardware/suite/lowered';
import { writeBlock } from '../reportBlocks';
import { StudyStore } from '../simulator/window/store';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/applications-on-card.md');
const TOLD_WITH = path.join(ROOT, 'src/analysis/simulation/cardError.json');
/** Slowdowns above this are strong: a table tells them apart. */
const STRONG = 1.5;
const WORST = 12;

const texts = await readSuiteTexts(path.join(ROOT, 'workloads'));
const inputs = {
  root: ROOT,
  texts,
  lowering: new MeasuredLowering(
    suiteWorkspace(texts, { parser: await studyParser(ROOT) }),
    readSuite(texts),
  ),
  store: new StudyStore(path.join(ROOT, 'dist/studies/applications-simulated.ndjson')),
};
const [h100, h200] = [measuredApplications(ROOT), measuredApplications(ROOT, 'h200')];
const { setting, kernels, rows } = await simulatedSetting(h100, 'kernels-mps', inputs);
/** What nothing was fitted to: the same programs on another card, and others. */
const elsewhere = {
  'the same programs, H200': (await simulatedSetting(h200, 'kernels-mps', inputs, h100)).rows,
  'other programs, H200': (await simulatedSetting(h200, 'kernels-mps-one', inputs)).rows,
};
const allRows = [...rows, ...Object.values(elsewhere).flat()];

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const factor = (slowdown: number | null): string => slowdown?.toFixed(2) ?? '–';
const cells = ({ slowdowns, mean, median: middle, worst, bias }: SlowdownErrors): string[] => [
  String(slowdowns),
  ...[mean, middle, worst].map(percent),
  bias.toFixed(2),
];
const ANSWERS: Readonly<Record<string, (row: SimulatedRow) => number | null>> = {
  simulated: (row) => row.simulated,
  'from traces': (row) => row.traced,
  'nobody slows anybody': () => 1,
};
const GROUPS: Readonly<Record<string, (row: SimulatedRow) => boolean>> = {
  all: () => true,
  [`above ×${STRONG}`]: (row) => row.measured > STRONG,
  [`up to ×${STRONG}`]: (row) => row.measured <= STRONG,
};

/** Rows of a table for those to which every answer that was asked has one. */
function answersTo(name: string, of: readonly SimulatedRow[]): readonly (readonly string[])[] {
  const asked = Object.entries(ANSWERS).filter(([, answer]) => of.some((row) => answer(row) !== null));
  const those = of.filter((row) => asked.every(([, answer]) => answer(row) !== null));
  const told = asked.map(([answer, tell]) => [
    name,
    answer,
    ...cells(errorsOf(those.map((row) => [tell(row)!, row.measured]))),
  ]);
  return [
    ...told,
    [name, 'one answer for all', ...cells(errorsOfConstant(those.map((row) => row.measured)))],
  ];
}

const summary = (): readonly (readonly string[])[] =>
  Object.entries(GROUPS).flatMap(([name, isIn]) => answersTo(name, rows.filter(isIn)));

/** Slowdowns by how large they are told, which is all that a user sees of them. */
const toldClasses = CARD_CLASSES.map(({ upTo }, at) => {
  const above = CARD_CLASSES[at - 1]?.upTo ?? 0;
  const pairsOf = (of: readonly SimulatedRow[]): readonly (readonly [number, number])[] =>
    of.flatMap(({ measured: card, simulated: told }) =>
      told !== null && told > above && told <= (upTo ?? Infinity) ? [[told, card] as const] : [],
    );
  const those = pairsOf(allRows);
  return { above, upTo, pairsOf, those, errors: errorsOf(those) };
});
const SETS = { 'the same programs, H100': rows, ...elsewhere };

function byTold(): readonly (readonly string[])[] {
  return toldClasses.flatMap(({ above, upTo, pairsOf, those, errors }) => {
    const name = upTo === null ? `above ×${above}` : `${above === 0 ? 'up' : `×${above}`} to ×${upTo}`;
    const card = those.map(([, slowdown]) => slowdown);
    return [
      [name, 'simulated', ...cells(errors)],
      ...Object.entries(SETS).map(([set, of]) => [
        name,
        `simulated: ${set}`,
        ...cells(errorsOf(pairsOf(of))),
      ]),
      [name, 'nobody slows anybody', ...cells(errorsOf(card.map((slowdown) => [1, slowdown])))],
      [name, 'one answer for all', ...cells(errorsOfConstant(card))],
    ];
  });
}

/** Both of a pair. */
type Pair = readonly [SimulatedRow, SimulatedRow];

/** Pairs of which both slowdowns were simulated. */
const pairs = rows.flatMap((row, at): Pair[] => {
  const other = rows[at + 1];
  const isWhole = at % 2 === 0 && other !== undefined && row.simulated !== null && other.simulated !== null;
  return isWhole ? [[row, other]] : [];
});

/** The time until both are done that start together, over one after the other; by slowdowns of launches that go on. */
function together(pair: Pair, slowdownOf: (row: SimulatedRow) => number): number {
  const alone = pair.map(({ of }) => setting.alone[of]!);
  const ends = endsTogether(alone, (at, { length }) => (length > 1 ? slowdownOf(pair[at]!) : 1));
  return Math.max(...ends) / alone.reduce((sum, us) => sum + us);
}

function togetherErrors(): readonly (readonly string[])[] {
  const byCard = pairs.map((pair) => together(pair, (row) => row.measured));
  const told = pairs.map((pair) => together(pair, (row) => row.simulated!));
  const errors = told.map((share, at) => Math.max(share / byCard[at]!, byCard[at]! / share) - 1);
  const changes = (shares: readonly number[]): string[] => [
    percent(median(shares) - 1),
    String(shares.filter((share) => share > 1.05).length),
    String(shares.filter((share) => share < 0.95).length),
  ];
  return [
    ['card', String(pairs.length), '', '', ...changes(byCard)],
    [
      'simulated',
      String(pairs.length),
      percent(mean(errors)),
      percent(Math.max(...errors)),
      ...changes(told),
    ],
  ];
}

const far = (row: SimulatedRow): number => Math.abs(Math.log((row.simulated ?? 1) / row.measured));
const worstOf = (of: readonly SimulatedRow[], number: number): string =>
  markdownTable(
    ['kernel of', 'beside', 'measured', 'simulated', 'from traces'],
    of
      .toSorted((a, b) => far(b) - far(a))
      .slice(0, number)
      .map((row) => [row.of, row.beside, ...[row.measured, row.simulated, row.traced].map(factor)]),
  );
const tables = {
  'simulated pairs': markdownTable(
    ['slowdowns', 'answer', 'number', 'mean error', 'median', 'worst', 'told over measured'],
    summary(),
  ),
  'simulated pairs by answer': markdownTable(
    ['told', 'answer', 'number', 'mean error', 'median', 'worst', 'told over measured'],
    byTold(),
  ),
  'simulated pairs by kernel': markdownTable(
    ['kernel of', 'told over measured, of it', 'of the others beside it'],
    kernels.map(({ kernelId }) => {
      const of = (key: 'of' | 'beside'): string =>
        factor(
          median(
            rows.flatMap((row) =>
              row[key] === kernelId && row.simulated ? [row.simulated / row.measured] : [],
            ),
          ),
        );
      return [kernelId, of('of'), of('beside')];
    }),
  ),
  'simulated pairs together': markdownTable(
    [
      'time until both are done',
      'pairs',
      'mean error',
      'worst',
      'median change',
      'longer by 5 %',
      'shorter by 5 %',
    ],
    togetherErrors(),
  ),
  'simulated pairs worst': worstOf(rows, WORST),
  'simulated elsewhere': markdownTable(
    ['slowdowns of', 'answer', 'number', 'mean error', 'median', 'worst', 'told over measured'],
    Object.entries(elsewhere).flatMap(([name, of]) => answersTo(name, of)),
  ),
  'simulated elsewhere worst': worstOf(elsewhere['other programs, H200'], 2 * WORST),
};
for (const row of allRows)
  console.log([row.of, row.beside, ...[row.measured, row.simulated, row.traced].map(factor)].join(' '));
for (const [name, table] of Object.entries(tables)) {
  console.log(`\n${name}\n\n${table}`);
  if (process.argv.includes('--write')) await writeBlock(PAGE, name, table);
}
if (process.argv.includes('--write')) {
  const classes = toldClasses.map(({ upTo, errors: { mean: average, worst, slowdowns } }) => ({
    upTo,
    mean: average,
    worst,
    slowdowns,
  }));
  const command = 'npm run study -- applications-simulated --write';
  fs.writeFileSync(TOLD_WITH, `${JSON.stringify({ command, classes }, null, 2)}\n`);
}
