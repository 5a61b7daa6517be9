import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { GanttElement, RevealBarEvent } from '../../charts/gantt';
import type { DeviceTrace } from '../../../src/analysis/profileProtocol';
import { idleTexts, iterationTexts, traceTitle } from '../../../src/words/texts/traceTexts';
import { operationLines, understoodText } from '../../../src/words/texts/operationTexts';
import { say } from '../../../src/words';
import { formatCount, formatDuration, formatPercent } from '../../model/format';
import { shareBar } from '../../parts/bars';
import { dropdown } from '../../parts/dropdown';
import { iconButton } from '../../parts/icon';
import { style } from '../../parts/style';
import { deviceTimeline, operatorTimes, timeParts } from '../model/deviceTimeline';
import type { PageContext } from '../state';

/** Rows of the short tables beside the timeline. */
const MOST_ROWS = 12;

/** A trace as a whole: streams over time, idle time and its causes, what repeats, and where kernel time goes. */
export function timelineView(context: PageContext): TemplateResult {
  const { page, state, update } = context;
  const chosen = Math.min(state.view.device, page.devices.length - 1);
  const device = page.devices[chosen];
  if (device === undefined) return html`${nothing}`;
  return html`<div class="trace">
    ${
      page.devices.length < 2
        ? nothing
        : dropdown({
            label: say('webview.profile.device'),
            value: String(chosen),
            options: page.devices.map((one, index) => ({ value: String(index), label: traceTitle(one) })),
            onChange: (value) => update({ device: Number(value) }),
          })
    }
    ${chart(device, context)} ${timeBar(device)}
    <ul class="conditions">
      ${[...idleTexts(device), ...iterationTexts(device)].map((text) => html`<li>${text}</li>`)}
    </ul>
    <div class="columns">
      <div>${operationTable(context)} ${operatorTable(context)}</div>
      <div>${gapTable(device, context)}</div>
    </div>
  </div>`;
}

function chart(device: DeviceTrace, { page, post }: PageContext): TemplateResult {
  const element = (): GanttElement | null => document.querySelector<GanttElement>('corun-gantt');
  const title = traceTitle(device);
  return html`<section aria-labelledby="trace-title">
    <div class="section-head">
      <h2 id="trace-title">${title}</h2>
      <span class="caption">${say(`webview.profile.shown.${device.shown}`)}</span>
      <span class="spacer"></span>
      ${iconButton('zoom-in', say('webview.timeline.zoomIn'), () => element()?.zoomBy(2))}
      ${iconButton('zoom-out', say('webview.timeline.zoomOut'), () => element()?.zoomBy(0.5))}
      ${iconButton('screen-full', say('webview.timeline.showTheWholeTimeline'), () => element()?.fit())}
    </div>
    <corun-gantt
      .model=${{ sections: [{ title: say('webview.profile.streamsTitle'), timeline: deviceTimeline(page)(device) }], marker: null }}
      @reveal-bar=${({ detail }: RevealBarEvent) => post({ type: 'revealRow', line: detail.line })}
    ></corun-gantt>
  </section>`;
}

/** Busy and idle time as one bar; the same in words stands below it. */
function timeBar(device: DeviceTrace): TemplateResult {
  const parts = timeParts(device);
  const label = parts.map(({ title, share }) => `${title} ${formatPercent(share)}`).join(', ');
  return html`<div class="time-parts" role="img" aria-label=${label}>
      ${parts.map(({ id, share }) => html`<i class="part-${id}" ${style({ '--share': String(share) })}></i>`)}
    </div>
    <p class="caption kinds">
      ${parts.map(
        ({ id, title, share, ns }) =>
          html`<span class="kind"
            ><i class="part-${id}"></i>${title} ${formatPercent(share)} (${formatDuration(ns)})</span
          >`,
      )}
    </p>`;
}

function operationTable({ page }: PageContext): TemplateResult | typeof nothing {
  const { operations } = page;
  const total = operations.reduce((sum, { totalNs }) => sum + totalNs, 0);
  if (total === 0) return nothing;
  const rows = operationLines(operations).map(({ assumedShare, ...line }) => ({
    ...line,
    note: assumedShare > 0 ? say('webview.profile.suggested', { share: assumedShare }) : '',
  }));
  const table = timeTable(say('webview.profile.byOperation'), say('webview.profile.operation'), total, rows);
  return html`${table}
    <p class="caption">${understoodText(operations)}</p>`;
}

function operatorTable({ page }: PageContext): TemplateResult | typeof nothing {
  const operators = operatorTimes(page);
  if (operators.length === 0) return nothing;
  const total = operators.reduce((sum, { totalNs }) => sum + totalNs, 0);
  const rows = operators.slice(0, MOST_ROWS).map((row) => ({ ...row, isPart: false, note: '' }));
  return timeTable(say('webview.profile.byOperator'), say('webview.profile.operator'), total, rows);
}

interface TimeRow {
  /** One of the parts of the row above. */
  readonly isPart: boolean;
  readonly name: string;
  readonly note: string;
  readonly calls: number;
  readonly totalNs: number;
}

function timeTable(title: string, what: string, total: number, rows: readonly TimeRow[]): TemplateResult {
  return html`<section class="table-scroll">
    <table aria-label=${title}>
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col">${what}</th>
          <th scope="col" class="numeric">${say('webview.profile.calls')}</th>
          <th scope="col" class="numeric">${say('webview.profile.time')}</th>
          <th scope="col" class="numeric">${say('webview.profile.share')}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ isPart, name, note, calls, totalNs }) =>
            html`<tr class=${isPart ? 'part' : ''}>
              <th scope="row">
                ${name} ${note === '' ? nothing : html`<span class="caption">${note}</span>`}
              </th>
              <td class="numeric">${formatCount(calls)}</td>
              <td class="numeric">${formatDuration(totalNs)}</td>
              <td class="numeric">${shareBar(totalNs / total, 'time')} ${formatPercent(totalNs / total)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function gapTable({ gaps }: DeviceTrace, { post }: PageContext): TemplateResult | typeof nothing {
  if (gaps.length === 0) return nothing;
  const title = say('webview.profile.longestGaps');
  return html`<section class="table-scroll">
    <table aria-label=${title}>
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col" class="numeric">${say('webview.profile.time')}</th>
          <th scope="col">${say('webview.profile.gapAfter')}</th>
          <th scope="col">${say('webview.profile.gapBefore')}</th>
        </tr>
      </thead>
      <tbody>
        ${gaps.map(
          ({ startNs, endNs, after, before, line }) =>
            html`<tr>
              <th scope="row" class="numeric">${formatDuration(endNs - startNs)}</th>
              <td>${after ?? '–'}</td>
              <td>
                ${
                  line === null
                    ? (before ?? '–')
                    : html`<button
                        type="button"
                        class="link"
                        title=${say('webview.profile.showsLineOfTheProfile', { line })}
                        @click=${() => post({ type: 'revealRow', line })}
                      >
                        ${before ?? '–'}
                      </button>`
                }
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}
