import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { CoRunMatrix } from '../../../src/analysis/results/coRunResult';
import type { SelectCellEvent } from '../../charts/heatmap';
import { scaleEnd } from '../../model/colour';
import { formatSlowdown } from '../../model/format';
import { highestSlowdown, shownMatrix, matrixTable, orderMatrix, selectedCell } from '../../model/matrix';
import { kernelById } from '../../model/kernels';
import { cardsOf, whyNothingMeets } from '../../model/overlap';
import { pairTable } from '../../model/predictors';
import { toCsv } from '../../model/table';
import { chartFrame } from '../../parts/chartFrame';
import { dropdown } from '../../parts/dropdown';
import { say, words } from '../../../src/words';
import { emptyState } from '../../parts/emptyState';
import { icon, iconButton } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';
import { MATRIX_ORDERS, type MatrixOrder } from '../../state/viewState';
import { detailPanel } from './detail';

const ORDER_TITLES: Readonly<Record<MatrixOrder, string>> = {
  source: say('webview.corun.asInTheSources'),
  suffers: say('webview.corun.mostSlowedDownFirst'),
  causes: say('webview.corun.worstNeighbourFirst'),
};

/** The pairwise matrix and what is behind one of its cells. */
export function coRun(context: ResultsContext): TemplateResult {
  const { results, post } = context;
  if (results.matrix.kernelIds.length === 0)
    return html`${emptyState({
      icon: 'table',
      title: say('webview.corun.noCoRunPrediction'),
      text: say('webview.corun.noKernelOfThisWorkspace'),
      actions: [{ label: say('webview.corun.openTheSamples'), run: () => post({ type: 'openSamples' }) }],
    })}
    ${leftOut(context)}`;
  const matrix = shownMatrix(results, context.state.view);
  if (matrix.kernelIds.length === 0) return html`${nothingMeets(context)} ${leftOut(context)}`;
  return html`<div class="corun">
    <div>${heatmap(context, matrix)} ${conditions(context)} ${leftOut(context)}</div>
    ${detailPanel(matrix, context)}
  </div>`;
}

const nothingMeets = ({ results, update }: ResultsContext): TemplateResult =>
  emptyState({
    icon: 'table',
    ...whyNothingMeets(results),
    actions: [
      ...(cardsOf(results).length > 0
        ? [{ label: say('webview.overlap.showOverlap'), run: () => update({ view: 'overlap' }) }]
        : []),
      { label: say('webview.corun.showAll'), run: () => update({ matrixAll: true }) },
    ],
  });

function heatmap(context: ResultsContext, matrix: CoRunMatrix): TemplateResult {
  const { state, update } = context;
  const order = orderMatrix(matrix, state.view.matrixOrder);
  const cell = selectedCell(matrix, state.view);
  return chartFrame(
    {
      id: 'heatmap',
      title: say('webview.corun.slowdownBesideEachOther'),
      caption: say('webview.corun.rowWhoIsSlowedDown'),
      controls: controls(context),
      table: () => matrixTable(matrix, order),
      chart: html`<corun-heatmap
          .model=${{ matrix, order, fit: state.view.matrixFit, selected: cell }}
          @select-cell=${({ detail }: SelectCellEvent) => update({ cell: detail, kernelId: detail.victim })}
        ></corun-heatmap>
        ${legend(highestSlowdown(matrix))}`,
    },
    context,
  );
}

function controls({ results, state, update, post }: ResultsContext): TemplateResult {
  const save = (): void =>
    post({ type: 'save', suggestedName: 'pairs.csv', text: toCsv(pairTable(results)) });
  const { matrixOrder, matrixFit, matrixAll } = state.view;
  return html`${dropdown({
      label: say('webview.corun.pairs'),
      value: matrixAll ? 'all' : 'meeting',
      options: [
        { value: 'meeting', label: say('webview.corun.thatCanMeet') },
        { value: 'all', label: say('webview.corun.all') },
      ],
      onChange: (value) => update({ matrixAll: value === 'all' }),
    })}
    ${dropdown({
      label: say('webview.corun.order'),
      value: matrixOrder,
      options: MATRIX_ORDERS.map((value) => ({ value, label: ORDER_TITLES[value] })),
      onChange: (value) => update({ matrixOrder: value as MatrixOrder }),
    })}
    <button
      type="button"
      class="icon-button"
      title=${say('webview.corun.fitToTheWidth')}
      aria-label=${say('webview.corun.fitTheHeatmapToThe')}
      aria-pressed=${matrixFit ? 'true' : 'false'}
      @click=${() => update({ matrixFit: !matrixFit })}
    >
      ${icon('screen-full')}
    </button>
    ${iconButton('save', say('webview.corun.saveEveryPairByEvery'), save)}`;
}

function legend(highest: number): TemplateResult {
  return html`<div class="scale" aria-hidden="true">
    <span>${say('webview.corun.asAlone', { slowdown: formatSlowdown(1) })}</span><i></i
    ><span
      >${highest > scaleEnd(highest) ? say('webview.corun.andMore', { slowdown: formatSlowdown(scaleEnd(highest)) }) : formatSlowdown(scaleEnd(highest))}</span
    >
    <span class="estimate"><i></i> ${say('webview.corun.hatched')}</span>
    <span class="faster"><i></i> ${say('webview.corun.below100FasterThan')}</span>
    <span class="missing"><i></i> ${say('webview.corun.noPrediction')}</span>
  </div>`;
}

function conditions({ results }: ResultsContext): TemplateResult | typeof nothing {
  const { validOnly } = results.matrix;
  if (validOnly.length === 0) return nothing;
  return html`<ul class="conditions" aria-label=${say('webview.corun.holdsOnlyWhile')}>
    ${validOnly.map((condition) => html`<li>${icon('info')} ${words(condition)}</li>`)}
  </ul>`;
}

function leftOut({ results, post }: ResultsContext): TemplateResult | typeof nothing {
  const missing = results.matrix.leftOut;
  if (missing.length === 0) return nothing;
  return html`<details class="left-out">
    <summary>${say('webview.corun.leftOut', { missing: missing.length })}</summary>
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
