import path from 'node:path';
import { readText } from '../../../src/files/readText';
import { InputError } from '../../../src/kernel/result';
import type { GpmModel } from '../../../src/predictors/baselines/gpm/gpm';
import { modelFor } from '../../../src/predictors/themis/model/kernelSlowdownModel';
import { THEMIS } from '../../../src/predictors/themis/shared';
import { otherSplitsModelOf, slowdownModels } from '../../../src/predictors/themis/model/variants';
import { parseTrainingData } from '../../themis/collection/trainingData';
import { gpmFrom } from '../../themis/reproduction/evaluate';
import { renderThemis } from '../../themis/reproduction/renderThemis';
import { parseRows } from '../../themis/reproduction/rows';
import { REPRODUCTION_SEED } from '../../themis/reproduction/protocol';
import { summaryOf } from '../../themis/reproduction/summary';
import type { Answer } from '../../../src/cli/command';
import { distFolder } from '../../../src/cli/distFolder';
import { readModels } from '../../../src/cli/trainedModels';
import { parametersOf } from '../../themis/models';
import type { Words } from '../../../src/kernel/message';

const GPU = 'themis-60sm';
const MODELS = '../models/themis';
const RUNS = '../docs/reproduction/themis-runs.ndjson';

/** Evaluates the recorded co-runs of the protocol with the trained models that are at hand. */
export async function reproduceThemis(
  runs: string | undefined,
  models: string | undefined,
  note: (line: Words) => void,
): Promise<Answer> {
  const file = runs ?? path.join(distFolder(), RUNS);
  const content = await readText(file).catch((error: unknown) => {
    if (!(error instanceof InputError) || error.code !== 'no-such-file') throw error;
    throw new InputError(
      'no such file; npm run study -- themis-reproduction --seconds S makes it',
      'no-such-file',
      file,
    );
  });
  const rows = parseRows(file, content);
  if (rows.length === 0) throw new InputError('holds no runs', 'invalid-data', file);
  // Models of other predictors lie beside them.
  const ofThemis = (await readModels(models, note)).filter(({ predictor }) => predictor === THEMIS);
  const trained = [modelFor(GPU, ofThemis.map(parametersOf))];
  const gpm = await trainedGpm(models ?? path.join(distFolder(), MODELS));
  const summary = summaryOf(rows, slowdownModels(trained), gpm, otherSplitsModelOf(trained));
  return { json: summary, text: renderThemis(summary) };
}

/** GPM trained on the same data as Themis; null where the models come without it. */
async function trainedGpm(folder: string): Promise<GpmModel | null> {
  const file = path.join(folder, `${GPU}.data.ndjson`);
  const content = await readText(file).catch(() => null);
  return content === null ? null : gpmFrom(parseTrainingData(file, content), REPRODUCTION_SEED);
}
