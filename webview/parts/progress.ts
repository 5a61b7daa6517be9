import { html, type TemplateResult } from 'lit/html.js';
import { style } from './style';

export interface RunningWork {
  readonly message: string;
  /** 0–1, null when it cannot be told. */
  readonly fraction: number | null;
}

/** A thin line that shows work; its place is kept while idle (null) so that nothing moves. */
export function progressLine(work: RunningWork | null): TemplateResult {
  if (work === null) return html`<div class="progress"></div>`;
  const { message, fraction } = work;
  if (fraction === null)
    return html`<div class="progress indeterminate" role="progressbar" aria-label=${message}><i></i></div>`;
  return html`<div
    class="progress"
    role="progressbar"
    aria-label=${message}
    aria-valuemin="0"
    aria-valuemax="100"
    aria-valuenow=${Math.round(fraction * 100)}
  >
    <i ${style({ '--share': String(fraction) })}></i>
  </div>`;
}
