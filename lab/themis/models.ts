import { InputError } from '../../src/kernel/result';
import { availableModels, readModel } from '../../src/analysis/models';
import type { TrainedModel } from '../../src/predictors/port';
import { THEMIS } from '../../src/predictors/themis/shared';
import type { ThemisModelFile } from '../../src/predictors/themis/model/modelFile';

/**
 * The trained Themis models in a folder; none where there is no such folder.
 *
 * @throws InputError naming a file that is no model of this version
 */
export async function readThemisModels(folder: string): Promise<ThemisModelFile[]> {
  const models = await availableModels([folder], (fault) => {
    throw fault;
  });
  return models.map(parametersOf);
}

/** @throws InputError naming the file, whether it cannot be read or is no model of this version */
export async function readThemisModel(file: string): Promise<ThemisModelFile> {
  return parametersOf(await readModel(file));
}

/** @throws InputError when the model is of another predictor */
export function parametersOf({ predictor, parameters }: TrainedModel): ThemisModelFile {
  if (predictor !== THEMIS) throw new InputError(`a model of ${predictor}, not of ${THEMIS}`);
  return parameters as ThemisModelFile;
}
