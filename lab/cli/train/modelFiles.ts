import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ThemisModelFile } from '../../../src/predictors/themis/model/modelFile';

export async function saveModel(file: string, model: ThemisModelFile): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(model)}\n`);
}
