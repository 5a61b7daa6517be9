import { readOrRefuse } from '../analysis/readOrRefuse';
import { openByteSource } from '../files/byteSource';
import type { ProfileFile } from '../kernel/profile';
import type { OptionValues } from './command';

/** Profile files, one after the other. @throws InputError that names one that cannot be read */
export async function readProfiles(paths: readonly string[]): Promise<ProfileFile[]> {
  const files: ProfileFile[] = [];
  for (const path of paths) files.push(await readOrRefuse(path, () => openByteSource(path)));
  return files;
}

/** Files of the option `--counters`. */
export const counterFiles = (options: OptionValues): readonly string[] =>
  [options['counters'] ?? []].flat().filter((path) => typeof path === 'string');
