import { html, nothing, type TemplateResult } from 'lit/html.js';
import {
  filterRows,
  rowsAsTable,
  sortRows,
  tellingColumns,
  toggledSort,
  type Column,
  type Sort,
} from '../../model/columns';
import { count, formatCount } from '../../model/format';
import { fileName } from '../../model/kernels';
import { memoizeLast } from '../../model/memoize';
import { toCsv } from '../../model/table';
import { iconButton } from '../../parts/icon';
import { virtualTable, type VirtualTableModel } from '../../parts/virtualTable';
import type { PageContext } from '../state';
import { tableView, withTable, type ProfileTab } from '../viewState';
import { say } from '../../../src/words';
import { fieldName } from '../../parts/fieldName';
import { withoutEndings } from '../../../src/kernel/texts';

/** A table of the page with its heading: what it lists, and what can be done with a row. */
export interface TableSection<R extends { readonly id: string }> extends Pick<
  VirtualTableModel<R>,
  'onOpen' | 'openHint' | 'mark' | 'note'
> {
  readonly tab: ProfileTab;
  readonly title: string;
  /** One row, as a word. */
  readonly noun: 'function' | 'kernel' | 'row' | 'value' | 'warning';
  readonly columns: readonly Column<R>[];
  /** Columns on the clipboard; those on screen where absent. */
  readonly csv?: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly arrange: Arrangement<R>;
  readonly filterHint: string;
  /** Order before the user asks for one; null for that of the file. */
  readonly sort: Sort | null;
  readonly controls?: TemplateResult | typeof nothing;
}

/** Rows and columns on screen; remembers its last answers, for a file may have very many rows. */
export interface Arrangement<R> {
  columns(columns: readonly Column<R>[], rows: readonly R[]): readonly Column<R>[];
  rows(rows: readonly R[], filter: string, column: Column<R> | undefined, descending: boolean): readonly R[];
}

/** @param text what a filter looks into. */
export function arrangement<R>(text: (row: R) => string): Arrangement<R> {
  const found = memoizeLast((rows: readonly R[], filter: string) => filterRows(rows, filter, text));
  return {
    columns: memoizeLast(tellingColumns<R>),
    rows: memoizeLast((rows, filter, column, descending) => {
      const matching = found(rows, filter);
      return column === undefined ? matching : sortRows(matching, column.value, descending);
    }),
  };
}

const NO_SORT: Sort = { column: '', descending: false };

export function tableSection<R extends { readonly id: string }>(
  section: TableSection<R>,
  context: PageContext,
): TemplateResult {
  const { tab, arrange, rows } = section;
  const view = tableView(context.state.view, tab);
  const columns = arrange.columns(section.columns, rows);
  const sort = view.sort ?? section.sort ?? NO_SORT;
  const column = columns.find(({ id }) => id === sort.column);
  const shown = arrange.rows(rows, view.filter, column, sort.descending);
  const change = (patch: Parameters<typeof withTable>[2]): void =>
    context.update(withTable(context.state.view, tab, patch));
  return html`<section class="table-section" aria-labelledby="${tab}-title">
    ${heading(section, shown, context)}
    ${virtualTable<R>({
      id: `${tab}-table`,
      label: section.title,
      columns,
      rows: shown,
      all: rows,
      sort,
      onSort: (by) => change({ sort: toggledSort(sort, by) }),
      rowId: ({ id }) => id,
      selected: view.selected,
      onSelect: ({ id }) => {
        if (id !== view.selected) change({ selected: id });
      },
      onOpen: section.onOpen,
      openHint: section.openHint,
      ...(section.mark && { mark: section.mark }),
      ...(section.note && { note: section.note }),
      empty:
        view.filter === ''
          ? say(`webview.none.${section.noun}`)
          : say(`webview.noMatch.${section.noun}`, { filter: view.filter }),
      order: `${sort.column} ${sort.descending} ${view.filter} ${rows.length}`,
    })}
  </section>`;
}

function heading<R extends { readonly id: string }>(
  section: TableSection<R>,
  shown: readonly R[],
  { state, update, post, page }: PageContext,
): TemplateResult {
  const { tab, title, noun, rows, csv, columns } = section;
  const { filter } = tableView(state.view, tab);
  const total = count(rows.length, noun);
  const asCsv = (): string => toCsv(rowsAsTable(csv ?? columns, shown));
  return html`<div class="section-head">
    <h2 id="${tab}-title">${title}</h2>
    <span class="caption" role="status"
      >${shown.length === rows.length ? total : say('webview.profile.shownOf', { shown: formatCount(shown.length), total })}</span
    >
    ${section.controls ?? nothing}
    <vscode-text-field
      class="filter"
      placeholder=${section.filterHint}
      ${fieldName(say('webview.profile.filter', { title }))}
      .value=${filter}
      @input=${(event: Event) =>
        update(withTable(state.view, tab, { filter: (event.target as HTMLInputElement).value }))}
    ></vscode-text-field>
    ${iconButton('copy', say('webview.profile.copyTheShownAsCsv', { title }), () => post({ type: 'copy', text: asCsv(), what: say('webview.page.inSentence', { title }) }))}
    ${iconButton('save', say('webview.profile.saveTheShownAsCsv', { title }), () =>
      post({ type: 'save', suggestedName: `${baseName(page.path)}.${tab}.csv`, text: asCsv() }),
    )}
  </div>`;
}

const ENDINGS = ['csv', 'txt', 'log', 'out', 'gz', 'json'];

/** File name without its endings. */
function baseName(path: string): string {
  return withoutEndings(fileName(path), ENDINGS);
}
