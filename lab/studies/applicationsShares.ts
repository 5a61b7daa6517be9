// Applications of kernels on parts of the SMs of an H100, alone and beside each other, and what Corun says of them.
//   npm run study -- applications-shares [--write]
// Runs alone of the applications whose kernel follows from its source alone are simulated on every part (some minutes of
// processor time) and kept in dist/studies; --write writes the tables of docs/applications-on-card.md.
import path from 'node:path';
import { availableModels } from '../../src/analysis/models';
import { markdownTable } from '../../src/kernel/markdownTable';
import { CO_RUN_PREDICTORS } from '../../src/predictors';
import { slowdownOf, type SlowdownFactors } from '../../src/predictors/forecast';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { mean } from '../../src/stats/means';
import { quantile } from '../../src/stats/quantile';
import { studyParser } from '../cuda/instructionMix/compare';
import { errorsOfConstant, type SlowdownErrors } from '../hardware/applications/errors';
import { onlyKernel } from '../hardware/applications/lowered';
import { measuredApplications } from '../hardware/applications/measured';
import {
  errorsOfAnswer,
  measuredShares,
  scalings,
  splitSlowdowns,
  type MeasuredScaling,
  type SplitSlowdown,
} from '../hardware/applications/shares';
import { dividedOrNot } from '../hardware/applications/sharesGains';
import { ToldShares } from '../hardware/applications/sharesTold';
import { MeasuredLowering } from '../hardware/suite/lowered';
import { RecordedRows } from '../recordedRows';
import { writeBlock } from '../reportBlocks';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';
import { readThemisModels } from '../themis/models';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/applications-on-card.md');

const shares = measuredShares(ROOT);
const measured = measuredApplications(ROOT);
const loaded = loadSpec(shares.gpu);
const total = loaded.spec.sms;
const alone = scalings(shares);
const beside = splitSlowdowns(shares);

const texts = await readSuiteTexts(path.join(ROOT, 'workloads'));
const lowering = new MeasuredLowering(
  suiteWorkspace(texts, { parser: await studyParser(ROOT) }),
  readSuite(texts),
);
const told = new ToldShares(
  Object.keys(shares.alone).flatMap((name) => onlyKernel(measured, lowering, texts, name) ?? []),
  loaded,
  new RecordedRows(path.join(ROOT, 'dist/studies/applications-shares.jsonl')),
);

const models = await availableModels(
  CO_RUN_PREDICTORS.flatMap(({ models }) => models ?? []).map(({ folder }) =>
    path.join(ROOT, 'models', folder),
  ),
  (fault) => {
    throw fault;
  },
);
const predictors = CO_RUN_PREDICTORS.flatMap(
  (predictor) => predictor.availability(loaded, models).ready,
).filter(({ evidence, splits }) => evidence === 'solo' && splits !== undefined);

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const factor = (slowdown: number): string => slowdown.toFixed(2);
const cells = ({ slowdowns, mean: middle, median, worst, bias }: SlowdownErrors): string[] => [
  String(slowdowns),
  ...[middle, median, worst].map(percent),
  factor(bias),
];
const HEAD = ['number', 'mean error', 'median', 'worst', 'told over measured'];

/** What is told of an application on SMs of its own. */
type Answer<T> = readonly [name: string, of: (row: T) => number | null];

const inverse = ({ sms }: MeasuredScaling): number => total / sms;
const LAWS: readonly Answer<MeasuredScaling>[] = [
  ['as many times as fewer SMs', inverse],
  ['no change', () => 1],
];

/** Factors at a split, once for both of a pair. */
const known = new Map<string, readonly SlowdownFactors[] | null>();
function factorsOf(predictor: (typeof predictors)[number], row: SplitSlowdown): SlowdownFactors | null {
  const names = [row.of, row.beside];
  const other = beside.find(
    (one) => one.of === row.beside && one.beside === row.of && one.split === swapped(row.split),
  )!;
  const key = [predictor.label, row.split, ...names].join(' ');
  if (!known.has(key)) known.set(key, told.factors(predictor, names, [row.sms, other.sms]));
  return known.get(key)![0] ?? null;
}
const swapped = (split: string): string => split.split(':').reverse().join(':');

const rowsOf = <T>(
  rows: readonly T[],
  own: (row: T) => number,
  answers: readonly Answer<T>[],
): string[][] => [
  ...answers.flatMap(([name, of]) => {
    const errors = errorsOfAnswer(rows, own, of);
    return errors === null ? [] : [[name, ...cells(errors)]];
  }),
  ['one answer for all', ...cells(errorsOfConstant(rows.map(own)))],
];

const simulated = beside.filter((row) => told.has(row.of) && told.has(row.beside));
const FROM_ALONE: readonly Answer<SplitSlowdown>[] = [
  ['measured alone on as many SMs', (row) => row.scalability],
];
const OF_CORUN: readonly Answer<SplitSlowdown>[] = [
  ...predictors.map((predictor): Answer<SplitSlowdown> => [
    predictor.label,
    (row) => slowdownOf(factorsOf(predictor, row)!),
  ]),
  ['simulated alone on as many SMs', ({ of, sms }) => told.scalability(of, sms)],
];
/** Programs whose simulations networks for this GPU learned from. */
const trainedWith = new Set(
  (await readThemisModels(path.join(ROOT, 'models/themis')))
    .filter(({ gpu }) => gpu === shares.gpu)
    .flatMap(({ provenance }) => provenance.workloads),
);
/** Slowdowns, with what is told of them alone. */
const TOLD: readonly (readonly [string, readonly SplitSlowdown[], readonly Answer<SplitSlowdown>[]])[] = [
  ['all', beside, []],
  ['simulated from sources', simulated, OF_CORUN],
  ['of these, Themis not trained with', simulated.filter(({ of }) => !trainedWith.has(of)), OF_CORUN],
];
const SPLITS = ['25:75', '50:50', '75:25'];

const tables: Readonly<Record<string, () => string>> = {
  shares: () =>
    markdownTable(
      [
        'share',
        'SMs',
        'time over that on all: least',
        'median',
        'most',
        ...LAWS.map(([name]) => `mean error of: ${name}`),
      ],
      Object.entries(shares.sms)
        .filter(([share]) => share !== '100')
        .map(([share, sms]) => {
          const rows = alone.filter((row) => row.percent === Number(share));
          const times = rows.map(({ scalability }) => scalability);
          return [
            `${share} %`,
            String(sms),
            ...[0, 0.5, 1].map((at) => factor(quantile(times, at))),
            ...LAWS.map(([, of]) => percent(errorsOfAnswer(rows, (row) => row.scalability, of)!.mean)),
          ];
        }),
    ),
  'shares by application': () =>
    markdownTable(
      [
        'application',
        ...Object.entries(shares.sms)
          .filter(([share]) => share !== '100')
          .map(([, sms]) => `${sms} SMs`),
      ],
      Object.keys(shares.alone).map((name) => [
        name,
        ...alone.filter(({ of }) => of === name).map(({ scalability }) => factor(scalability)),
      ]),
    ),
  'shares told': () =>
    markdownTable(
      ['answer', ...HEAD],
      rowsOf(
        alone.filter(({ of }) => told.has(of)),
        (row) => row.scalability,
        [['simulated on as many SMs', ({ of, sms }) => told.scalability(of, sms)], ...LAWS],
      ),
    ),
  'split pairs': () =>
    markdownTable(
      [
        'share of it',
        'number',
        'time beside the other over that alone: median',
        'nine of ten below',
        'most',
        'mean error of: no change',
      ],
      [25, 50, 75].map((share) => {
        const rows = beside.filter((row) => row.percent === share);
        const factors = rows.map(({ interference }) => interference);
        return [
          `${share} %`,
          String(rows.length),
          ...[0.5, 0.9, 1].map((at) => factor(quantile(factors, at))),
          percent(
            errorsOfAnswer(
              rows,
              (row) => row.interference,
              () => 1,
            )!.mean,
          ),
        ];
      }),
    ),
  'split told': () =>
    markdownTable(
      ['of', 'answer', ...HEAD],
      TOLD.flatMap(([name, rows, answers]) =>
        rowsOf(rows, (row) => row.slowdown, [...answers, ...FROM_ALONE, ...LAWS]).map((row) => [
          name,
          ...row,
        ]),
      ),
    ),
  'split factors': () =>
    markdownTable(
      ['factor', 'answer', ...HEAD],
      (['scalability', 'interference'] as const).flatMap((part) =>
        rowsOf(simulated, (row) => row[part], [
          ...predictors.map((predictor): Answer<SplitSlowdown> => [
            predictor.label,
            (row) => factorsOf(predictor, row)![part],
          ]),
          ['no change', () => 1],
        ]).map((row) => [part, ...row]),
      ),
    ),
  'split gains': () => {
    const rows = dividedOrNot(
      shares,
      measured.settings.find(({ id }) => id === 'kernels-mps')!,
    );
    const line = (
      name: string,
      of: (row: (typeof rows)[number]) => { readonly paces: number; readonly worst: number },
    ) => [
      name,
      factor(mean(rows.map((row) => of(row).paces))),
      factor(mean(rows.map((row) => of(row).worst))),
      String(rows.filter((row) => of(row).paces > row.undivided.paces).length),
      String(rows.filter((row) => of(row).worst < row.undivided.worst).length),
    ];
    return markdownTable(
      [
        'SMs',
        'both paces, added up',
        'the larger slowdown',
        `pairs of ${rows.length} with more paces`,
        'with a smaller one',
      ],
      [
        line('not divided', ({ undivided }) => undivided),
        ...SPLITS.map((split) => line(split, ({ divided }) => divided.get(split)!)),
        line('the best of the three', ({ best }) => best),
      ],
    );
  },
};

for (const [name, tableOf] of Object.entries(tables)) {
  const table = tableOf();
  console.log(`${name}\n\n${table}\n`);
  if (process.argv.includes('--write')) await writeBlock(PAGE, name, table);
}
