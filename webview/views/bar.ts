import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { SharingMode } from '../../src/kernel/prediction';
import { MODE_TITLES, predictorTitle } from '../model/words';
import { dropdown } from '../parts/dropdown';
import { icon } from '../parts/icon';
import { progressLine } from '../parts/progress';
import type { ViewContext } from '../state/appState';
import { say } from '../../src/words';

/** The bar on top: what the numbers are for (GPU, sharing, predictor) and what is being computed. */
export function bar(context: ViewContext): TemplateResult {
  const { results, activity } = context.state;
  return html`<header class="bar">
    <div class="bar-row">
      ${gpuField(context)} ${modeField(context)} ${predictorField(results?.matrix.predictors ?? [])}
      <div class="bar-end">
        <div class="bar-activity" role="status">${activityText(context)}</div>
        ${
          activity.busy
            ? html`<vscode-button appearance="secondary" @click=${() => context.post({ type: 'cancel' })}
                >${say('webview.page.cancel')}</vscode-button
              >`
            : html`<vscode-button appearance="secondary" @click=${() => context.post({ type: 'analyze' })}
                >${say('webview.page.analyze')}</vscode-button
              >`
        }
      </div>
    </div>
    ${progressLine(activity.busy ? activity : null)}
  </header>`;
}

/** Who tells of pairs, where anybody does. */
function predictorField(predictors: readonly string[]): TemplateResult | typeof nothing {
  if (predictors.length === 0) return nothing;
  return html`<div class="field">
    <span class="caption">${say('webview.page.pairsBy')}</span>
    <span class="fact">${predictors.map(predictorTitle).join(say('webview.page.else'))}</span>
  </div>`;
}

function gpuField({ state, post }: ViewContext): TemplateResult {
  const current = state.results?.gpu;
  const listed = state.gpus.map((gpu) => ({ value: gpu.id, label: gpu.name }));
  const options =
    current === undefined || listed.some((option) => option.value === current.id)
      ? listed
      : [{ value: current.id, label: current.name }, ...listed];
  return dropdown({
    label: 'GPU',
    value: current?.id ?? '',
    options,
    onChange: (id) => post({ type: 'selectGpu', id }),
  });
}

function modeField({ state, post }: ViewContext): TemplateResult {
  const current = state.results?.mode;
  const modes =
    current === undefined || state.modes.includes(current) ? state.modes : [current, ...state.modes];
  return dropdown({
    label: say('webview.page.sharing'),
    value: current ?? '',
    options: modes.map((mode) => ({ value: mode, label: MODE_TITLES[mode] })),
    onChange: (mode) => post({ type: 'selectMode', mode: mode as SharingMode }),
  });
}

function activityText({ state }: ViewContext): TemplateResult | typeof nothing {
  const { busy, message, fraction, background } = state.activity;
  if (!busy) return nothing;
  const text = state.results === null || background ? message : say('webview.page.updating', { message });
  const done = fraction === null ? '' : ` · ${Math.round(fraction * 100)}\u202f%`;
  return html`<span title=${text + done}>${icon('sync', 'spin')} ${text}${done}</span>`;
}
