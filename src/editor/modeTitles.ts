import type { SharingMode } from '../kernel/prediction';
import { say } from '../words/say';

/** What users call the ways to share a GPU. */
export function modeTitle(mode: SharingMode): string {
  const titles: Readonly<Record<SharingMode, string>> = {
    streams: say('editor.mode.streams'),
    'time-slice': say('editor.mode.slices'),
    mps: 'MPS',
    spatial: say('editor.mode.ownSms'),
    mig: 'MIG',
    'intra-sm': say('editor.mode.sharedSms'),
  };
  return titles[mode];
}
