import { message } from '../../kernel/message';
import type { TaskModel } from '../../timeline/models';
import { evenShares, linkModel, type LinkTransfer } from '../linkModel';
import type { CopyTasks } from '../sideBySide';

/**
 * Bytes of a pageable copy that the driver hands to the copy engine at a time: services that copy 2 to 93 MB beside 1 to
 * 12 programs with pinned copies waited once for all pinned copies in the queue for each 7 MB (H100, driver 580;
 * `npm run study -- applications-on-card`).
 */
const PIECE_BYTES = 7e6;
/** Smaller pageable copies do not wait behind pinned ones: those of 0.5 MB did not, one of 1.6 MB did. */
const SMALL_BYTES = 1e6;

/**
 * Of a direction's bandwidth, what pageable copies of several processes get together: 8 and 12 instances of five programs
 * got 33 to 38 GB/s of the 53 that one pinned copy gets, whatever one alone gets.
 */
const PAGEABLE_SHARE = 0.68;
/**
 * From one process's pinned copy to the next one's, ns: 2 to 12 instances of a program with two copies a run were 0.2 ms
 * a run slower than their copies, of one with three 0.37 ms.
 */
const PASSING_NS = 100e3;

/**
 * Copies as on the H100: pinned ones are served one behind the other and hardly notice pageable ones. A pageable one goes
 * in pieces, each of which waits for the pinned copies that are in the queue when it comes; meanwhile, and while none is
 * there, pageable copies share the link evenly, as far as it does not suffice.
 */
export function stagedCopies(tasks: CopyTasks): TaskModel {
  return linkModel(tasks, {
    name: message('predictors.sharedGpu.copies'),
    rates: stagedRates,
    pieces: ({ bytes, pinned }) => (pinned ? 1 : Math.max(1, Math.round(bytes / PIECE_BYTES))),
    passingNs: ({ bytes, pinned }) => (pinned && bytes >= SMALL_BYTES ? PASSING_NS : 0),
  });
}

/** Speed of every copy or piece of a direction, 1 alone, in the order in which they came. */
export function stagedRates(transfers: readonly LinkTransfer[]): number[] {
  const first = transfers.findIndex(({ pinned }) => pinned);
  const goes = transfers.map(
    ({ pinned, bytes }, at) => at === first || (!pinned && (first < 0 || at < first || bytes < SMALL_BYTES)),
  );
  const pageable = transfers.flatMap(({ pinned }, at) => (goes[at] && !pinned ? [at] : []));
  const whole = pageable.length > 1 ? PAGEABLE_SHARE : 1;
  const shares = evenShares(
    pageable.map((at) => transfers[at]!.linkShare),
    whole,
  );
  const rates = transfers.map((_, at) => Number(at === first));
  pageable.forEach((at, place) => (rates[at] = shares[place]!));
  return rates;
}
