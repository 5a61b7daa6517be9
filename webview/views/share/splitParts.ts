import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AppSlowdown } from '../../../src/analysis/results/shareResult';
import { formatPercent, formatSlowdown, formatSms } from '../../model/format';
import { shareBar } from '../../parts/bars';
import { icon } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import { say, titleOf } from '../../../src/words';

/** SMs of all in the colours of the drawing, and the even split that they are held against. */
export function splitHeadline(sms: readonly number[], even: readonly number[]): TemplateResult {
  const kind =
    String(sms) === String(even)
      ? say('webview.share.anEvenSplit')
      : say('webview.share.insteadOf', { sms: even.join(' : ') });
  return html`<p class="headline">
    ${sms.map((count, index) => html`${index === 0 ? nothing : ' : '}${swatch(index)}${count}`)}
    <small>${say('webview.share.splitKind', { kind })}</small>
  </p>`;
}

/** The colour in which the chart draws an application. */
export function swatch(index: number): TemplateResult {
  return html`<span class="swatch series-${index % 6}" aria-hidden="true"></span>`;
}

/** A slowdown with its bar, in the colour of the application. */
export function slowdownCell(
  { slowdown, sms }: { readonly slowdown: number; readonly sms: number },
  index: number,
  largest: number,
  predictor: string,
): TemplateResult {
  return html`${shareBar(slowdown / largest, `series-${index % 6}`)} ${formatSlowdown(slowdown)}
    ${originMark('predicted', predictor)} <small>${formatSms(sms)}</small>`;
}

/** The two factors of a slowdown under its number. */
export function splitFactors(
  { scalability, interference }: Readonly<Partial<Record<'scalability' | 'interference', number>>>,
  cause: AppSlowdown['cause'],
): TemplateResult | typeof nothing {
  if (scalability === undefined || interference === undefined) return nothing;
  const most =
    cause === null || cause === 'nothing'
      ? ''
      : say('webview.share.mostFrom', { cause: titleOf('cause', cause) });
  return html`<span class="place"
    >${say('webview.share.fewerSmsInterference', { scalability: formatSlowdown(scalability), interference: formatSlowdown(interference), most })}</span
  >`;
}

/** Whether an application keeps its progress target; nothing for one without. */
export function targetMark({
  target,
  progress,
}: {
  readonly target: number | null;
  readonly progress: number;
}): TemplateResult | typeof nothing {
  if (target === null) return nothing;
  const met = progress >= target;
  const text = say('webview.share.progressTarget', {
    progress: formatPercent(progress),
    target: formatPercent(target),
  });
  return html`<span title=${text}
    >${icon(met ? 'check' : 'warning', met ? 'good' : '')} ${formatPercent(progress)}</span
  >`;
}
