import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ApplicationResult, ReplayInput } from '../../../src/analysis/results/timelineResult';
import { sourced } from '../../parts/origin';
import { guessedText } from '../../../src/words/texts/summaries';
import { say, words } from '../../../src/words';

/** The times that a predicted timeline is made of, each with its origin. */
export function inputsTable({ inputs }: ApplicationResult): TemplateResult | typeof nothing {
  if (inputs.length === 0) return nothing;
  return html`<section aria-labelledby="inputs-title">
    <div class="section-head"><h2 id="inputs-title">${say('webview.timeline.madeOf')}</h2></div>
    <table class="compact inputs">
      <tbody>
        ${inputs.map(row)}
      </tbody>
    </table>
  </section>`;
}

function row({ kind, what, value }: ReplayInput): TemplateResult {
  return html`<tr>
    <th scope="row">
      ${kind === 'kernel' ? html`<code>${words(what)}</code> ${say('webview.timeline.alone')}` : words(what)}
    </th>
    <td class="numeric">${sourced(value)}</td>
    <td class="caption">
      ${[guessedText(value.guesses ?? []), words(value.from)].filter((text) => text !== null).join(' · ')}
    </td>
  </tr>`;
}
