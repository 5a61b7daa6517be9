import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AppSlowdown } from '../../../src/analysis/results/shareResult';
import type { Words } from '../../../src/kernel/message';
import { progressChart } from '../../charts/progressChart';
import { formatPercent, formatSlowdown, formatSms } from '../../model/format';
import { curveTable } from '../../model/share';
import { shareBar } from '../../parts/bars';
import { chartFrame } from '../../parts/chartFrame';
import { icon } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import type { ResultsContext } from '../../state/appState';
import { say, titleOf, words } from '../../../src/words';
import { appliedSplit } from './applied';

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
function swatch(index: number): TemplateResult {
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

/** One application in the table of both splits. */
interface SplitRow {
  readonly name: string;
  readonly even: TemplateResult;
  readonly advised: TemplateResult;
}

/** The slowdowns of the even split beside those of the advised one. */
export function slowdownTable(subjects: string, rows: readonly SplitRow[]): TemplateResult {
  const [evenSplit, advisedSplit] = [say('webview.share.evenSplit'), say('webview.share.advisedSplit')];
  return html`<div class="table-scroll">
    <table class="slowdowns">
      <thead>
        <tr>
          <th scope="col">${subjects}</th>
          <th scope="col">${evenSplit}</th>
          <th scope="col">${advisedSplit}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ name, even, advised }, index) =>
            html`<tr>
              <th scope="row">${swatch(index)} ${name}</th>
              <td data-title=${evenSplit}>${even}</td>
              <td data-title=${advisedSplit}>${advised}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** Progress of all over SMs. */
export function progressCurves(
  apps: Parameters<typeof curveTable>[0] & Parameters<typeof progressChart>[0],
  context: ResultsContext,
): TemplateResult {
  const frame = {
    id: 'curves' as const,
    title: say('webview.share.progressOverSmsTitle'),
    caption: say('webview.share.progressIsSpeedOverThat'),
    table: () => curveTable(apps),
    chart: progressChart(apps),
  };
  return chartFrame(frame, context);
}

/** How a split is applied, or why it cannot be. */
export function howToApply(
  split: Parameters<typeof appliedSplit>[1] & {
    readonly applied: Parameters<typeof appliedSplit>[0] | null;
    readonly notApplied: Words | null;
  },
  context: ResultsContext,
): TemplateResult {
  const { applied, notApplied } = split;
  return html`${applied === null ? nothing : appliedSplit(applied, split, context)}
  ${notApplied === null ? nothing : html`<p class="none">${say('webview.share.notApplicable', { reason: notApplied })}</p>`}`;
}

/** What is unsure of a split; nothing where nothing is. */
export function warningList(warnings: readonly Words[]): TemplateResult | typeof nothing {
  if (warnings.length === 0) return nothing;
  return html`<ul class="plain warnings">
    ${warnings.map((line) => html`<li>${icon('warning')} ${words(line)}</li>`)}
  </ul>`;
}
