import { html, nothing, type TemplateResult } from 'lit/html.js';
import { unreadIn } from '../../../src/analysis/results/unreadCode';
import type { UnreadCode } from '../../../src/kernel/source';
import { say, words } from '../../../src/words';
import { fileName } from '../../model/kernels';
import { icon } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';

/** Places beyond these are counted. */
const MOST_PLACES = 8;

/** Host code that was not followed, whose launches no card can be of; nothing where all was. */
export function unreadList(context: ResultsContext): TemplateResult | typeof nothing {
  const codes = unreadIn(context.results);
  if (codes.length === 0) return nothing;
  const more = codes.length - MOST_PLACES;
  return html`<section class="unread" aria-labelledby="unread-title">
    <div class="section-head">
      <h2 id="unread-title">${say('webview.overlap.unread')}</h2>
      <span class="caption">${say('webview.overlap.unreadText')}</span>
    </div>
    <ul class="plain">
      ${codes.slice(0, MOST_PLACES).map((code) => unreadItem(code, context))}
      ${more > 0 ? html`<li>${say('screen.moreFaults', { more })}</li>` : nothing}
    </ul>
  </section>`;
}

function unreadItem({ what, location, open = [] }: UnreadCode, { post }: ResultsContext): TemplateResult {
  const { path, line } = location;
  const ask = (): void => post({ type: 'askAssumption', key: open[0]! });
  return html`<li>
    ${icon('question')} ${words(what)}
    <button type="button" class="link" title=${path} @click=${() => post({ type: 'reveal', path, line })}>
      ${fileName(path)}:${line}
    </button>
    ${
      open.length === 0
        ? nothing
        : html`<button type="button" class="link strong" @click=${ask}>
            ${say('webview.timeline.setNumbers', { names: open })}
          </button>`
    }
  </li>`;
}
