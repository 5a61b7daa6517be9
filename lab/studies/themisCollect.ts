// Adds runs at further splits to the training data of the 60-SM GPU, of the programs that the data is of already:
//   npm run study -- themis-collect [--allocations 5,55] [--levels 6] [--workers 2] [--executor slurm]    then corun train themis --gpu themis-60sm --fit-only
// (`corun train themis` lowers the workloads anew, and would drop the rows of programs that have changed since.)
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { programsHash } from '../themis/training/files/trainingApps';
import { TrainingFile } from '../themis/training/files/trainingFile';
import { readSuite } from '../suite/suite';
import { readSuiteTexts } from '../suite/suiteFiles';
import { collectInto } from '../cli/train/collect';
import { chosenLevels } from '../cli/train/options';
import type { TrainingApp } from '../themis/collection/collect';
import { parseTrainingData } from '../themis/collection/trainingData';
import { readPrograms } from '../themis/studies/programs';
import { askedOf, SWEEP_OPTIONS } from '../sweep/studySweep';

const { values } = parseArgs({
  options: {
    ...SWEEP_OPTIONS,
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
await collectInto(file, apps, plan, askedOf(values), (line) => console.error(line));
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
