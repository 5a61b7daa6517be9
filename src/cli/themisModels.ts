import { stat } from 'node:fs/promises';
import { availableThemisModels, shippedModels } from '../analysis/models';
import { InputError } from '../kernel/result';
import type { ThemisModelFile } from '../predictors/themis/model/modelFile';
import { distFolder } from './distFolder';

/**
 * The trained Themis models that lie beside the command line, or in the folder given.
 *
 * @param note is told which files are left out, and why
 * @throws InputError when there is no such folder
 */
export async function readThemisModels(
  given: string | undefined,
  note: (line: string) => void,
): Promise<ThemisModelFile[]> {
  if (given !== undefined && !(await isFolder(given)))
    throw new InputError('no such folder', 'no-such-file', given);
  return availableThemisModels([given ?? shippedModels(distFolder())], ({ message }) =>
    note(`left out: ${message}`),
  );
}

async function isFolder(name: string): Promise<boolean> {
  const found = await stat(name).catch(() => null);
  return found?.isDirectory() ?? false;
}
