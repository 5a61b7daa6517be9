import { html, type TemplateResult } from 'lit/html.js';
import { formatBytes, formatCount, formatDuration, formatScaled } from '../../model/format';
import { memoizeByObject, memoizeLast } from '../../model/memoize';
import {
  directionText,
  hostMemoryText,
  transferColumns,
  TRANSFER_CSV,
  transferRows,
  transferSums,
  transferText,
  type TransferRow,
  type TransferSum,
} from '../model/transferRows';
import type { PageContext } from '../state';
import { arrangement, tableSection } from './tableSection';
import { say } from '../../../src/words';

const arrange = arrangement(transferText);
const columnsOf = memoizeLast(transferColumns);
const isTrace = memoizeByObject(({ transfers }: PageContext['page']) =>
  transfers.every(({ calls }) => calls === 1),
);
const rowsOf = memoizeByObject(transferRows);
const sumsOf = memoizeByObject(transferSums);

/** Copies and memsets: sums by direction above the single ones. */
export function transfersView(context: PageContext): TemplateResult {
  const { page, post } = context;
  return html`${sumTable(sumsOf(page))}
  ${tableSection<TransferRow>(
    {
      tab: 'transfers',
      title: say('webview.profile.transfersTitle'),
      noun: 'row',
      columns: columnsOf(isTrace(page)),
      csv: TRANSFER_CSV,
      rows: rowsOf(page),
      arrange,
      filterHint: say('webview.profile.filterByDirectionMemoryOr'),
      sort: null,
      openHint: ({ transfer }) =>
        say('webview.profile.showsLineOfTheProfile', { line: transfer.location.line }),
      onOpen: ({ transfer }) => post({ type: 'revealRow', line: transfer.location.line }),
    },
    context,
  )}`;
}

function sumTable(sums: readonly TransferSum[]): TemplateResult {
  return html`<div class="table-scroll sums">
    <table aria-label=${say('webview.profile.transfersByDirection')}>
      <thead>
        <tr>
          <th scope="col">${say('webview.profile.byDirection')}</th>
          <th scope="col">${say('webview.profile.hostMemory')}</th>
          <th scope="col" class="numeric">${say('webview.profile.calls')}</th>
          <th scope="col" class="numeric">${say('webview.profile.size')}</th>
          <th scope="col" class="numeric">${say('webview.profile.time')}</th>
          <th scope="col" class="numeric">${say('webview.profile.meanBandwidth')}</th>
        </tr>
      </thead>
      <tbody>
        ${sums.map(sumRow)}
      </tbody>
    </table>
  </div>`;
}

function sumRow({ direction, pinned, calls, bytes, totalNs, bytesPerS }: TransferSum): TemplateResult {
  return html`<tr>
    <th scope="row">${directionText(direction)}</th>
    <td>${hostMemoryText(pinned) ?? '–'}</td>
    <td class="numeric">${formatCount(calls)}</td>
    <td class="numeric">${bytes === null ? '–' : formatBytes(bytes)}</td>
    <td class="numeric">${totalNs === null ? '–' : formatDuration(totalNs, 4)}</td>
    <td class="numeric">${bytesPerS === null ? '–' : formatScaled(bytesPerS, 'B/s')}</td>
  </tr>`;
}
