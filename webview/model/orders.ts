import { words } from '../../src/words';
import type {
  OrderCandidate,
  OrderResult,
  StreamPlanResult,
} from '../../src/analysis/results/timelineResult';
import { formatDuration, formatPercent } from './format';
import type { TableModel } from './table';
import { say } from '../../src/words';

/** One launch order among the others. */
export interface OrderRow {
  readonly key: string;
  readonly candidate: OrderCandidate;
  readonly rank: number;
  readonly best: boolean;
  readonly written: boolean;
  /** Change of the makespan against the written order, e.g. −0.08. */
  readonly change: number;
}

/** How many orders are listed; the table behind the list has all. */
const LISTED = 24;

export function orderKey(candidate: OrderCandidate): string {
  return candidate.order.join(' → ');
}

/**
 * All orders by makespan; best and written ones are among them even when the search left them out.
 *
 * @param gain share of the time as written that the best one saves; null where that is within its error: none is best then
 */
export function orderRows(order: OrderResult, gain: number | null): readonly OrderRow[] {
  const byKey = new Map(
    [...order.candidates, order.bestOrder, order.writtenOrder].map((one) => [orderKey(one), one]),
  );
  const [best, written] = [orderKey(order.bestOrder), orderKey(order.writtenOrder)];
  return [...byKey]
    .sort(([, a], [, b]) => a.makespanNs - b.makespanNs)
    .map(([key, candidate], index) => ({
      key,
      candidate,
      rank: index + 1,
      best: gain !== null && key === best,
      written: key === written,
      change: relativeChange(candidate.makespanNs, order.writtenOrder.makespanNs),
    }));
}

/** The rows to list: the first ones, and the written order wherever it stands. */
export function listedOrders(rows: readonly OrderRow[]): readonly OrderRow[] {
  return rows.filter((row, index) => index < LISTED || row.written);
}

/** (to − from) / from; 0 when there is nothing to compare with. */
export function relativeChange(to: number, from: number): number {
  return from === 0 ? 0 : to / from - 1;
}

export function orderTable(rows: readonly OrderRow[]): TableModel {
  return {
    columns: [
      { title: say('webview.timeline.order') },
      { title: say('webview.timeline.makespanColumn'), unit: 'ns', format: formatDuration },
      { title: say('webview.timeline.againstTheWrittenOrder'), format: formatPercent },
      { title: say('webview.timeline.limitedBy') },
      { title: say('webview.timeline.note') },
    ],
    rows: rows.map((row) => [
      row.key,
      row.candidate.makespanNs,
      row.change,
      words(row.candidate.limitedBy),
      [row.best ? say('webview.timeline.best') : '', row.written ? say('webview.timeline.asWritten') : '']
        .filter(Boolean)
        .join(', ') || null,
    ]),
  };
}

/**
 * The answer to "should this program use streams?" in one sentence. A plan is held against the program as written where
 * that has streams already.
 *
 * @param writtenNs predicted as written; null where it is not
 */
export function planAnswer(plan: StreamPlanResult, writtenNs: number | null): string {
  if (!plan.useStreams)
    return say(plan.usesStreams ? 'webview.timeline.streamsStay' : 'webview.timeline.noStreamsWouldNotMake');
  if (plan.asWritten) return say('webview.timeline.streamsAsWritten');
  const beforeNs = plan.usesStreams ? writtenNs : null;
  const gain = formatPercent(Math.abs(relativeChange(plan.plannedNs, beforeNs ?? plan.pinnedSerialNs)));
  const pieces =
    plan.pieces > 1 ? say('webview.timeline.kernelsAndCopiesSplitInto', { pieces: plan.pieces }) : '';
  return say(beforeNs === null ? 'webview.timeline.yesTakeOffTheSerial' : 'webview.timeline.planAnew', {
    streams: plan.streams,
    pieces,
    gain,
  });
}
