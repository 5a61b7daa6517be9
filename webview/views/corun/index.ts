import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { SelectCellEvent } from '../../charts/heatmap';
import { scaleEnd } from '../../model/colour';
import { formatSlowdown } from '../../model/format';
import { highestSlowdown, matrixTable, orderMatrix, selectedCell } from '../../model/matrix';
import { kernelById } from '../../model/kernels';
import { pairTable } from '../../model/predictors';
import { toCsv } from '../../model/table';
import { chartFrame } from '../../parts/chartFrame';
import { dropdown } from '../../parts/dropdown';
import { words } from '../../../src/words';
import { emptyState } from '../../parts/emptyState';
import { icon, iconButton } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';
import { MATRIX_ORDERS, type MatrixOrder } from '../../state/viewState';
import { detailPanel } from './detail';

const ORDER_TITLES: Readonly<Record<MatrixOrder, string>> = {
  source: 'as in the sources',
  suffers: 'most slowed down first',
  causes: 'worst neighbour first',
};

/** The pairwise matrix and what is behind one of its cells. */
export function coRun(context: ResultsContext): TemplateResult {
  const { results, state, post } = context;
  if (results.matrix.kernelIds.length === 0)
    return html`${emptyState({
      icon: 'table',
      title: 'No co-run prediction',
      text: 'No kernel of this workspace is known well enough to predict how it shares a GPU.',
      actions: [{ label: 'Open the samples', run: () => post({ type: 'openSamples' }) }],
    })}
    ${leftOut(context)}`;
  const order = orderMatrix(results.matrix, state.view.matrixOrder);
  return html`<div class="corun">
    <div>${heatmap(context, order)} ${conditions(context)} ${leftOut(context)}</div>
    ${detailPanel(context)}
  </div>`;
}

function heatmap(context: ResultsContext, order: readonly number[]): TemplateResult {
  const { results, state, update } = context;
  const cell = selectedCell(results.matrix, state.view);
  return chartFrame(
    {
      id: 'heatmap',
      title: 'Slowdown beside each other',
      caption: 'row: who is slowed down, column: who runs beside it',
      controls: controls(context),
      table: () => matrixTable(results.matrix, order),
      chart: html`<corun-heatmap
          .model=${{ matrix: results.matrix, order, fit: state.view.matrixFit, selected: cell }}
          @select-cell=${({ detail }: SelectCellEvent) => update({ cell: detail, kernelId: detail.victim })}
        ></corun-heatmap>
        ${legend(highestSlowdown(results.matrix))}`,
    },
    context,
  );
}

function controls({ results, state, update, post }: ResultsContext): TemplateResult {
  const save = (): void =>
    post({ type: 'save', suggestedName: 'pairs.csv', text: toCsv(pairTable(results)) });
  const { matrixOrder, matrixFit } = state.view;
  return html`${dropdown({
      label: 'Order',
      value: matrixOrder,
      options: MATRIX_ORDERS.map((value) => ({ value, label: ORDER_TITLES[value] })),
      onChange: (value) => update({ matrixOrder: value as MatrixOrder }),
    })}
    <button
      type="button"
      class="icon-button"
      title="Fit to the width"
      aria-label="Fit the heatmap to the width"
      aria-pressed=${matrixFit ? 'true' : 'false'}
      @click=${() => update({ matrixFit: !matrixFit })}
    >
      ${icon('screen-full')}
    </button>
    ${iconButton('save', 'Save every pair by every predictor as CSV', save)}`;
}

function legend(highest: number): TemplateResult {
  return html`<div class="scale" aria-hidden="true">
    <span>${formatSlowdown(1)} as alone</span><i></i><span>${formatSlowdown(scaleEnd(highest))}</span>
    <span class="faster"><i></i> below ×1.00: faster than alone</span>
    <span class="missing"><i></i> no prediction</span>
  </div>`;
}

function conditions({ results }: ResultsContext): TemplateResult | typeof nothing {
  const { validOnly } = results.matrix;
  if (validOnly.length === 0) return nothing;
  return html`<ul class="conditions" aria-label="Holds only while">
    ${validOnly.map((condition) => html`<li>${icon('info')} ${words(condition)}</li>`)}
  </ul>`;
}

function leftOut({ results, post }: ResultsContext): TemplateResult | typeof nothing {
  const missing = results.matrix.leftOut;
  if (missing.length === 0) return nothing;
  return html`<details class="left-out">
    <summary>${missing.length} left out</summary>
    <ul class="skipped">
      ${missing.map(({ kernelId, reason }) => {
        const kernel = kernelById(results, kernelId);
        return html`<li>
          ${
            kernel === undefined
              ? html`<span>${kernelId}</span>`
              : html`<button
                  type="button"
                  class="link"
                  @click=${() => post({ type: 'reveal', path: kernel.path, line: kernel.line })}
                >
                  ${kernel.name}
                </button>`
          }
          <span>${words(reason)}</span>
        </li>`;
      })}
    </ul>
  </details>`;
}
