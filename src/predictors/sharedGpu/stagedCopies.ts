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
 * What the host moves to and from its staging buffers for several processes together, bytes per ns: 8 and 12 instances of
 * six programs with pageable copies got 33 to 38 GB/s of a link that gives one pinned copy 53.
 */
const HOST_BYTES_PER_NS = 36;
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

/**
 * Bandwidth of the link, as copies tell it by their time alone and the share of it that they use; one that a trace has
 * without a duration tells nothing.
 */
const linkBytesPerNs = (transfers: readonly LinkTransfer[]): number =>
  Math.max(...transfers.map(({ bytes, soloNs, linkShare }) => (soloNs > 0 ? bytes / soloNs / linkShare : 0)));

/** Speed of every copy or piece of a direction, 1 alone, in the order in which they came. */
export function stagedRates(transfers: readonly LinkTransfer[]): number[] {
  const first = transfers.findIndex(({ pinned }) => pinned);
  const goes = transfers.map(
    ({ pinned, bytes }, at) => at === first || (!pinned && (first < 0 || at < first || bytes < SMALL_BYTES)),
  );
  const pageable = transfers.flatMap(({ pinned }, at) => (goes[at] && !pinned ? [at] : []));
  const own = pageable.map((at) => transfers[at]!);
  const shares = evenShares(
    own.map(({ linkShare }) => linkShare),
    own.length > 1 ? Math.min(1, HOST_BYTES_PER_NS / linkBytesPerNs(own)) : 1,
  );
  const rates = transfers.map((_, at) => Number(at === first));
  pageable.forEach((at, place) => (rates[at] = shares[place]!));
  return rates;
}
