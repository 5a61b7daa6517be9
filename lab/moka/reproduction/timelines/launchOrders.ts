import { english } from '../../../../src/words';
import type { Application } from '../../../../src/kernel/application';
import { limitsOf } from '../../../../src/timeline/criticalPath';
import { makespanNs, replay } from '../../../../src/timeline/replay';
import type { MokaModels } from '../../../../src/predictors/moka/mokaModels';
import { allOrders, equalStreams } from '../../../../src/predictors/moka/order/orders';
import { freeStreams, phasesOf } from '../../../../src/predictors/moka/order/phases';
import { reorder, serialize } from '../../../../src/predictors/moka/order/reorder';
import { lowerBound } from '../../../../src/predictors/moka/order/lowerBound';

export interface OrderRow {
  /** Initials of the streams in launch order, e.g. `VMP`. */
  readonly order: string;
  readonly makespanNs: number;
  readonly limitedBy: string;
  /** Makespan of one stream over this one. */
  readonly speedup: number;
}

export interface OrderTable {
  readonly rows: readonly OrderRow[];
  readonly serialNs: number;
  readonly boundNs: number;
  readonly boundBy: string;
}

/**
 * All launch orders of a few streams in batch style (figure 4.13), in the order of listing.
 *
 * @param initials letter of each stream, by stream name.
 */
export function launchOrders(
  application: Application,
  initials: Readonly<Record<string, string>>,
  models: MokaModels,
): OrderTable {
  const phases = phasesOf(application);
  const streams = freeStreams(phases);
  const serialNs = makespanNs(serialize(application), models.gpu, models);
  const rows = [...allOrders(streams, equalStreams(phases, streams))].flatMap((order) => {
    const reordered = reorder(application, phases, order, 'batch');
    if (reordered === null) return [];
    const timeline = replay([reordered.application], models.gpu, models);
    return [
      {
        order: order.map((stream) => initials[stream] ?? stream).join(''),
        makespanNs: timeline.makespanNs,
        limitedBy: english(limitsOf(timeline).text),
        speedup: serialNs / timeline.makespanNs,
      },
    ];
  });
  const bound = lowerBound(application, models.gpu, models);
  return { rows, serialNs, boundNs: bound.ns, boundBy: bound.resource };
}
