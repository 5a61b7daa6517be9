import { html, type TemplateResult } from 'lit/html.js';
import { cellText, type TableModel } from '../model/table';
import { say } from '../../src/words';

/** Rows that are drawn; a longer table is for the clipboard. */
const SHOWN_ROWS = 500;

/** The table behind a chart. */
export function dataTable(table: TableModel, label: string): TemplateResult {
  const hidden = table.rows.length - SHOWN_ROWS;
  const align = table.columns.map((_, index) =>
    table.rows.some((row) => typeof row[index] === 'number') ? 'numeric' : '',
  );
  return html`<div class="table-scroll bounded" tabindex="0" role="region" aria-label=${label}>
    <table>
      <thead>
        <tr>
          ${table.columns.map((column, index) => html`<th scope="col" class=${align[index]!}>${column.title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${table.rows.slice(0, SHOWN_ROWS).map(
          (row) =>
            html`<tr>
              ${row.map((cell, index) => {
                const text = cellText(table.columns[index]!, cell);
                return index === 0
                  ? html`<th scope="row" class=${align[index]!}>${text}</th>`
                  : html`<td class=${align[index]!}>${text}</td>`;
              })}
            </tr>`,
        )}
      </tbody>
    </table>
    ${hidden > 0 ? html`<p class="none">${say('webview.page.moreRowsCopyTheTable', { hidden: hidden.toLocaleString('en-US') })}</p>` : ''}
  </div>`;
}
