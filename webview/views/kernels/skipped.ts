import { words } from '../../../src/words';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { count } from '../../model/format';
import { fileName } from '../../model/kernels';
import type { ResultsContext } from '../../state/appState';
import { say } from '../../../src/words';

/** Ranges of source that were not understood; they never stop the rest. */
export function skippedList({ results, post }: ResultsContext): TemplateResult | typeof nothing {
  const skipped = results.files.flatMap((file) =>
    file.skipped.map(({ range, reason }) => ({ path: file.path, line: range.startLine, reason })),
  );
  if (skipped.length === 0) return nothing;
  return html`<section aria-labelledby="skipped-title">
    <div class="section-head">
      <h2 id="skipped-title">${say('webview.overview.notUnderstood')}</h2>
      <span class="caption"
        >${say('webview.overview.leftOut', { skipped: count(skipped.length, 'range') })}</span
      >
    </div>
    <ul class="skipped">
      ${skipped.map(
        ({ path, line, reason }) =>
          html`<li>
            <button
              type="button"
              class="link"
              title=${path}
              @click=${() => post({ type: 'reveal', path, line })}
            >
              ${fileName(path)}:${line}
            </button>
            <span>${words(reason)}</span>
          </li>`,
      )}
    </ul>
  </section>`;
}
