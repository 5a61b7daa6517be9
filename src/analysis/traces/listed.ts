import type { ProfileFile } from '../../kernel/profile';

/** Launches, copies or calls of one file that an analysis keeps one by one: an object of each takes 20 times its columns. */
export const MOST_LISTED = 5000;

/** Tests whether every row of a file is listed. */
export function isListed({ kernelEvents, transferEvents, apiEvents, rangeEvents }: ProfileFile): boolean {
  return [kernelEvents, transferEvents, apiEvents, rangeEvents].every((events) => events === undefined);
}
