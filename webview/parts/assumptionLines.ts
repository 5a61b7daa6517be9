import { html, type TemplateResult } from 'lit/html.js';
import type { Assumption } from '../../src/kernel/origin';
import type { ViewContext } from '../state/appState';
import { originMark } from './origin';
import { say, words } from '../../src/words';

/** What a number takes for granted, with the way to where it can be replaced. */
export function assumptionLines(assumptions: readonly Assumption[], { update }: ViewContext): TemplateResult {
  return html`<ul class="plain">
      ${assumptions.map((assumption) => html`<li>${originMark('assumed')} ${words(assumption.text)}</li>`)}
    </ul>
    <button type="button" class="link" @click=${() => update({ view: 'assumptions' })}>
      ${say('webview.page.setAssumedValues')}
    </button>`;
}
