import { html, nothing, type TemplateResult } from 'lit/html.js';
import { say } from '../../src/words';
import type { ResultsContext } from '../state/appState';
import { icon } from './icon';

/** What the baseline says, and the ways to pin the present state or to forget it; further ways behind these. */
export function pinnedBar(
  text: string,
  { results: { changes }, post }: ResultsContext,
  more: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const pin = changes === undefined ? say('baseline.pin') : say('baseline.pinAgain');
  return html`<div class="baseline" role="group" aria-label=${say('baseline.row')}>
    ${icon('pinned')}
    <span role="status">${text}</span>
    <button type="button" class="link" @click=${() => post({ type: 'pinBaseline' })}>${pin}</button>
    ${
      changes === undefined
        ? nothing
        : html`<button type="button" class="link" @click=${() => post({ type: 'clearBaseline' })}>
            ${say('baseline.clear')}
          </button>`
    }
    ${more}
  </div>`;
}
