import { html, type TemplateResult } from 'lit/html.js';
import { ORIGIN_MARK, type Origin, type Sourced } from '../../src/kernel/origin';
import { formatSourced } from '../model/format';
import { say, titleOf, words } from '../../src/words';

/** The mark of an origin; `from` says in one line what the number rests on. */
export function originMark(origin: Origin, from = ''): TemplateResult {
  const name = titleOf('origin', origin);
  const title = from === '' ? name : `${name}: ${from}`;
  return html`<span class="origin origin-${origin}" role="img" aria-label=${name} title=${title}
    >${ORIGIN_MARK[origin]}</span
  >`;
}

/** A number with its unit and origin mark. */
export function sourced(value: Sourced, format: (value: Sourced) => string = formatSourced): TemplateResult {
  return html`<span class="sourced">${format(value)} ${originMark(value.origin, words(value.from))}</span>`;
}

/** What the four marks mean. */
export function originLegend(): TemplateResult {
  const origins = Object.keys(ORIGIN_MARK) as Origin[];
  return html`<ul class="origin-legend" aria-label=${say('webview.page.originOfNumbers')}>
    ${origins.map((origin) => html`<li>${originMark(origin)} ${titleOf('origin', origin)}</li>`)}
  </ul>`;
}
