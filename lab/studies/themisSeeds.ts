// How much the held-out errors of Themis' networks depend on seed and folds: npm run study -- themis-seeds
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseTrainingData } from '../themis/collection/trainingData';
import { crossValidate, foldsOf } from '../themis/training/crossValidate';
import { DEFAULT_FIT } from '../themis/training/descend';
import { kindsFor } from '../themis/training/networkKinds';
import { SAMPLE_SETS } from '../../src/predictors/themis/model/sampleSets';
import { sampleSets } from '../themis/training/samples';

const SEEDS = [1, 2, 3, 4];
const root = process.env['CORUN_ROOT'] ?? process.cwd();
const file = 'models/themis/themis-60sm.data.ndjson';
const data = parseTrainingData(file, await readFile(path.join(root, file), 'utf8'));
const sets = sampleSets(data);
for (const events of SAMPLE_SETS) {
  const samples = sets[events];
  for (const kind of kindsFor(events, samples)) {
    const means = SEEDS.map((seed) => {
      const { errors } = crossValidate(samples, kind, { ...DEFAULT_FIT, seed }, foldsOf(samples, 5, seed));
      return `${(100 * errors.slowdown.mean).toFixed(1)} %`;
    });
    console.log(`| ${[events, kind.name, ...means].join(' | ')} |`);
  }
}
