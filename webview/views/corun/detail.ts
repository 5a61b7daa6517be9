import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { CoRunMatrix } from '../../../src/analysis/results/coRunResult';
import type { Sourced } from '../../../src/kernel/origin';
import type { Prediction } from '../../../src/kernel/prediction';
import { say, titleOf, words } from '../../../src/words';
import { factorsText } from '../../../src/words/texts/summaries';
import { fairSplitText } from '../../../src/words/texts/fairSplitText';
import { coRunDetail, errorText, type CoRunDetail } from '../../model/coRunDetail';
import { together, type ResourceUse } from '../../../src/analysis/results/overlapResult';
import { formatChange, formatNumber, formatPercent, formatSlowdown } from '../../model/format';
import { selectedCell, type CellIds } from '../../model/matrix';
import { errorWords, pairAnswers } from '../../model/predictors';
import { MODE_TITLES, predictorTitle } from '../../model/words';
import { assumptionLines } from '../../parts/assumptionLines';
import { shareBar } from '../../parts/bars';
import { icon, iconButton } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import type { ResultsContext } from '../../state/appState';

/** Everything behind the selected cell of the heatmap. */
export function detailPanel(matrix: CoRunMatrix, context: ResultsContext): TemplateResult {
  const { results, state } = context;
  const cell = selectedCell(matrix, state.view);
  const detail = cell === null ? null : coRunDetail(results, cell.victim, cell.aggressor);
  return html`<aside class="detail" aria-label=${say('webview.corun.selectedPair')}>
    ${
      cell === null || detail === null
        ? html`<p class="none">${say('webview.corun.thereIsNoPredictionFor')}</p>`
        : pairDetail(cell, detail, context)
    }
  </aside>`;
}

function pairDetail(cell: CellIds, detail: CoRunDetail, context: ResultsContext): TemplateResult {
  return html`
    <div class="detail-head">${headline(cell, detail, context)}</div>
    <div class="detail-rest">${explanation(cell, detail, context)}</div>
  `;
}

/** Why the slowdown is what it is. */
function explanation(cell: CellIds, detail: CoRunDetail, context: ResultsContext): TemplateResult {
  const { prediction } = detail;
  return html`
    <h3>${say('webview.corun.madeOf')}</h3>
    ${partBars(prediction)}
    ${detail.equation === null ? nothing : html`<p class="caption">${detail.equation}</p>`}
    ${detail.resources.length === 0 ? nothing : resourceTable(detail)} ${inputs(prediction)}
    ${sideBySide(cell, context)} ${detail.divided.map((answer) => dividedAnswer(answer, cell, context))}
    <h3>${say('webview.corun.predictor')}</h3>
    <p>${predictorTitle(prediction.predictor)}, ${MODE_TITLES[prediction.mode]}</p>
    <p class="caption">${errorText(prediction.error)}</p>
    ${
      prediction.validOnly.length === 0
        ? nothing
        : html`<h3>${say('webview.corun.holdsOnlyWhile')}</h3>
            <ul class="plain">
              ${prediction.validOnly.map((condition) => html`<li>${words(condition)}</li>`)}
            </ul>`
    }
    ${
      prediction.assumptions.length === 0
        ? nothing
        : html`<h3>${say('webview.corun.assumed')}</h3>
            ${assumptionLines(prediction.assumptions, context)}`
    }
  `;
}

/** All predictors' answers for the pair, where there are several. */
function sideBySide(
  { victim, aggressor }: CellIds,
  { results }: ResultsContext,
): TemplateResult | typeof nothing {
  const answers = pairAnswers(results, victim, aggressor);
  if (answers.length < 2) return nothing;
  const isCompared = answers.some(({ offSimulated }) => offSimulated !== null);
  return html`<h3>${say('webview.corun.predictorsSideBySide')}</h3>
    <table class="compact predictors">
      <thead>
        <tr>
          <th scope="col">${say('webview.corun.predictor')}</th>
          <th scope="col" class="numeric">${say('webview.corun.slowdown')}</th>
          ${
            isCompared
              ? html`<th scope="col" class="numeric" title=${say('webview.corun.offSimulated')}>
                  ${say('webview.corun.off')}
                </th>`
              : nothing
          }
          <th scope="col">${say('webview.corun.itsError')}</th>
        </tr>
      </thead>
      <tbody>
        ${answers.map((answer) => {
          const { predictor, mode, slowdown, origin, offSimulated } = answer;
          const error = errorWords(answer);
          return html`<tr>
            <th scope="row">${predictorTitle(predictor)} <span class="place">${MODE_TITLES[mode]}</span></th>
            <td class="numeric">${formatSlowdown(slowdown)} ${originMark(origin, predictor)}</td>
            ${
              isCompared
                ? html`<td class="numeric">${offSimulated === null ? '–' : formatChange(offSimulated)}</td>`
                : nothing
            }
            <td title=${error.long}>${error.short}</td>
          </tr>`;
        })}
      </tbody>
    </table>`;
}

/** A predictor's number for SMs of one's own, beside whatever the cell holds, and the way to a split. */
function dividedAnswer(
  answer: Prediction,
  { victim, aggressor }: CellIds,
  { state, update }: ResultsContext,
): TemplateResult {
  const { slowdown, split: sms, origin, predictor, error, warnings = [], fairSplit } = answer;
  const split = (): void =>
    update({ view: 'share', share: { ...state.view.share, kernelIds: [...new Set([victim, aggressor])] } });
  return html`<h3>${say('webview.corun.onHalfOfTheSms')}</h3>
    <p>
      ${formatSlowdown(slowdown)} ${originMark(origin, predictor)}
      ${say('webview.corun.onSms', { sms: sms![0]! })}
    </p>
    <p class="caption">${factorsText(answer)}</p>
    ${fairSplit === undefined ? nothing : html`<p>${say('webview.corun.fairSplit', { fairSplitText: fairSplitText(fairSplit) })}</p>`}
    <p class="caption">${predictor}: ${errorText(error)}</p>
    ${
      warnings.length === 0
        ? nothing
        : html`<ul class="plain warnings">
            ${warnings.map((line) => html`<li>${icon('warning')} ${words(line)}</li>`)}
          </ul>`
    }
    ${
      victim === aggressor
        ? nothing
        : html`<button type="button" class="link" @click=${split}>
            ${say('webview.corun.splitTheSmsBetweenThem')}
          </button>`
    }`;
}

function headline(
  { victim: victimId, aggressor: aggressorId }: CellIds,
  { victim, aggressor, prediction, reverse }: CoRunDetail,
  { update }: ResultsContext,
): TemplateResult {
  const swap = (): void =>
    update({ cell: { victim: aggressorId, aggressor: victimId }, kernelId: aggressorId });
  return html`
    <p class="pair">
      <strong>${victim}</strong> ${say('webview.corun.besideWord')} <strong>${aggressor}</strong>
    </p>
    <p class="headline">
      ${formatSlowdown(prediction.slowdown)} ${originMark(prediction.origin, prediction.predictor)}
      <small>${say('webview.corun.theTimeItTakesAlone')}</small>
    </p>
    ${
      reverse === null
        ? nothing
        : html`<p class="caption">
            ${say('webview.corun.theOtherWayRound', { slowdown: formatSlowdown(reverse.slowdown) })}
            ${originMark(reverse.origin, reverse.predictor)}
            ${iconButton('arrow-swap', say('webview.corun.showBeside', { aggressor, victim }), swap)}
          </p>`
    }
  `;
}

function partBars({ parts, slowdown }: Prediction): TemplateResult {
  const entries = Object.entries(parts);
  if (entries.length === 0)
    return html`<p class="caption">${say('webview.corun.thePredictorGivesNoParts')}</p>`;
  const largest = entries.reduce((high, [, value]) => Math.max(high, value), slowdown);
  return html`<table class="compact">
    <tbody>
      ${entries.map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${titleOf('part', name)}</th>
            <td>${shareBar(value / largest, 'corun')}</td>
            <td class="numeric">${formatNumber(value)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

function resourceTable({ resources, victim, aggressor }: CoRunDetail): TemplateResult {
  return html`<h3>${say('webview.corun.useOfTheGpuEach')}</h3>
    <table class="compact resources">
      <thead>
        <tr>
          <th scope="col">${say('webview.corun.resource')}</th>
          <th scope="col" title=${victim}>${victim}</th>
          <th scope="col" title=${aggressor}>${aggressor}</th>
          <th scope="col" class="numeric">${say('webview.corun.both')}</th>
        </tr>
      </thead>
      <tbody>
        ${resources.map(resourceRow)}
      </tbody>
    </table>`;
}

function resourceRow(use: ResourceUse): TemplateResult {
  const both = together(use);
  return html`<tr>
    <th scope="row">${titleOf('resource', use.resource)}</th>
    <td>${share(use.victim)}</td>
    <td>${share(use.aggressor)}</td>
    <td
      class="numeric ${both > 1 ? 'over' : ''}"
      title=${both > 1 ? say('webview.corun.moreThanThereIs') : ''}
    >
      ${both > 1 ? icon('warning') : nothing} ${formatPercent(both)}
    </td>
  </tr>`;
}

function share(value: Sourced | null): TemplateResult {
  if (value === null) return html`<span class="unknown">–</span>`;
  return html`<span class="bar-cell"
    >${shareBar(value.value)}<span class="number">${formatPercent(value.value)}</span>${originMark(
      value.origin,
      words(value.from),
    )}</span
  >`;
}

function inputs({ inputs: values }: Prediction): TemplateResult | typeof nothing {
  const entries = Object.entries(values);
  if (entries.length === 0) return nothing;
  return html`<details>
    <summary>${say('webview.corun.inputsUsed')}</summary>
    <table class="compact">
      <tbody>
        ${entries.map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td class="numeric">${formatNumber(value, 4)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}
