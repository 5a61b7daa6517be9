import { html, type TemplateResult } from 'lit/html.js';
import { repeat } from 'lit/directives/repeat.js';
import type { KernelResult } from '../../../src/analysis/results/kernelResult';
import { count, toNanoseconds } from '../../model/format';
import { allKernels } from '../../model/kernels';
import { filterKernels, kernelCsv, sortKernels } from '../../model/kernelTable';
import { toCsv } from '../../model/table';
import { icon, iconButton } from '../../parts/icon';
import { arrowTarget } from '../../parts/roving';
import type { ResultsContext } from '../../state/appState';
import { KERNEL_COLUMNS, type KernelColumn } from '../../state/viewState';
import { COLUMN_TITLES } from './columns';
import { kernelRow, type RowScales } from './kernelRow';
import { say } from '../../../src/words';
import { fieldName } from '../../parts/fieldName';

/** Numbers are looked at from the top down, names from A to Z. */
const FIRST_DESCENDING: Readonly<Record<KernelColumn, boolean>> = {
  name: false,
  class: true,
  occupancy: false,
  time: true,
  block: true,
  corun: true,
};

/** All kernels: sortable, filterable, a click opens the source. */
export function kernelTable(context: ResultsContext): TemplateResult {
  const { kernelSort, kernelFilter, kernelId } = context.state.view;
  const all = allKernels(context.results);
  const shown = sortKernels(filterKernels(all, kernelFilter), kernelSort.column, kernelSort.descending);
  const scales = scalesOf(all);
  const tabStop = shown.some((kernel) => kernel.id === kernelId) ? kernelId : shown[0]?.id;
  return html`<section aria-labelledby="kernels-title">
    ${heading(context, all, shown)}
    <div class="table-scroll">
      <table class="kernels" aria-labelledby="kernels-title">
        <thead>
          <tr>
            ${KERNEL_COLUMNS.map((column) => headerCell(context, column))}
            <th scope="col"><span class="sr-only">${say('webview.overview.openInAnotherView')}</span></th>
          </tr>
        </thead>
        <tbody @keydown=${moveInTable}>
          ${repeat(
            shown,
            (kernel) => kernel.id,
            (kernel) =>
              kernelRow(
                kernel,
                { scales, selected: kernel.id === kernelId, tabStop: kernel.id === tabStop },
                context,
              ),
          )}
        </tbody>
      </table>
      ${shown.length === 0 ? html`<p class="none">${say('webview.overview.noKernelMatches', { kernelFilter })}</p>` : ''}
    </div>
  </section>`;
}

function heading(
  { state, update, post }: ResultsContext,
  all: readonly KernelResult[],
  shown: readonly KernelResult[],
): TemplateResult {
  const filter = (event: Event): void => update({ kernelFilter: (event.target as HTMLInputElement).value });
  const total = count(all.length, 'kernel');
  return html`<div class="section-head">
    <h2 id="kernels-title">${say('webview.overview.kernelsTitle')}</h2>
    <span class="caption" role="status"
      >${shown.length === all.length ? total : say('webview.overview.shownOf', { shown: shown.length, total })}</span
    >
    <vscode-text-field
      class="filter"
      placeholder=${say('webview.overview.filterByNameFileClass')}
      ${fieldName(say('webview.overview.filterKernels'))}
      .value=${state.view.kernelFilter}
      @input=${filter}
    ></vscode-text-field>
    ${iconButton('copy', say('webview.overview.copyTheShownKernelsAs'), () =>
      post({ type: 'copy', text: toCsv(kernelCsv(shown)), what: say('webview.overview.kernelTable') }),
    )}
  </div>`;
}

function headerCell({ state, update }: ResultsContext, column: KernelColumn): TemplateResult {
  const { kernelSort } = state.view;
  const active = kernelSort.column === column;
  const sort = (): void =>
    update({
      kernelSort: { column, descending: active ? !kernelSort.descending : FIRST_DESCENDING[column] },
    });
  const order = active ? (kernelSort.descending ? 'descending' : 'ascending') : 'none';
  return html`<th scope="col" aria-sort=${order}>
    <button type="button" class="sort" @click=${sort}>
      ${COLUMN_TITLES[column]}
      ${icon(kernelSort.descending ? 'arrow-down' : 'arrow-up', active ? '' : 'hidden')}
    </button>
  </th>`;
}

function scalesOf(kernels: readonly KernelResult[]): RowScales {
  return kernels.reduce(
    (scales, kernel) => ({
      longestNs: Math.max(scales.longestNs, kernel.time === null ? 0 : (toNanoseconds(kernel.time) ?? 0)),
      highestSlowdown: Math.max(scales.highestSlowdown, kernel.worstPartner?.slowdown ?? 1),
    }),
    { longestNs: 1, highestSlowdown: 1 },
  );
}

/** Up and down move between rows on the same control, left and right between the controls of a row. */
function moveInTable(event: KeyboardEvent): void {
  const body = event.currentTarget as HTMLElement;
  const current = event.target as HTMLElement;
  const row = current.closest('tr');
  if (row === null) return;
  const controls = [...row.querySelectorAll('button')];
  const column = controls.indexOf(current as HTMLButtonElement);
  const sideways = arrowTarget(event.key, column, controls.length, {
    back: 'ArrowLeft',
    forth: 'ArrowRight',
  });
  const rows = [...body.querySelectorAll('tr')];
  const index = rows.indexOf(row);
  const vertical = { ArrowUp: index - 1, ArrowDown: index + 1, PageUp: index - 10, PageDown: index + 10 }[
    event.key
  ];
  if (vertical !== undefined) {
    const target = rows[Math.min(Math.max(vertical, 0), rows.length - 1)];
    const next = target === undefined ? [] : [...target.querySelectorAll('button')];
    next[Math.min(column, next.length - 1)]?.focus();
  } else if (sideways !== null) controls[sideways]?.focus();
  else return;
  event.preventDefault();
}
