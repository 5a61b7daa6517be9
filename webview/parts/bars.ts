import { html, type TemplateResult } from 'lit/html.js';
import { style } from './style';

/** A share 0–1 as a short bar behind nothing; the number stands beside it. */
export function shareBar(share: number, className = ''): TemplateResult {
  return html`<span class="meter ${className}" aria-hidden="true"
    ><i ${style({ '--share': String(Math.min(Math.max(share, 0), 1)) })}></i
  ></span>`;
}

/** A range on a scale from 0 to 1 as a bar that starts at `from`. */
export function rangeBar(from: number, to: number, className = ''): TemplateResult {
  return html`<span class="meter range ${className}" aria-hidden="true"
    ><i ${style({ '--from': String(from), '--share': String(to - from) })}></i
  ></span>`;
}
