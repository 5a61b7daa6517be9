import { html, nothing, type TemplateResult } from 'lit/html.js';
import type {
  PlayedPolicy,
  QueueApplicationResult,
  QueueReport,
} from '../../../src/analysis/results/queueResult';
import { say, titleOf, words } from '../../../src/words';
import { span } from '../../../src/words/format';
import { formatNumber, formatSlowdown } from '../../model/format';
import {
  applicationTable,
  className,
  planOrigin,
  planSections,
  planTable,
  planTimeline,
  playedPolicies,
  policyTable,
  refusedPolicies,
  shownPolicy,
  waitingApplications,
} from '../../model/queue';
import { clusterMap, distanceTable } from '../../model/clusterMap';
import { clusterChart } from '../../charts/clusterChart';
import { timelineTrace } from '../../model/timelineTable';
import { policyTitle } from '../../model/words';
import { assumedLines } from '../../parts/assumedLines';
import { shareBar } from '../../parts/bars';
import { chartFrame } from '../../parts/chartFrame';
import { icon } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import type { ViewContext } from '../../state/appState';

/** A played queue: the answer first, then every policy, the plan, and what applications are like. */
export function queueResult(report: QueueReport, context: ViewContext): TemplateResult {
  const shown = shownPolicy(report, context.state.view.queuePolicy);
  return html`
    ${headline(report)} ${policies(report, shown, context)}
    ${shown === null ? nothing : plan(report, shown, context)} ${applications(report, context)}
    ${similarity(report, context)}
    ${assumedLines(say('webview.queue.assumed', { lines: report.assumptions.length }), report.assumptions)}
  `;
}

function headline(report: QueueReport): TemplateResult {
  const { jobs, gpus, maxCoRun, origin, chosen, doubtful } = report;
  const played = playedPolicies(report);
  const [first] = played;
  const best = played.find(({ id }) => id === chosen);
  return html`<section class="answer-box">
    <p class="headline">
      ${best === undefined ? say('webview.queue.none') : answer(best, first!, doubtful !== null)}
      ${originMark(planOrigin(report), say('webview.queue.restsOn', { origin: titleOf('origin', origin) }))}
    </p>
    ${
      doubtful === null
        ? nothing
        : html`<p class="caption">
            ${say('webview.queue.doubtful', { ...doubtful, policy: policyTitle(doubtful.id) })}
          </p>`
    }
    <p class="caption">${say('webview.queue.what', { jobs, gpus: gpus.length, maxCoRun })}</p>
  </section>`;
}

function answer({ id, metrics }: PlayedPolicy, first: PlayedPolicy, isDoubtful: boolean): string {
  const policy = policyTitle(id);
  const makespan = span(metrics.makespan);
  const saved = first.metrics.makespan - metrics.makespan;
  const worst = formatSlowdown(metrics.worstSlowdown);
  if (isDoubtful) return say('webview.queue.planOf', { policy, makespan });
  if (first.id === id || saved <= 0) return say('webview.queue.asTheyCome', { policy, makespan, worst });
  return say('webview.queue.saves', {
    policy,
    makespan,
    worst,
    saved: span(saved),
    first: policyTitle(first.id),
  });
}

function policies(report: QueueReport, shown: PlayedPolicy | null, context: ViewContext): TemplateResult {
  return html`${chartFrame(
    {
      id: 'queue-policies',
      title: say('webview.queue.policies'),
      caption: say('webview.queue.policiesCaption'),
      table: () => policyTable(report),
      chart: policyRows(report, shown, context),
    },
    context,
  )}${refused(report)}`;
}

function policyRows(
  report: QueueReport,
  shown: PlayedPolicy | null,
  { update }: ViewContext,
): TemplateResult {
  const played = playedPolicies(report);
  const longest = played.reduce((most, { metrics }) => Math.max(most, metrics.makespan), 0);
  return html`<div class="table-scroll">
    <table class="policies">
      <thead>
        <tr>
          <th scope="col">${say('webview.queue.policy')}</th>
          <th scope="col">${say('webview.queue.makespan')}</th>
          <th scope="col" class="numeric">${say('webview.queue.meanSlowdown')}</th>
          <th scope="col" class="numeric">${say('webview.queue.worstJob')}</th>
          <th scope="col" class="numeric" title=${say('webview.queue.stpIs')}>${say('webview.queue.stp')}</th>
        </tr>
      </thead>
      <tbody>
        ${played.map((policy) => policyRow(policy, longest, policy.id === shown?.id, () => update({ queuePolicy: policy.id })))}
      </tbody>
    </table>
  </div>`;
}

function policyRow(
  { id, metrics, relative }: PlayedPolicy,
  longest: number,
  isShown: boolean,
  choose: () => void,
): TemplateResult {
  return html`<tr class=${isShown ? 'selected' : ''}>
    <th scope="row">
      <button
        type="button"
        class="link"
        aria-pressed=${isShown ? 'true' : 'false'}
        title=${say('webview.queue.showPlan')}
        @click=${choose}
      >
        ${policyTitle(id)}
      </button>
    </th>
    <td>
      <span class="bar-cell"
        >${shareBar(metrics.makespan / longest)}<span class="number">${span(metrics.makespan)}</span
        ><span class="caption">${formatSlowdown(relative)}</span></span
      >
    </td>
    <td class="numeric">${formatSlowdown(metrics.antt)}</td>
    <td class="numeric">${formatSlowdown(metrics.worstSlowdown)}</td>
    <td class="numeric">${formatNumber(metrics.stp)}</td>
  </tr>`;
}

function refused(report: QueueReport): TemplateResult | typeof nothing {
  const all = refusedPolicies(report);
  if (all.length === 0) return nothing;
  return html`<ul class="conditions">
    ${all.map(({ id, refused: reason }) => html`<li>${icon('circle-slash')} ${policyTitle(id)}: ${words(reason)}</li>`)}
  </ul>`;
}

function plan(report: QueueReport, shown: PlayedPolicy, context: ViewContext): TemplateResult {
  const save = (): void =>
    context.post({
      type: 'save',
      suggestedName: `plan-${shown.id}.json`,
      text: timelineTrace([planTimeline(report, shown)]),
    });
  return chartFrame(
    {
      id: 'queue-plan',
      title: say('webview.queue.plan'),
      caption: html`${say('webview.queue.planCaption')}
      ${shown.omitted > 0 ? say('webview.queue.omitted', { jobs: shown.omitted }) : nothing}`,
      controls: html`<button type="button" class="text-button" @click=${save}>
        ${icon('save')} ${say('webview.timeline.chromeTrace')}
      </button>`,
      table: () => planTable(shown),
      chart: html`<corun-gantt
        .model=${{ sections: planSections(shown)(report), marker: null }}
      ></corun-gantt>`,
    },
    context,
  );
}

function applications(report: QueueReport, context: ViewContext): TemplateResult {
  return chartFrame(
    {
      id: 'queue-applications',
      title: say('webview.queue.applications'),
      caption: say('webview.queue.applicationsCaption'),
      table: () => applicationTable(report),
      chart: classRows(report),
    },
    context,
  );
}

function similarity(report: QueueReport, context: ViewContext): TemplateResult | typeof nothing {
  const clusters = clusterMap(report);
  if (clusters === null) return nothing;
  const { metrics, cophenetic } = report.similarity!;
  return chartFrame(
    {
      id: 'queue-similarity',
      title: say('webview.queue.similarity'),
      caption: say('webview.queue.similarityCaption', {
        metrics,
        cophenetic: cophenetic === null ? '–' : formatNumber(cophenetic),
      }),
      table: () => distanceTable(report),
      chart: clusterChart(clusters),
    },
    context,
  );
}

function classRows(report: QueueReport): TemplateResult {
  return html`<ul class="plain classes">
    ${waitingApplications(report).map((application) => classRow(application, report))}
  </ul>`;
}

function classRow({ name, jobs, kinds }: QueueApplicationResult, { origin }: QueueReport): TemplateResult {
  return html`<li>
    <strong>${name}</strong> <span class="caption">${say('webview.queue.jobCount', { jobs })}</span>
    ${kinds.map(({ gpu, averageSlowdown, sensitive }) =>
      averageSlowdown === null || sensitive === null
        ? html`<span class="unknown">${say('webview.queue.unknownOn', { gpu })}</span>`
        : html`<span
            >${say('webview.queue.classOn', { class: className(sensitive), slowdown: formatSlowdown(averageSlowdown), gpu })}
            ${originMark(origin)}</span
          >`,
    )}
  </li>`;
}
