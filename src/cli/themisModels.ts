import path from 'node:path';
import { readThemisModels as readModels, shippedModels } from '../analysis/corun/nodeModels';
import type { ThemisModelFile } from '../predictors/themis/model/modelFile';

/** The trained Themis models that lie beside the command line, or in the folder given. */
export function readThemisModels(
  folder = shippedModels(path.dirname(process.argv[1]!)),
): Promise<ThemisModelFile[]> {
  return readModels(folder);
}
