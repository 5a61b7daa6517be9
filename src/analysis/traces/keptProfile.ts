import type { ProfileFile } from '../../kernel/profile';

/** Launches, copies or calls of one file that an analysis keeps one by one: an object of each takes 20 times its columns. */
export const MOST_LISTED = 5000;

/** Tests whether every row of a file is listed. */
export function isListed({ kernelEvents, transferEvents, apiEvents, rangeEvents }: ProfileFile): boolean {
  return [kernelEvents, transferEvents, apiEvents, rangeEvents].every((events) => events === undefined);
}

/** What an analysis keeps of a profile: calls and ranges of the host are for its page, which reads long files itself. */
export function keptProfile(file: ProfileFile): ProfileFile {
  if (isListed(file)) return file;
  const kept: { -readonly [K in keyof ProfileFile]: ProfileFile[K] } = { ...file, api: [] };
  delete kept.apiEvents;
  delete kept.ranges;
  delete kept.rangeEvents;
  return kept;
}
