import type { ProfileFile } from '../../kernel/profile';
import { isListed } from './listed';
import { mergedLaunches } from './mergedLaunches';
import { waitingCalls } from './hostWaits';
import { withoutColumns } from './traceUnit';

/**
 * What an analysis keeps of a profile. Of a long one: no ranges of the host and of its calls those alone in which it waited,
 * since the others are for its page, that reads the file itself; launches without operators; and what stands for the program in the place of all events.
 */
export function keptProfile(file: ProfileFile): ProfileFile {
  if (isListed(file)) return file;
  const kept: { -readonly [K in keyof ProfileFile]: ProfileFile[K] } = {
    ...mergedLaunches(file),
    api: waitingCalls(file),
  };
  delete kept.apiEvents;
  delete kept.ranges;
  delete kept.rangeEvents;
  return withoutColumns(kept);
}
