// Whole kernels beside each other, on an H100 and in the simulator, as `corun measure --compare` does it.
//   npm run study -- co-runs-on-card [N] [--typical] [--kept] [--write]
// N co-runs of two kernels (default 10) of lab/data/h100_coruns.json, or with --typical of lab/data/h100_typical_coruns.json,
// are drawn with a fixed seed; a few more than before add only those. A minute or two each; rows are kept in dist/studies,
// and --kept makes no others. --write writes the tables of docs/hardware.md.
import path from 'node:path';
import { CoRunComparison, MOST_CYCLES, sampleOf } from '../../src/analysis/measuredCoRuns/compareCoRuns';
import { scoresOf, type ComparedCoRun } from '../../src/analysis/measuredCoRuns/scores';
import { readSourceTexts } from '../../src/analysis/lowering/sourceTexts';
import { nodeProgramMakers } from '../../src/analysis/scenarios/nodeMakers';
import { programsFromSources } from '../../src/analysis/scenarios/sourceProgram';
import { slashes } from '../../src/files/paths';
import { findGpu } from '../../src/gpu/findGpu';
import { parseCoRunData, type MeasuredCoRun } from '../../src/gpu/measuredCoRuns/coRunData';
import { markdownTable } from '../../src/kernel/markdownTable';
import { simulatorGeneration } from '../../src/simulator/spec/generation';
import { studyParser } from '../cuda/instructionMix/compare';
import { readData } from '../data/tables';
import { RecordedRows } from '../recordedRows';
import { writeBlock } from '../reportBlocks';

const ROOT = process.cwd();
const REPORT = path.join(ROOT, 'docs/hardware.md');
const COUNT = 10;

interface Row {
  readonly key: string;
  readonly compared: ComparedCoRun;
}

const isTypical = process.argv.includes('--typical');
const data = parseCoRunData(readData(ROOT, isTypical ? 'h100_typical_coruns' : 'h100_coruns'));
const found = findGpu(data.gpu);
if (found.kind !== 'found') throw new Error(`the catalogue has no ${data.gpu}`);
const gpu = found.gpu.id;
const parser = studyParser(ROOT);
const readTexts = async (source: string) => {
  const file = path.join(ROOT, source);
  return { path: slashes(file), ...(await readSourceTexts([file], null)) };
};
const makers = {
  ...nodeProgramMakers({ folder: ROOT, within: null }, ROOT),
  source: programsFromSources(readTexts, () => parser),
};
const comparison = new CoRunComparison(data, gpu, MOST_CYCLES, makers);
const rows = new RecordedRows<Row>(path.join(ROOT, 'dist/studies/co-runs-on-card.jsonl'));

const keyOf = ({ mode, kernels }: MeasuredCoRun): string =>
  [simulatorGeneration(gpu), mode, ...kernels].join(' ');
const pairs = data.coRuns.filter(({ mode, kernels }) => kernels.length === 2 && mode !== 'time-slice');
const count = Number(process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? COUNT);

const list = (factors: readonly number[] | null): string =>
  factors === null ? '–' : factors.map((factor) => `×${factor.toFixed(2)}`).join(' ');
const thousands = ({ window }: ComparedCoRun): string =>
  window === undefined
    ? '–'
    : `${Math.round((window.toCycle - window.fromCycle) / 1000)}${window.isSteady ? '' : ', not steady'}`;
const rowOf = (one: ComparedCoRun): readonly string[] => [
  one.mode,
  one.kernels.join(' + '),
  list(one.slowdowns),
  list(one.simulated),
  thousands(one),
];

const compared: ComparedCoRun[] = [];
for (const coRun of sampleOf(pairs, count)) {
  const key = keyOf(coRun);
  if (process.argv.includes('--kept') && rows.get(key) === undefined) continue;
  const known = rows.get(key)?.compared ?? (await comparison.of(coRun));
  compared.push(rows.row(key, () => ({ key, compared: known })).compared);
  console.log(rowOf(compared.at(-1)!).join(' | '));
}

const percent = (error: number): string => `${(100 * error).toFixed(0)} %`;
const COLUMNS = ['sharing', 'kernels', 'measured', 'simulated', 'thousand cycles'];
const SCORE_COLUMNS = [
  'sharing',
  'slowdowns',
  'simulated',
  '×1 for all',
  'all in turn',
  'mean of the others',
];
const scores = scoresOf(compared).map(({ mode, slowdowns, simulated, baselines }) => [
  mode,
  String(slowdowns),
  ...[simulated, baselines.undisturbed, baselines.turns, baselines.constant].map(percent),
]);
const tables = {
  kernels: markdownTable(COLUMNS, compared.map(rowOf)),
  'kernel scores': markdownTable(SCORE_COLUMNS, scores),
};
for (const [name, table] of Object.entries(tables)) {
  console.log(`\n${table}`);
  if (process.argv.includes('--write'))
    await writeBlock(REPORT, `${isTypical ? 'typical' : 'whole'} ${name}`, table);
}
