import { html, nothing, type TemplateResult } from 'lit/html.js';
import { say } from '../../../src/words';
import { changesText } from '../../../src/words/texts/baselineTexts';
import { icon } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';

/** What has changed since the state that the user pinned, and the ways to keep the present one: as a pin, and as a page. */
export function baselineBar({ results, post }: ResultsContext): TemplateResult {
  const { changes } = results;
  const pin = changes === undefined ? say('baseline.pin') : say('baseline.pinAgain');
  return html`<div class="baseline" role="group" aria-label=${say('baseline.row')}>
    ${icon('pinned')}
    <span role="status">${changes === undefined ? say('baseline.why') : changesText(results, changes)}</span>
    <button type="button" class="link" @click=${() => post({ type: 'pinBaseline' })}>${pin}</button>
    ${
      changes === undefined
        ? nothing
        : html`<button type="button" class="link" @click=${() => post({ type: 'clearBaseline' })}>
            ${say('baseline.clear')}
          </button>`
    }
    <button type="button" class="link" @click=${() => post({ type: 'writeReport' })}>
      ${say('webview.overlap.writeReport')}
    </button>
  </div>`;
}
