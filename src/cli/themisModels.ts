import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../kernel/result';
import { parseThemisModel, type ThemisModelFile } from '../predictors/themis/model/modelFile';

/** The trained Themis models that lie beside the command line, or in the folder given. */
export async function readThemisModels(folder = besideCommandLine()): Promise<ThemisModelFile[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const files = names.filter((name) => name.endsWith('.json')).sort();
  return Promise.all(files.map((name) => readModel(path.join(folder, name))));
}

const besideCommandLine = (): string => path.join(path.dirname(process.argv[1]!), '../models/themis');

async function readModel(file: string): Promise<ThemisModelFile> {
  try {
    return parseThemisModel(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InputError)
      throw new InputError(error.message, 'invalid-model', file);
    throw error;
  }
}
