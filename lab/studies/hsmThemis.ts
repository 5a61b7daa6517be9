// Trains Themis for HSM's GPU on programs that do not judge it, to models/themis: npm run study -- hsm-themis
//   … --gpu hsm-80sm-hbm
//   … --workers 2   so many simulations at a time
//   … --fit-only    goes by the data that is there
// The programs are drawn by seed 1 from those of the suite with a single launch; what is missing is collected.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { collectInto } from '../cli/train/collect';
import { saveModel } from '../cli/train/modelFiles';
import { studyParser } from '../cuda/instructionMix/compare';
import { readPrograms } from '../hsm/programs';
import { RIVAL_PLAN, RIVAL_WINDOW, rivalPrograms } from '../hsm/rivalTraining';
import { lowererOf } from '../suite/lowerWith';
import { readSuiteTexts } from '../suite/suiteFiles';
import { suiteWorkspace } from '../suite/suiteWorkspace';
import { askedOf, SWEEP_OPTIONS } from '../sweep/studySweep';
import { trainingHeader } from '../themis/collection/collect';
import { DEFAULT_FIT } from '../themis/training/descend';
import { dataHash, TrainingFile } from '../themis/training/files/trainingFile';
import { trainingSet } from '../themis/training/files/trainingApps';
import { sampleSets } from '../themis/training/samples';
import { trainModel } from '../themis/training/trainModel';

const ROOT = process.env['CORUN_ROOT'] ?? process.cwd();
const SEED = 1;
const { values } = parseArgs({
  options: {
    ...SWEEP_OPTIONS,
    gpu: { type: 'string', default: 'hsm-80sm-hbm' },
    'fit-only': { type: 'boolean', default: false },
  },
});
const note = (line: string): void => console.error(line);

const { gpu } = values;
const judges = (await readPrograms(ROOT)).map(({ name }) => name);
const texts = await readSuiteTexts(path.join(ROOT, 'workloads'));
const workspace = suiteWorkspace(texts, { parser: await studyParser(ROOT) });
const { apps } = trainingSet(texts, lowererOf(workspace), 'suite');
const chosen = rivalPrograms(apps, judges, SEED);
const dataPath = path.join(ROOT, 'models/themis', `${gpu}.data.ndjson`);
const header = trainingHeader(gpu, RIVAL_WINDOW, SEED, 'suite');
const hashes = new Map(chosen.map(({ app, programs }) => [app.name, programs]));
const file = await TrainingFile.open(dataPath, header, hashes);
try {
  if (!values['fit-only']) await collectInto(file, chosen, RIVAL_PLAN, askedOf(values), note);
  const model = trainModel({
    gpu,
    sms: header.sms,
    samples: sampleSets(file.data),
    options: { ...DEFAULT_FIT, seed: SEED },
    folds: 4,
    repeats: 2,
    provenance: {
      command: `npm run study -- hsm-themis --gpu ${gpu}`,
      data: path.basename(dataPath),
      dataHash: dataHash(file.data),
      notes: ['trained on few programs of one launch each, none of which judges HSM'],
    },
    onVariant: (name) => note(`fitting the network ${name}`),
  });
  await saveModel(path.join(ROOT, 'models/themis', `${gpu}.json`), model);
  for (const { name, events, heldOut } of model.variants)
    console.log(events, name, heldOut.slowdown.mean, heldOut.slowdown.worst);
} finally {
  file.close();
}
