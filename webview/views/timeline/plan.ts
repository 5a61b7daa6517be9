import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { StreamPlanResult } from '../../../src/analysis/results/timelineResult';
import { formatChange, formatDuration } from '../../model/format';
import { planAnswer, relativeChange } from '../../model/orders';
import { shareBar } from '../../parts/bars';
import { originMark } from '../../parts/origin';
import type { ResultsContext } from '../../state/appState';
import { say } from '../../../src/words';

/** Should this program use streams, how many, and in how many pieces? */
export function planPanel(
  plan: StreamPlanResult,
  writtenNs: number | null,
  context: ResultsContext,
): TemplateResult {
  return html`<section class="plan" aria-labelledby="plan-title">
    <div class="section-head"><h2 id="plan-title">${say('webview.timeline.shouldItUseStreams')}</h2></div>
    <p class="answer">${planAnswer(plan, writtenNs)} ${originMark(plan.timeline.origin)}</p>
    ${times(plan, writtenNs)}
    <p class="caption">${say('webview.timeline.limitedByWhat', { limitedBy: plan.limitedBy })}</p>
    ${
      plan.useStreams && !plan.asWritten
        ? [
            ...plan.conditions.map(
              (condition) => html`<p class="caption">${say('webview.timeline.onlyWhere', { condition })}</p>`,
            ),
            assignment(plan, context),
          ]
        : ''
    }
  </section>`;
}

/** What the program takes in each way, and what no plan is below; nothing where all ways take the same. */
function times(plan: StreamPlanResult, writtenNs: number | null): TemplateResult | typeof nothing {
  const ways: readonly (readonly [string, number])[] = [
    [say('webview.timeline.oneAfterTheOther'), plan.serialNs],
    [say('webview.timeline.oneAfterTheOtherPinned'), plan.pinnedSerialNs],
    ...(writtenNs === null ? [] : [[say('webview.timeline.asWritten'), writtenNs] as const]),
    [say('webview.timeline.plannedPinned'), plan.plannedNs],
  ];
  if (new Set(ways.map(([, ns]) => formatDuration(ns))).size === 1) return nothing;
  return html`<table class="compact">
    <tbody>
      ${ways.map(([name, ns]) => timeRow(name, ns, plan))}
      ${timeRow(say('webview.timeline.ceiling'), plan.ceilingNs, plan)}
    </tbody>
  </table>`;
}

function timeRow(name: string, ns: number, { serialNs }: StreamPlanResult): TemplateResult {
  return html`<tr>
    <th scope="row">${name}</th>
    <td>
      <span class="bar-cell"
        >${shareBar(serialNs === 0 ? 0 : ns / serialNs)}<span class="number wide"
          >${formatDuration(ns)}</span
        ></span
      >
    </td>
    <td class="numeric">${ns === serialNs ? '' : formatChange(relativeChange(ns, serialNs))}</td>
  </tr>`;
}

function assignment(
  { assignment: rows }: StreamPlanResult,
  { state, update }: ResultsContext,
): TemplateResult {
  return html`<table class="compact">
      <thead>
        <tr>
          <th scope="col">${say('webview.timeline.kernelTitle')}</th>
          <th scope="col">${say('webview.timeline.streamTitle')}</th>
          <th scope="col" class="numeric">${say('webview.timeline.pieces')}</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ({ kernel, stream, pieces }) =>
            html`<tr>
              <th scope="row">${kernel}</th>
              <td>${stream}</td>
              <td class="numeric">${pieces}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <button type="button" class="link" @click=${() => update({ showPlan: !state.view.showPlan })}>
      ${state.view.showPlan ? say('webview.timeline.hideThePlannedTimeline') : say('webview.timeline.showThePlannedTimeline')}
    </button>`;
}
