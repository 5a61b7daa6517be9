import { say } from '../../../src/words';
import type { KernelColumn } from '../../state/viewState';

/** What the columns of the table are called; where it is narrow, what stands over each value. */
export const COLUMN_TITLES: Readonly<Record<KernelColumn, string>> = {
  name: say('webview.overview.kernelTitle'),
  class: say('webview.overview.boundBy'),
  occupancy: say('webview.overview.occupancyAndLimiter'),
  time: say('webview.overview.timeOfALaunch'),
  block: say('webview.overview.blockSize'),
  corun: say('webview.overview.coRunSlowdownWorstBeside'),
};
