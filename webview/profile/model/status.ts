import type { ReadStatus } from '../../../src/kernel/profile';
import type { Tone } from '../../model/summary';

/** How a reading status is worded and coloured. */
export const STATUS: Readonly<
  Record<ReadStatus, { readonly text: string; readonly tone: Tone; readonly icon: string }>
> = {
  full: { text: 'Read', tone: 'good', icon: 'pass' },
  partial: { text: 'Read in part', tone: 'warning', icon: 'warning' },
  'reader-to-come': { text: 'No reader yet', tone: 'neutral', icon: 'watch' },
  empty: { text: 'Empty', tone: 'neutral', icon: 'circle-outline' },
  refused: { text: 'Not readable', tone: 'bad', icon: 'error' },
};
