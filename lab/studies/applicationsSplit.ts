// Applications with their copies on halves of the SMs of an H100, and what Corun says of them.
//   npm run study -- applications-split [--write]
// Their kernels are simulated alone (half a minute of processor time); --write writes the table of
// docs/applications-on-card.md.
import path from 'node:path';
import { splitPredictor } from '../../src/analysis/corun/choosePredictor';
import { availableModels } from '../../src/analysis/models';
import { markdownTable } from '../../src/kernel/markdownTable';
import { CO_RUN_PREDICTORS } from '../../src/predictors';
import { loadSpec } from '../../src/simulator/spec/loadSpec';
import { quantile } from '../../src/stats/quantile';
import { studyParser } from '../cuda/instructionMix/compare';
import { errorsOf, errorsOfConstant, type SlowdownErrors } from '../hardware/applications/errors';
import { onlyKernel } from '../hardware/applications/lowered';
import { measuredApplications } from '../hardware/applications/measured';
import { ToldHalves, type ToldApplication } from '../hardware/applications/splitTold';
import { MeasuredLowering } from '../hardware/suite/lowered';
import { writeBlock } from '../reportBlocks';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const PAGE = path.join(ROOT, 'docs/applications-on-card.md');

const measured = measuredApplications(ROOT);
const loaded = loadSpec(measured.gpu);
const settingOf = (id: string) => measured.settings.find((setting) => setting.id === id)!;
const [whole, half] = [settingOf('mps'), settingOf('mps-50')];

const texts = await readSuiteTexts(path.join(ROOT, 'workloads'));
const lowering = new MeasuredLowering(
  suiteWorkspace(texts, { parser: await studyParser(ROOT) }),
  readSuite(texts),
);
const folders = CO_RUN_PREDICTORS.flatMap(({ models }) => models ?? []).map(({ folder }) =>
  path.join(ROOT, 'models', folder),
);
const models = await availableModels(folders, (fault) => {
  throw fault;
});
const kernels = Object.keys(half.alone).flatMap((name) => onlyKernel(measured, lowering, texts, name) ?? []);
const predictor = splitPredictor(loaded, models, 'solo');
const told = await ToldHalves.of({ measured, setting: whole, loaded, predictor, kernels });
const rows = told.rows(half, whole.alone);

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`;
const cells = ({ slowdowns, mean, median, worst, bias }: SlowdownErrors): string[] => [
  String(slowdowns),
  ...[mean, median, worst].map(percent),
  bias.toFixed(2),
];
const line = (name: string, of: (row: ToldApplication) => number): string[] => [
  name,
  ...cells(errorsOf(rows.map((row) => [of(row), row.measured]))),
];
const table = markdownTable(
  ['answer', 'number', 'mean error', 'median', 'worst', 'told over measured'],
  [
    line('kernels and copies replayed', (row) => row.told),
    line('their kernels alone', (row) => row.kernels),
    line('no change', () => 1),
    ['one answer for all', ...cells(errorsOfConstant(rows.map((row) => row.measured)))],
  ],
);
const ratios = rows.map((row) => row.told / row.measured);
const text = `${table}

Measured progress falls below ${quantile(ratios, 0.25).toFixed(2)} of the predicted in a quarter of these, below ${quantile(ratios, 0.1).toFixed(2)} in a tenth.`;
console.log(text);
if (process.argv.includes('--write')) await writeBlock(PAGE, 'split with copies', text);
