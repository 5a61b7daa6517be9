import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { GanttElement, RevealBarEvent } from '../../charts/gantt';
import type { ApplicationResult, TimelineBar } from '../../../src/analysis/results/timelineResult';
import { formatNumber } from '../../model/format';
import type { GanttSection } from '../../model/ganttLayout';
import { toCsv } from '../../model/table';
import { shownTimelines } from '../../model/timelineSections';
import { timelineTable, timelineTrace } from '../../model/timelineTable';
import { chartFrame } from '../../parts/chartFrame';
import { icon, iconButton } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';
import { words } from '../../../src/words';

const KIND_TITLES: Readonly<Record<TimelineBar['kind'], string>> = {
  kernel: 'kernel',
  HtoD: 'host to device',
  DtoH: 'device to host',
  DtoD: 'device to device',
  memset: 'memset',
  host: 'host',
};

/** The timelines of an application above each other. */
export function ganttChart(application: ApplicationResult, context: ResultsContext): TemplateResult {
  const { state, post } = context;
  const shown = shownTimelines(application, state.hoveredOrder ?? state.view.pinnedOrder, state.view);
  const timelines = shown.sections.map(({ title, timeline }) => ({ ...timeline, title }));
  return chartFrame(
    {
      id: 'timeline',
      title: 'Timeline',
      caption: html`${legend(shown.sections)} Drag to pan, Ctrl and wheel to zoom.`,
      controls: controls(application, context, shown.sections),
      table: () => timelineTable(timelines),
      chart: html`<corun-gantt
          .model=${shown}
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
            ${icon('split-horizontal')} Planned streams
          </button>`
    }
    ${iconButton('zoom-in', 'Zoom in', () => chart()?.zoomBy(2))}
    ${iconButton('zoom-out', 'Zoom out', () => chart()?.zoomBy(0.5))}
    ${iconButton('screen-full', 'Show the whole timeline', () => chart()?.fit())}
    <button type="button" class="text-button" @click=${() => save('csv', toCsv(timelineTable(timelines)))}>
      ${icon('save')} CSV
    </button>
    <button
      type="button"
      class="text-button"
      title="Trace events for Perfetto or chrome://tracing"
      @click=${() => save('json', timelineTrace(timelines))}
    >
      ${icon('save')} Chrome trace
    </button>
  `;
}

function legend(sections: readonly GanttSection[]): TemplateResult {
  const kinds = new Set(
    sections.flatMap(({ timeline }) => timeline.bars.slice(0, 1000).map((bar) => bar.kind)),
  );
  return html`<span class="kinds"
    >${[...kinds].map((kind) => html`<span class="kind"><i class="kind-${kind}"></i>${KIND_TITLES[kind]}</span>`)}</span
  >`;
}

function omitted(sections: readonly GanttSection[]): TemplateResult | typeof nothing {
  const cut = sections.filter(({ timeline }) => timeline.omitted !== undefined);
  if (cut.length === 0) return nothing;
  return html`<ul class="conditions">
    ${cut.map(
      ({ title, timeline }) =>
        html`<li>
          ${icon('warning')} ${title}: ${formatNumber(timeline.omitted!.bars, 15)} bars are not shown,
          ${words(timeline.omitted!.reason)}
        </li>`,
    )}
  </ul>`;
}
