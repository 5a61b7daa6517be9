import { html, type TemplateResult } from 'lit/html.js';
import type { ProfileContext } from '../state';
import { say } from '../../../src/words';

/** Two ways to list the same rows: summed, or one by one. */
export function summedSwitch(
  summed: boolean,
  titles: { readonly summed: string; readonly single: string },
  update: ProfileContext['update'],
): TemplateResult {
  const choice = (value: boolean, title: string): TemplateResult =>
    html`<button
      type="button"
      aria-pressed=${summed === value ? 'true' : 'false'}
      @click=${() => update({ summed: value })}
    >
      ${title}
    </button>`;
  return html`<span class="segments" role="group" aria-label=${say('webview.profile.howRowsAreListed')}
    >${choice(true, titles.summed)}${choice(false, titles.single)}</span
  >`;
}
