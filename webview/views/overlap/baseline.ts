import { html, type TemplateResult } from 'lit/html.js';
import { say } from '../../../src/words';
import { changesText } from '../../../src/words/texts/baselineTexts';
import { pinnedBar } from '../../parts/pinnedBar';
import type { ResultsContext } from '../../state/appState';

/** What has changed since the state that the user pinned, and the ways to keep the present one: as a pin, and as a page. */
export function baselineBar(context: ResultsContext): TemplateResult {
  const { results, post } = context;
  const { changes } = results;
  return pinnedBar(
    changes === undefined ? say('baseline.why') : changesText(results, changes),
    context,
    html`<button type="button" class="link" @click=${() => post({ type: 'writeReport' })}>
      ${say('webview.overlap.writeReport')}
    </button>`,
  );
}
