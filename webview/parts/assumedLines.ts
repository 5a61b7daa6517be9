import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { Words } from '../../src/kernel/message';
import { words } from '../../src/words';
import { originMark } from './origin';

/** What a result takes for granted, behind a line that says how much that is. */
export function assumedLines(summary: string, lines: readonly Words[]): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing;
  return html`<details class="left-out">
    <summary>${summary}</summary>
    <ul class="plain">
      ${lines.map((line) => html`<li>${originMark('assumed')} ${words(line)}</li>`)}
    </ul>
  </details>`;
}
