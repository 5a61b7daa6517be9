import { message } from '../../kernel/message';
import type { TaskModel } from '../../timeline/models';
import { evenShares, linkModel, type LinkTransfer } from '../linkModel';
import type { CopyTasks } from '../sideBySide';

/**
 * Copies between host and device (section 5). Those of pageable memory share the bandwidth of their direction evenly,
 * as far as it does not suffice for all at full speed (equations 6 to 8, as exact fair sharing). Those of pinned memory
 * take the link one behind the other: they hold up whatever comes (equation 9) and what is under way (scenario 3).
 * Directions do not meet, unless the GPU has a single copy engine.
 */
export function sharedTransfers(tasks: CopyTasks): TaskModel {
  return linkModel(tasks, {
    name: message('predictors.prophet.transfers'),
    rates: transferRates,
    pieces: () => 1,
    passingNs: () => 0,
  });
}

/** Speed of every transfer of a direction, 1 alone, in the order in which they came. */
export function transferRates(transfers: readonly Pick<LinkTransfer, 'pinned' | 'linkShare'>[]): number[] {
  const first = transfers.findIndex(({ pinned }) => pinned);
  if (first >= 0) return transfers.map((_, at) => (at === first ? 1 : 0));
  return evenShares(transfers.map(({ linkShare }) => linkShare));
}
