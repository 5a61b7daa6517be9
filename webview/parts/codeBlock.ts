import { html, type TemplateResult } from 'lit/html.js';
import type { ApplyText } from '../../src/analysis/results/shareResult';
import { say, words } from '../../src/words';
import type { ViewContext } from '../state/appState';
import { iconButton } from './icon';

/** Commands or code with a button that copies them. */
export function codeBlock({ title, code: text }: ApplyText, { post }: ViewContext): TemplateResult {
  return html`<div class="code">
    <div class="section-head">
      <h3>${words(title)}</h3>
      <span class="spacer"></span>
      ${iconButton('copy', say('webview.share.copy', { title }), () => post({ type: 'copy', text, what: words(title) }))}
    </div>
    <pre tabindex="0">${text}</pre>
  </div>`;
}
