import type { ReadStatus } from '../../../src/kernel/profile';
import type { Tone } from '../../model/summary';
import { say } from '../../../src/words';

/** How a reading status is worded and coloured. */
export const STATUS: Readonly<
  Record<ReadStatus, { readonly text: string; readonly tone: Tone; readonly icon: string }>
> = {
  full: { text: say('webview.profile.read'), tone: 'good', icon: 'pass' },
  partial: { text: say('webview.profile.readInPart'), tone: 'warning', icon: 'warning' },
  empty: { text: say('webview.profile.empty'), tone: 'neutral', icon: 'circle-outline' },
  refused: { text: say('webview.profile.notReadable'), tone: 'bad', icon: 'error' },
};
