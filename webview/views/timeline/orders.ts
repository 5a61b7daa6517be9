import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { OrderResult } from '../../../src/analysis/results/timelineResult';
import { formatChange, formatDuration } from '../../model/format';
import { listedOrders, orderRows, orderTable, relativeChange, type OrderRow } from '../../model/orders';
import { shareBar } from '../../parts/bars';
import { chartFrame } from '../../parts/chartFrame';
import { icon } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';
import { say, words } from '../../../src/words';

/** Launch orders by makespan; hovering or focusing one compares it on the timeline, a click keeps it there. */
export function orderList(order: OrderResult, gain: number | null, context: ResultsContext): TemplateResult {
  const rows = orderRows(order, gain);
  const listed = listedOrders(rows);
  const slowest = Math.max(order.serialNs, ...listed.map((row) => row.candidate.makespanNs));
  return chartFrame(
    {
      id: 'orders',
      title: say('webview.timeline.launchOrders'),
      caption: [searched(order, rows.length), gain === null ? say('webview.timeline.noneSure') : '']
        .filter(Boolean)
        .join(' '),
      table: () => orderTable(rows),
      chart: html`<div class="table-scroll">
          <table class="orders">
            <thead>
              <tr>
                <th scope="col">${say('webview.timeline.orderTitle')}</th>
                <th scope="col">${say('webview.timeline.makespan')}</th>
                <th scope="col">${say('webview.timeline.againstWritten')}</th>
                <th scope="col">${say('webview.timeline.limitedByTitle')}</th>
              </tr>
            </thead>
            <tbody @pointerleave=${() => context.hoverOrder(null)}>
              ${listed.map((row) => orderRow(row, slowest, context))} ${serialRow(order, slowest)}
            </tbody>
          </table>
        </div>
        ${
          rows.length > listed.length
            ? html`<p class="none">
                ${say('webview.timeline.slowerOrdersAreInThe', { rows: rows.length - listed.length })}
              </p>`
            : nothing
        }
        ${whatIf(order)}`,
    },
    context,
  );
}

function searched({ exact, boundNs, bestOrder }: OrderResult, tried: number): string {
  if (exact) return say('webview.timeline.allOrdersWereTried', { tried });
  const gap = relativeChange(bestOrder.makespanNs, boundNs);
  return say('webview.timeline.ordersWereTriedNoneCan', {
    tried,
    boundNs: formatDuration(boundNs),
    gap: formatChange(gap),
  });
}

function orderRow(
  row: OrderRow,
  slowest: number,
  { state, update, hoverOrder }: ResultsContext,
): TemplateResult {
  const { key, candidate } = row;
  const pinned = state.view.pinnedOrder === key;
  return html`<tr class=${pinned ? 'selected' : ''} @pointerenter=${() => hoverOrder(key)}>
    <th scope="row">
      <button
        type="button"
        class="link"
        aria-pressed=${pinned ? 'true' : 'false'}
        title=${say('webview.timeline.keepOnTheTimeline')}
        @focus=${() => hoverOrder(key)}
        @blur=${() => hoverOrder(null)}
        @click=${() => update({ pinnedOrder: pinned ? null : key })}
      >
        ${key}
      </button>
      ${pinned ? icon('pinned') : nothing}
      ${row.best ? html`<span class="tag good">${say('webview.timeline.best')}</span>` : nothing}
      ${row.written ? html`<span class="tag">${say('webview.timeline.asWritten')}</span>` : nothing}
    </th>
    <td>
      <span class="bar-cell"
        >${shareBar(candidate.makespanNs / slowest)}<span class="number wide"
          >${formatDuration(candidate.makespanNs)}</span
        ></span
      >
    </td>
    <td class="numeric ${row.change < 0 ? 'good' : ''}">${row.written ? '' : formatChange(row.change)}</td>
    <td>${words(candidate.limitedBy)}</td>
  </tr>`;
}

function serialRow({ serialNs, writtenOrder }: OrderResult, slowest: number): TemplateResult {
  return html`<tr class="serial">
    <th scope="row">${say('webview.timeline.oneAfterTheOther')}</th>
    <td>
      <span class="bar-cell"
        >${shareBar(serialNs / slowest)}<span class="number wide">${formatDuration(serialNs)}</span></span
      >
    </td>
    <td class="numeric">${formatChange(relativeChange(serialNs, writtenOrder.makespanNs))}</td>
    <td></td>
  </tr>`;
}

function whatIf({ whatIf: changes, bestOrder }: OrderResult): TemplateResult | typeof nothing {
  if (changes.length === 0) return nothing;
  return html`<h3>${say('webview.timeline.whatWouldChange')}</h3>
    <ul class="plain">
      ${changes.map(
        ({ change, makespanNs }) =>
          html`<li>
            ${say('webview.timeline.againstTheBestOrder', { change, makespanNs: formatDuration(makespanNs), relativeChange: formatChange(relativeChange(makespanNs, bestOrder.makespanNs)) })}
          </li>`,
      )}
    </ul>`;
}
