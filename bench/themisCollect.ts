// Adds runs at further splits to the training data of the 60-SM GPU, of the programs that the data is of already:
//   npm run collect:themis -- [--allocations 5,55] [--levels 6]    then corun train themis --gpu themis-60sm --fit-only
// (`corun train themis` lowers the workloads anew, and would drop the rows of programs that have changed since.)
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCollectionTask } from '../src/analysis/training/collectionTask';
import { programsHash } from '../src/analysis/training/trainingApps';
import { TrainingFile } from '../src/analysis/training/trainingFile';
import { readSuite } from '../src/analysis/workloads/suite';
import { readSuiteTexts } from '../src/analysis/workloads/suiteFiles';
import { chosenLevels } from '../src/cli/train/options';
import type { TrainingApp } from '../src/predictors/themis/collection/collect';
import { parseTrainingData, type SoloRow } from '../src/predictors/themis/collection/trainingData';
import { readPrograms } from './themis/programs';

const { values } = parseArgs({
  options: {
    allocations: { type: 'string', default: '5,55' },
    levels: { type: 'string', default: '6' },
  },
});
const root = process.env['CORUN_ROOT'] ?? process.cwd();
const data = path.join(root, 'models/themis/themis-60sm.data.ndjson');
const plan = {
  allocations: values.allocations.split(',').map(Number),
  levels: chosenLevels(Number(values.levels)),
};

const apps = await trainingApps();
const { header } = parseTrainingData(data, await readFile(data, 'utf8'));
const file = await TrainingFile.open(
  data,
  header,
  new Map(apps.map(({ app, programs }) => [app.name, programs])),
);
for (const training of [null, ...apps]) {
  const isRound = (row: { readonly kind: string }): row is SoloRow => row.kind === 'solo';
  const rounds = file.data.rows.filter(isRound).filter((row) => row.app === training?.app.name);
  runCollectionTask({ header, plan, training, done: file.keys, rounds }, (row, key) => {
    file.append(row);
    console.error(`${key}: ${process.cpuUsage().user / 1e6} CPU seconds so far`);
  });
}
file.close();

/** Table III's training workloads as the recorded runs have them. */
async function trainingApps(): Promise<TrainingApp[]> {
  const { workloads } = readSuite(await readSuiteTexts(path.join(root, 'workloads')));
  const { apps: programs, train } = readPrograms(root);
  return train.map((name) => {
    const { app } = programs.get(name)!;
    const use = workloads.find(({ workload }) => workload.name === name)?.workload.papers.themis;
    return { app, class: use?.class ?? 'balanced', programs: programsHash(app) };
  });
}
