// Applications of one kernel beside each other, on an H100 and as Corun simulates the kernels of a workspace in pairs.
//   npm run study -- applications-simulated [--write]
// All pairs of the applications measured under MPS whose kernel follows from its source alone (two minutes of processor
// time). Simulations are kept in dist/studies; --write writes the tables of docs/applications-on-card.md, and the errors
// that simulated slowdowns are told with.
import fs from 'node:fs';
import path from 'node:path';
import { CARD_CLASSES } from '../../src/analysis/simulation/cardError';
import { requireGpu } from '../../src/gpu/findGpu';
import { markdownTable } from '../../src/kernel/markdownTable';
import { LATENCY_PREDICTORS } from '../../src/predictors';
import { endsTogether } from '../../src/sharing/endsTogether';
import { mean } from '../../src/stats/means';
import { median } from '../../src/stats/quantile';
import { studyParser } from '../cuda/instructionMix/compare';
import { errorsOf, errorsOfConstant, type SlowdownErrors } from '../hardware/applications/errors';
import { onlyKernel } from '../hardware/applications/lowered';
import { measuredApplications } from '../hardware/applications/measured';
import { SimulatedPairs } from '../hardware/applications/simulated';
import { tracedSetting, tracedSlowdowns } from '../hardware/applications/together';
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

const measured = measuredApplications(ROOT);
const gpu = requireGpu(measured.gpu);
const setting = measured.settings.find(({ id }) => id === 'kernels-mps')!;
const texts = await readSuiteTexts(path.join(ROOT, 'workloads'));
const lowering = new MeasuredLowering(
  suiteWorkspace(texts, { parser: await studyParser(ROOT) }),
  readSuite(texts),
);
const kernels = Object.keys(setting.alone).flatMap(
  (name) => onlyKernel(measured, lowering, texts, name) ?? [],
);
const simulated = new SimulatedPairs(
  new StudyStore(path.join(ROOT, 'dist/studies/applications-simulated.ndjson')),
  gpu.id,
);
const { traces } = await tracedSetting(ROOT, measured, setting);

/** A measured slowdown with what is told of it. */
interface Row {
  readonly of: string;
  readonly beside: string;
  readonly measured: number;
  readonly simulated: number | null;
  readonly traced: number | null;
}

const rows = setting.groups.flatMap((group): readonly Row[] => {
  const pair = group.map(([name]) => kernels.find(({ kernelId }) => kernelId === name));
  const [a, b] = pair;
  if (group.length !== 2 || a === b || a === undefined || b === undefined) return [];
  const shown = simulated.slowdowns([a, b]);
  const told = tracedSlowdowns(
    traces,
    gpu,
    LATENCY_PREDICTORS[0]!,
    group.map(([name]) => name),
  );
  return group.map(([of, us], at) => ({
    of,
    beside: group[1 - at]![0],
    measured: us / setting.alone[of]!,
    simulated: shown[at]!,
    traced: told[at]!,
  }));
});

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const factor = (slowdown: number | null): string => slowdown?.toFixed(2) ?? '–';
const cells = ({ slowdowns, mean, median: middle, worst, bias }: SlowdownErrors): string[] => [
  String(slowdowns),
  ...[mean, middle, worst].map(percent),
  bias.toFixed(2),
];
const ANSWERS: Readonly<Record<string, (row: Row) => number | null>> = {
  simulated: (row) => row.simulated,
  'from traces': (row) => row.traced,
  'nobody slows anybody': () => 1,
};
const GROUPS: Readonly<Record<string, (row: Row) => boolean>> = {
  all: () => true,
  [`above ×${STRONG}`]: (row) => row.measured > STRONG,
  [`up to ×${STRONG}`]: (row) => row.measured <= STRONG,
};

function summary(): readonly (readonly string[])[] {
  return Object.entries(GROUPS).flatMap(([name, isIn]) => {
    const those = rows.filter((row) => isIn(row) && row.simulated !== null && row.traced !== null);
    const told = Object.entries(ANSWERS).map(([answer, of]) => [
      name,
      answer,
      ...cells(errorsOf(those.map((row) => [of(row)!, row.measured]))),
    ]);
    return [
      ...told,
      [name, 'one answer for all', ...cells(errorsOfConstant(those.map((row) => row.measured)))],
    ];
  });
}

/** Slowdowns by how large they are told, which is all that a user sees of them. */
const toldClasses = CARD_CLASSES.map(({ upTo }, at) => {
  const above = CARD_CLASSES[at - 1]?.upTo ?? 0;
  const those = rows.flatMap(({ measured: card, simulated: told }): [number, number][] =>
    told !== null && told > above && told <= (upTo ?? Infinity) ? [[told, card]] : [],
  );
  return { above, upTo, those, errors: errorsOf(those) };
});

function byTold(): readonly (readonly string[])[] {
  return toldClasses.flatMap(({ above, upTo, those, errors }) => {
    const name = upTo === null ? `above ×${above}` : `${above === 0 ? 'up' : `×${above}`} to ×${upTo}`;
    const card = those.map(([, slowdown]) => slowdown);
    return [
      [name, 'simulated', ...cells(errors)],
      [name, 'nobody slows anybody', ...cells(errorsOf(card.map((slowdown) => [1, slowdown])))],
      [name, 'one answer for all', ...cells(errorsOfConstant(card))],
    ];
  });
}

/** Both of a pair. */
type Pair = readonly [Row, Row];

/** Pairs of which both slowdowns were simulated. */
const pairs = rows.flatMap((row, at): Pair[] => {
  const other = rows[at + 1];
  const isWhole = at % 2 === 0 && other !== undefined && row.simulated !== null && other.simulated !== null;
  return isWhole ? [[row, other]] : [];
});

/** The time until both are done that start together, over one after the other; by slowdowns of launches that go on. */
function together(pair: Pair, slowdownOf: (row: Row) => number): number {
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

const far = (row: Row): number => Math.abs(Math.log((row.simulated ?? 1) / row.measured));
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
  'simulated pairs worst': markdownTable(
    ['kernel of', 'beside', 'measured', 'simulated', 'from traces'],
    rows
      .toSorted((a, b) => far(b) - far(a))
      .slice(0, WORST)
      .map((row) => [row.of, row.beside, ...[row.measured, row.simulated, row.traced].map(factor)]),
  ),
};
for (const row of rows)
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
