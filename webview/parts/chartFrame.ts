import { html, nothing, type TemplateResult } from 'lit/html.js';
import { toCsv, type TableModel } from '../model/table';
import type { ViewContext } from '../state/appState';
import { toggled } from '../state/viewState';
import { dataTable } from './dataTable';
import { icon, iconButton } from './icon';
import { say } from '../../src/words';

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
  const { title } = frame;
  const toggle = asTable ? say('webview.page.showAsChart') : say('webview.page.showAsTable');
  return html`<section aria-labelledby="${frame.id}-title">
    <div class="section-head">
      <h2 id="${frame.id}-title">${title}</h2>
      <span class="spacer"></span>
      ${frame.controls ?? nothing}
      <button
        type="button"
        class="icon-button"
        title=${toggle}
        aria-label=${asTable ? say('webview.page.showAsChartOf', { title }) : say('webview.page.showAsTableOf', { title })}
        aria-pressed=${asTable ? 'true' : 'false'}
        @click=${() => update({ tables: toggled(state.view.tables, frame.id) })}
      >
        ${icon('list-flat')}
      </button>
      ${iconButton('copy', say('webview.page.copyAsCsv', { title }), () =>
        post({ type: 'copy', text: toCsv(frame.table()), what: say('webview.page.inSentence', { title }) }),
      )}
    </div>
    ${frame.caption === undefined ? nothing : html`<p class="caption">${frame.caption}</p>`}
    ${asTable ? dataTable(frame.table(), say('webview.page.table', { title })) : frame.chart}
  </section>`;
}
