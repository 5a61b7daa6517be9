import { html, nothing, type TemplateResult } from 'lit/html.js';
import { toCsv, type TableModel } from '../model/table';
import type { ViewContext } from '../state/appState';
import { toggled } from '../state/viewState';
import { dataTable } from './dataTable';
import { icon, iconButton } from './icon';

export interface ChartFrame {
  /** Stable id under which the choice of table or chart is kept. */
  readonly id: string;
  readonly title: string;
  readonly caption?: string | TemplateResult;
  /** Further controls of the heading. */
  readonly controls?: TemplateResult | typeof nothing;
  readonly chart: TemplateResult;
  /** Computed only when it is shown or copied. */
  readonly table: () => TableModel;
}

/** A chart with its heading, the table behind it, and a button that copies it as CSV. */
export function chartFrame(frame: ChartFrame, { state, update, post }: ViewContext): TemplateResult {
  const asTable = state.view.tables.includes(frame.id);
  const toggle = asTable ? 'Show as chart' : 'Show as table';
  return html`<section aria-labelledby="${frame.id}-title">
    <div class="section-head">
      <h2 id="${frame.id}-title">${frame.title}</h2>
      <span class="spacer"></span>
      ${frame.controls ?? nothing}
      <button
        type="button"
        class="icon-button"
        title=${toggle}
        aria-label="${frame.title}: ${toggle.toLowerCase()}"
        aria-pressed=${asTable ? 'true' : 'false'}
        @click=${() => update({ tables: toggled(state.view.tables, frame.id) })}
      >
        ${icon('list-flat')}
      </button>
      ${iconButton('copy', `${frame.title}: copy as CSV`, () =>
        post({ type: 'copy', text: toCsv(frame.table()), what: frame.title.toLowerCase() }),
      )}
    </div>
    ${frame.caption === undefined ? nothing : html`<p class="caption">${frame.caption}</p>`}
    ${asTable ? dataTable(frame.table(), `${frame.title}, table`) : frame.chart}
  </section>`;
}
