import path from 'node:path';
import { isFolder } from '../../src/files/folders';
import { slashes } from '../../src/files/paths';
import { MAX_SOURCE_BYTES, readText } from '../../src/files/readText';
import { walk } from '../../src/files/walk';
import { isSourceName } from '../../src/analysis/sourceKinds';
import type { Words } from '../../src/kernel/message';
import { InputError, saidOf } from '../../src/kernel/result';

/**
 * The texts below a folder that a suite is made of, sources and `workload.json`, by their paths relative to
 * it (with `/`). Give the folder that holds all sources the suite refers to.
 *
 * @param note is told what cannot be read; without it that is a fault
 * @throws InputError when there is no such folder
 */
export async function readSuiteTexts(
  folder: string,
  note: (line: Words) => void = refuse,
): Promise<Map<string, string>> {
  if (!(await isFolder(folder))) throw new InputError('no such folder', 'no-such-file', folder);
  const isWanted = (name: string): boolean => isSourceName(name) || name === 'workload.json';
  const texts = new Map<string, string>();
  for (const { file } of await walk(folder, { isWanted, leftOut: new Set(), note }))
    try {
      const text = await readText(file, { maxBytes: MAX_SOURCE_BYTES, note });
      texts.set(slashes(path.relative(folder, file)), text);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      note(saidOf(error));
    }
  return texts;
}

function refuse(line: Words): never {
  throw new InputError(line);
}
