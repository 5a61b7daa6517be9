import { html, nothing, render, type TemplateResult } from 'lit/html.js';
import { largestValue, shownCell, type Column, type Sort } from '../model/columns';
import { rowWindow, scrollToRow } from '../model/rowWindow';
import { shareBar } from './bars';
import { icon } from './icon';
import { style } from './style';

/** What a long table shows; a new object is a new state of the table. */
export interface VirtualTableModel<R> {
  /** Unique on the page. */
  readonly id: string;
  readonly label: string;
  readonly columns: readonly Column<R>[];
  /** In the order in which they are shown. */
  readonly rows: readonly R[];
  /** All rows, also those that a filter hides: bars are drawn against their largest value. */
  readonly all: readonly R[];
  readonly sort: Sort;
  readonly onSort: (column: Column<R>) => void;
  readonly rowId: (row: R) => string;
  /** Id of the selected row. */
  readonly selected: string | null;
  readonly onSelect: (row: R) => void;
  /** Enter, or a click on the text of the first column. */
  readonly onOpen: (row: R) => void;
  /** What `onOpen` does with the row, as a tooltip. */
  readonly openHint: (row: R) => string;
  /** Stands before the text of the first column. */
  readonly mark?: (row: R) => TemplateResult;
  /** Stands behind the text of the first column, quieter. */
  readonly note?: (row: R) => string;
  /** Said where there are no rows. */
  readonly empty: string;
  /** A change of it scrolls back to the top. */
  readonly order: string;
}

/** A long table. */
export function virtualTable<R>(model: VirtualTableModel<R>): TemplateResult {
  return html`<corun-table .model=${model}></corun-table>`;
}

/** Rows of text, in the height of their letters. */
const ROW_HEIGHT_EM = 2.1;
const CELL_PADDING_PX = 20;

/**
 * A table of any number of rows: only those on screen are in the document. One stop of the Tab key;
 * arrow keys, Page and Home/End move the selection, Enter opens.
 */
export class VirtualTable extends HTMLElement {
  private _model: VirtualTableModel<unknown> | null = null;
  private _largest = new Map<string, number>();
  private _selected = -1;
  private scheduled = false;
  private readonly resize = new ResizeObserver(() => this.invalidate());

  set model(model: VirtualTableModel<unknown>) {
    const before = this._model;
    this._model = model;
    if (before?.all !== model.all || before.columns !== model.columns)
      this._largest = new Map(
        model.columns
          .filter((column) => column.bar === true)
          .map((column) => [column.id, largestValue(column, model.all)]),
      );
    if (before?.rows !== model.rows || before.selected !== model.selected)
      this._selected = model.rows.findIndex((row) => model.rowId(row) === model.selected);
    if (before !== null && before.order !== model.order) this.scrollTop = 0;
    this.draw();
  }

  connectedCallback(): void {
    this.className = 'virtual-table';
    this.addEventListener('scroll', () => this.invalidate(), { passive: true });
    this.resize.observe(this);
    this.draw();
  }

  disconnectedCallback(): void {
    this.resize.disconnect();
  }

  private invalidate(): void {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame(() => {
      this.scheduled = false;
      this.draw();
    });
  }

  private get rowHeight(): number {
    return Math.round(parseFloat(getComputedStyle(this).fontSize) * ROW_HEIGHT_EM);
  }

  /** Height for rows below the header, which stays in view. */
  private get viewHeight(): number {
    return this.clientHeight - (this.querySelector('thead')?.offsetHeight ?? 0);
  }

  private draw(): void {
    const model = this._model;
    // Sizes are known only in the page.
    if (model === null || !this.isConnected) return;
    const height = this.rowHeight;
    const shown = rowWindow(model.rows.length, height, this.scrollTop, this.viewHeight);
    const active = this._selected >= shown.first && this._selected < shown.end ? this._selected : null;
    render(
      html`<table
          role="grid"
          tabindex="0"
          aria-label=${model.label}
          aria-rowcount=${model.rows.length + 1}
          aria-activedescendant=${active === null ? nothing : this.rowDomId(active)}
          ${style({ 'min-width': totalWidth(model.columns), '--row-height': `${height}px` })}
          @keydown=${(event: KeyboardEvent) => this.onKey(event)}
        >
          <colgroup>
            ${model.columns.map((column, index) => html`<col ${style({ width: index === 0 ? 'auto' : columnWidth(column) })} />`)}
          </colgroup>
          <thead>
            <tr aria-rowindex="1">
              ${model.columns.map((column) => headerCell(model, column))}
            </tr>
          </thead>
          <tbody>
            ${spacer(shown.before)}
            ${model.rows.slice(shown.first, shown.end).map((row, index) => this.row(model, row, shown.first + index))}
            ${spacer(shown.after)}
          </tbody>
        </table>
        ${model.rows.length === 0 ? html`<p class="none">${model.empty}</p>` : nothing}`,
      this,
    );
  }

  private rowDomId(index: number): string {
    return `${this._model?.id}-row-${index}`;
  }

  private row(model: VirtualTableModel<unknown>, row: unknown, index: number): TemplateResult {
    const selected = index === this._selected;
    return html`<tr
      id=${this.rowDomId(index)}
      aria-rowindex=${index + 2}
      aria-selected=${selected ? 'true' : 'false'}
      class=${selected ? 'selected' : ''}
      @click=${() => model.onSelect(row)}
    >
      ${model.columns.map((column, at) => (at === 0 ? leadCell(model, column, row) : this.cell(column, row)))}
    </tr>`;
  }

  private cell(column: Column<unknown>, row: unknown): TemplateResult {
    const text = shownCell(column, row);
    const hint = column.hint?.(row) ?? '';
    const value = column.value(row);
    const largest = this._largest.get(column.id);
    const bar =
      largest === undefined || largest === 0 || typeof value !== 'number'
        ? nothing
        : shareBar(value / largest, column.id);
    return html`<td class=${column.format === undefined ? '' : 'numeric'} title=${hint === '' ? text : hint}>
      ${bar}${value === null ? html`<span class="unknown">${text}</span>` : text}
    </td>`;
  }

  private onKey(event: KeyboardEvent): void {
    const model = this._model;
    if (model === null || model.rows.length === 0 || event.target instanceof HTMLButtonElement) return;
    const page = Math.max(Math.floor(this.viewHeight / this.rowHeight) - 1, 1);
    const last = model.rows.length - 1;
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: this._selected + 1,
      ArrowUp: this._selected - 1,
      PageDown: this._selected + page,
      PageUp: this._selected - page,
      Home: 0,
      End: last,
    };
    const target = steps[event.key];
    const current = model.rows[this._selected];
    if (event.key === 'Enter' && this._selected >= 0) model.onOpen(current);
    else if (target !== undefined) this.moveTo(Math.min(Math.max(target, 0), last));
    else return;
    event.preventDefault();
  }

  private moveTo(index: number): void {
    const model = this._model;
    if (model === null) return;
    this.scrollTop = scrollToRow(index, model.rows.length, this.rowHeight, this.scrollTop, this.viewHeight);
    model.onSelect(model.rows[index]);
  }
}

function headerCell(model: VirtualTableModel<unknown>, column: Column<unknown>): TemplateResult {
  const { sort } = model;
  const active = sort.column === column.id;
  const order = active ? (sort.descending ? 'descending' : 'ascending') : 'none';
  return html`<th scope="col" aria-sort=${order} class=${column.format === undefined ? '' : 'numeric'}>
    <button type="button" class="sort" @click=${() => model.onSort(column)}>
      ${column.title} ${active ? icon(sort.descending ? 'arrow-down' : 'arrow-up') : nothing}
    </button>
  </th>`;
}

function leadCell(model: VirtualTableModel<unknown>, column: Column<unknown>, row: unknown): TemplateResult {
  const open = (event: Event): void => {
    event.stopPropagation();
    model.onSelect(row);
    model.onOpen(row);
  };
  const text = shownCell(column, row);
  const note = model.note?.(row) ?? '';
  const whole = column.hint?.(row) ?? text;
  return html`<th scope="row">
    <span class="lead"
      >${model.mark?.(row) ?? nothing}<button
        type="button"
        class="link"
        tabindex="-1"
        title="${whole}
${model.openHint(row)}"
        @click=${open}
      >
        ${text}</button
      >${note === '' ? nothing : html`<span class="place">${note}</span>`}</span
    >
  </th>`;
}

function spacer(height: number): TemplateResult {
  return html`<tr class="gap" aria-hidden="true">
    <td ${style({ height: `${height}px` })}></td>
  </tr>`;
}

function columnWidth({ width }: Column<unknown>): string {
  return `calc(${width}ch + ${CELL_PADDING_PX}px)`;
}

function totalWidth(columns: readonly Column<unknown>[]): string {
  const characters = columns.reduce((sum, column) => sum + column.width, 0);
  return `calc(${characters}ch + ${columns.length * CELL_PADDING_PX}px)`;
}
