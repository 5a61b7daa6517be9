import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../../kernel/result';
import { parseThemisModel, type ThemisModelFile } from '../../predictors/themis/model/modelFile';

export async function saveModel(file: string, model: ThemisModelFile): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(model)}\n`);
}

/** @throws InputError when there is no such file, or it is no model; names the file and the field */
export async function readModel(file: string): Promise<ThemisModelFile> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new InputError('no such file', 'no-such-file', file);
  });
  try {
    return parseThemisModel(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof InputError)
      throw new InputError(error.message, 'invalid-model', file);
    throw error;
  }
}
