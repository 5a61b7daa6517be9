import { readThemisModels as readModels, shippedModels } from '../analysis/corun/nodeModels';
import type { ThemisModelFile } from '../predictors/themis/model/modelFile';
import { distFolder } from './distFolder';

/** The trained Themis models that lie beside the command line, or in the folder given. */
export function readThemisModels(folder = shippedModels(distFolder())): Promise<ThemisModelFile[]> {
  return readModels(folder);
}
