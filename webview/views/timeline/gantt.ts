import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { GanttElement, IssueBarEvent, MoveBarEvent, RevealBarEvent } from '../../charts/gantt';
import type { ApplicationResult, TimelineBar } from '../../../src/analysis/results/timelineResult';
import { formatNumber } from '../../model/format';
import type { GanttSection } from '../../model/ganttLayout';
import { baselineGhost } from '../../model/baselineGhost';
import { toCsv } from '../../model/table';
import { shownTimelines } from '../../model/timelineSections';
import { timelineTable, timelineTrace } from '../../model/timelineTable';
import { chartFrame } from '../../parts/chartFrame';
import { tryIssue, tryMove, whatIfBar } from './whatIf';
import { pinnedBar } from '../../parts/pinnedBar';
import { icon, iconButton } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';
import { say } from '../../../src/words';

const KIND_TITLES: Readonly<Record<TimelineBar['kind'], string>> = {
  kernel: say('webview.timeline.kernel'),
  HtoD: say('webview.timeline.hostToDevice'),
  DtoH: say('webview.timeline.deviceToHost'),
  DtoD: say('webview.timeline.deviceToDevice'),
  memset: say('webview.timeline.memset'),
  host: say('webview.timeline.host'),
};

/** The timelines of an application above each other. */
export function ganttChart(application: ApplicationResult, context: ResultsContext): TemplateResult {
  const { state, post, results } = context;
  const ghost = baselineGhost(results, application);
  const shown = shownTimelines(
    application,
    state.hoveredOrder ?? state.view.pinnedOrder,
    state.view,
    state.whatIf,
    ghost?.timeline,
  );
  const timelines = shown.sections.map(({ title, timeline }) => ({ ...timeline, title }));
  return chartFrame(
    {
      id: 'timeline',
      title: say('webview.timeline.timelineTitle'),
      caption: html`${legend(shown.sections)} ${say('webview.timeline.dragToPanCtrlAnd')}`,
      controls: controls(application, context, shown.sections),
      table: () => timelineTable(timelines),
      chart: html`${whatIfBar(application, context)}
        ${pinnedBar(ghost?.text ?? say('baseline.why'), context)}<corun-gantt
          .model=${shown}
          @move-bar=${({ detail }: MoveBarEvent) => tryMove(application, detail, context)}
          @issue-bar=${({ detail }: IssueBarEvent) => tryIssue(application, detail, context)}
          @reveal-bar=${({ detail }: RevealBarEvent) => post({ type: 'reveal', ...detail })}
        ></corun-gantt>
        ${omitted(shown.sections)}`,
    },
    context,
  );
}

function controls(
  application: ApplicationResult,
  { state, update, post }: ResultsContext,
  sections: readonly GanttSection[],
): TemplateResult {
  const chart = (): GanttElement | null => document.querySelector<GanttElement>('corun-gantt');
  const timelines = sections.map(({ title, timeline }) => ({ ...timeline, title }));
  const save = (extension: string, text: string): void =>
    post({ type: 'save', suggestedName: `${application.name}-timeline.${extension}`, text });
  return html`
    ${
      application.plan === null
        ? nothing
        : html`<button
            type="button"
            class="text-button"
            aria-pressed=${state.view.showPlan ? 'true' : 'false'}
            @click=${() => update({ showPlan: !state.view.showPlan })}
          >
            ${icon('split-horizontal')} ${say('webview.timeline.plannedStreams')}
          </button>`
    }
    ${iconButton('zoom-in', say('webview.timeline.zoomIn'), () => chart()?.zoomBy(2))}
    ${iconButton('zoom-out', say('webview.timeline.zoomOut'), () => chart()?.zoomBy(0.5))}
    ${iconButton('screen-full', say('webview.timeline.showTheWholeTimeline'), () => chart()?.fit())}
    <button type="button" class="text-button" @click=${() => save('csv', toCsv(timelineTable(timelines)))}>
      ${icon('save')} CSV
    </button>
    <button
      type="button"
      class="text-button"
      title=${say('webview.timeline.traceEventsForPerfettoOr')}
      @click=${() => save('json', timelineTrace(timelines))}
    >
      ${icon('save')} ${say('webview.timeline.chromeTrace')}
    </button>
  `;
}

function legend(sections: readonly GanttSection[]): TemplateResult {
  const kinds = new Set(
    sections.flatMap(({ timeline }) => timeline.bars.slice(0, 1000).map((bar) => bar.kind)),
  );
  return html`<span class="kinds"
    >${[...kinds].map((kind) => legendEntry(kind, KIND_TITLES[kind]))}
    ${sections.some(({ baseline }) => baseline) ? legendEntry('baseline', say('baseline.name')) : nothing}
    ${sections.some(({ ghost }) => ghost) ? legendEntry('written', say('webview.timeline.asWritten')) : nothing}</span
  >`;
}

const legendEntry = (kind: string, title: string): TemplateResult =>
  html`<span class="kind"><i class="kind-${kind}"></i>${title}</span>`;

function omitted(sections: readonly GanttSection[]): TemplateResult | typeof nothing {
  const cut = sections.filter(({ timeline }) => timeline.omitted !== undefined);
  if (cut.length === 0) return nothing;
  return html`<ul class="conditions">
    ${cut.map(
      ({ title, timeline }) =>
        html`<li>
          ${icon('warning')}
          ${say('webview.timeline.barsAreNotShown', { title, bars: formatNumber(timeline.omitted!.bars, 15), reason: timeline.omitted!.reason })}
        </li>`,
    )}
  </ul>`;
}
