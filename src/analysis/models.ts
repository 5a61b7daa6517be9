import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../kernel/result';
import { parseThemisModel, type ThemisModelFile } from '../predictors/themis/model/modelFile';

/**
 * The trained Themis models in a folder; none where there is no such folder.
 *
 * @throws InputError naming a file that is no model of this version
 */
export function readThemisModels(folder: string): Promise<ThemisModelFile[]> {
  return modelsIn(folder, (fault) => {
    throw fault;
  });
}

/**
 * Those in several folders; where two are for one GPU, that of the earlier folder counts.
 *
 * @param onFault is told of each file that is no model of this version; it is left out
 */
export async function availableThemisModels(
  folders: readonly string[],
  onFault: (fault: InputError) => void,
): Promise<ThemisModelFile[]> {
  const found = await Promise.all(folders.map((folder) => modelsIn(folder, onFault)));
  const byGpu = new Map<string, ThemisModelFile>();
  for (const model of found.flat()) if (!byGpu.has(model.gpu)) byGpu.set(model.gpu, model);
  return [...byGpu.values()];
}

/** What tells models from others: a hash of all that is in them, for two may be trained from the same data. */
export function stampOf(models: readonly ThemisModelFile[]): string {
  return createHash('sha256').update(JSON.stringify(models)).digest('hex');
}

async function modelsIn(folder: string, onFault: (fault: InputError) => void): Promise<ThemisModelFile[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  const read = await Promise.all(
    files.map((name) =>
      readModel(path.join(folder, name)).catch((error: unknown) => {
        if (!(error instanceof InputError)) throw error;
        onFault(error);
        return null;
      }),
    ),
  );
  return read.filter((model) => model !== null);
}

/** The folder of the models that come with the product, seen from that of its bundles. */
export function shippedModels(dist: string): string {
  return path.join(dist, '../models/themis');
}

/** @throws InputError naming the file, whether it cannot be read or is no model of this version */
export async function readModel(file: string): Promise<ThemisModelFile> {
  const content = await readFile(file, 'utf8').catch((error: Error) => {
    throw new InputError(`cannot be read: ${error.message}`, 'invalid-model', file);
  });
  try {
    return parseThemisModel(JSON.parse(content));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InputError)
      throw new InputError(error.message, 'invalid-model', file);
    throw error;
  }
}
