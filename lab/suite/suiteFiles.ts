import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { InputError } from '../../src/kernel/result';
import { isSourceName } from '../../src/analysis/sourceKinds';

/**
 * The texts below a folder that a suite is made of, sources and `workload.json`, by their paths relative to
 * it (with `/`). Give the folder that holds all sources the suite refers to.
 * @throws InputError when there is no such folder.
 */
export async function readSuiteTexts(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw new InputError('no such folder', 'no-such-file', folder);
  });
  const files = entries
    .filter(({ name }) => isSourceName(name) || name === 'workload.json')
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return new Map(
    files.map((file, i) => [path.relative(folder, file).split(path.sep).join('/'), texts[i]!] as const),
  );
}
