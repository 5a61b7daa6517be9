import { html, nothing, type TemplateResult } from 'lit/html.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Advice } from '../../../src/analysis/results/workspaceResults';
import { formatPercent } from '../../model/format';
import { fileName } from '../../model/kernels';
import { rankAdvice } from '../../model/summary';
import { shareBar } from '../../parts/bars';
import { icon } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';
import { toggled } from '../../state/viewState';
import { say, words } from '../../../src/words';
import { noAdviceText, openNumbers } from '../../../src/words/texts/noAdvice';

const KIND_ICONS: Readonly<Record<Advice['kind'], string>> = {
  'block-size': 'graph',
  'stream-order': 'list-ordered',
  streams: 'split-horizontal',
  'co-run': 'table',
  launch: 'rocket',
};

/** What could be changed, ranked by an upper bound of the time that it saves. */
export function adviceList(context: ResultsContext): TemplateResult {
  const ranked = rankAdvice(context.results.advice);
  return html`<section aria-labelledby="advice-title">
    <div class="section-head">
      <h2 id="advice-title">${say('webview.overview.advice')}</h2>
      <span class="caption">${say('webview.overview.byTheMostThatIt')}</span>
    </div>
    ${
      ranked.length === 0
        ? html`<p class="none">${say('advice.nothing', { why: noAdviceText(context.results) })}</p>`
        : html`<ol class="advice">
            ${repeat(
              ranked,
              (advice) => advice.id,
              (advice) => adviceItem(advice, context),
            )}
          </ol>`
    }
    ${openNumbersLine(context)}
  </section>`;
}

/** The numbers that would time most of the kernels without a time, and the way to set them. */
function openNumbersLine({ results, post }: ResultsContext): TemplateResult | typeof nothing {
  const open = openNumbers(results);
  if (open === null) return nothing;
  const { names, kernels } = open;
  const ask = (): void => post({ type: 'askAssumption', key: names[0]! });
  return html`<p class="none">
    ${say('advice.openNumbers', { kernels, how: '' })}
    <button type="button" class="link strong" @click=${ask}>${say('advice.setNumbers', { names })}</button>
  </p>`;
}

function adviceItem(advice: Advice, { state, post, update }: ResultsContext): TemplateResult {
  const open = state.view.explained.includes(advice.id);
  const explain = (): void => update({ explained: toggled(state.view.explained, advice.id) });
  return html`<li>
    <div class="advice-line">
      ${icon(KIND_ICONS[advice.kind])}
      <span class="advice-title">${words(advice.title)}</span>
      ${
        advice.gain === null
          ? html`<span class="caption" title=${say('webview.overview.noEvidenceGivesTheGain')}
              >${say('webview.overview.gainNotKnown')}</span
            >`
          : html`<span class="bar-cell" title=${say('webview.overview.upperBoundOfTheSaved')}
              >${shareBar(advice.gain, 'gain')}<span class="number"
                >≤ ${formatPercent(advice.gain)}</span
              ></span
            >`
      }
    </div>
    <div class="advice-actions">
      <button
        type="button"
        class="link"
        @click=${() => post({ type: 'reveal', path: advice.path, line: advice.line })}
      >
        ${fileName(advice.path)}:${advice.line}
      </button>
      <button type="button" class="link" aria-expanded=${open ? 'true' : 'false'} @click=${explain}>
        ${open ? say('webview.overview.hideWhy') : say('webview.overview.explain')}
      </button>
      ${applyControl(advice, () => post({ type: 'applyAdvice', id: advice.id }))}
    </div>
    ${open ? html`<p class="explanation">${words(advice.explanation)}</p>` : nothing}
  </li>`;
}

function applyControl({ editable }: Advice, apply: () => void): TemplateResult | typeof nothing {
  if (!editable) return nothing;
  const title = say('webview.overview.rewritesTheSourceIfThat');
  return html`<button type="button" class="link strong" title=${title} @click=${apply}>
    ${say('webview.overview.apply')}
  </button>`;
}
