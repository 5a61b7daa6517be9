import { availableModels, shippedModels } from '../analysis/models';
import { isFolder } from '../files/folders';
import { InputError } from '../kernel/result';
import type { TrainedModel } from '../predictors/port';
import { distFolder } from './distFolder';
import { message, type Words } from '../kernel/message';

/**
 * The trained models that lie beside the command line, or in the folder given.
 *
 * @param note is told which files are left out, and why
 * @throws InputError when there is no such folder
 */
export async function readModels(
  given: string | undefined,
  note: (line: Words) => void,
): Promise<TrainedModel[]> {
  if (given !== undefined && !(await isFolder(given)))
    throw new InputError(message('cli.fault.noFolder'), 'no-such-file', given);
  const folders = given === undefined ? shippedModels(distFolder()) : [given];
  return availableModels(folders, ({ said }) => note(message('cli.leftOut', { reason: said })));
}
