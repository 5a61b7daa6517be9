import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../../kernel/result';
import { parseThemisModel, type ThemisModelFile } from '../../predictors/themis/model/modelFile';

/** The trained Themis models in a folder; none where there is no such folder. */
export async function readThemisModels(folder: string): Promise<ThemisModelFile[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  return Promise.all(files.map((name) => readModel(path.join(folder, name))));
}

/** The folder of the models that come with the product, seen from that of its bundles. */
export function shippedModels(dist: string): string {
  return path.join(dist, '../models/themis');
}

async function readModel(file: string): Promise<ThemisModelFile> {
  try {
    return parseThemisModel(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InputError)
      throw new InputError(error.message, 'invalid-model', file);
    throw error;
  }
}
