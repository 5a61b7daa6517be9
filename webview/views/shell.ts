import { html, nothing, type TemplateResult } from 'lit/html.js';
import { DASHBOARD_VIEWS, FILE_VIEWS, type DashboardView, type FileView } from '../../src/analysis/protocol';
import { allKernels } from '../model/kernels';
import { shownMatrix } from '../model/matrix';
import { cardsOf } from '../model/overlap';
import { VIEW_ICONS, VIEW_TITLES } from '../model/words';
import { emptyState } from '../parts/emptyState';
import { icon } from '../parts/icon';
import { originLegend } from '../parts/origin';
import { tabPanel, tabStrip } from '../parts/tabStrip';
import { awaitsFirst, isStale, type ResultsContext, type ViewContext } from '../state/appState';
import { bar } from './bar';
import { assumptionsView } from './assumptions/index';
import { blockView } from './block/index';
import { compareView } from './compare/index';
import { coRun } from './corun/index';
import { kernelsView } from './kernels/index';
import { overlapView } from './overlap/index';
import { queueView } from './queue/index';
import { serviceView } from './service/index';
import { scenarioView } from './scenario/index';
import { shareView } from './share/index';
import { timelineView } from './timeline/index';
import { say } from '../../src/words';
import { words } from '../../src/words/words';

/** The whole page: bar, messages, tabs and the chosen view. */
export function shell(context: ViewContext): TemplateResult {
  const { view } = context.state;
  const stale = isStale(context.state);
  return html`
    ${bar(context)} ${messages(context)}
    ${tabStrip(
      say('webview.page.views'),
      shownViews(context.state).map((id) => ({
        id,
        title: VIEW_TITLES[id],
        icon: VIEW_ICONS[id],
        badge: badge(id, context.state),
      })),
      view.view,
      (id) => context.update({ view: id }),
    )}
    ${tabPanel(view.view, stale, shown(context))}
    <footer>${originLegend()}</footer>
  `;
}

function shown(context: ViewContext): unknown {
  const { results, view } = context.state;
  const id = view.view;
  if (id === 'scenario') return scenarioView(context);
  if (id === 'queue') return queueView(context);
  if (results === null || awaitsFirst(context.state)) return waiting(context);
  return RESULT_VIEWS[id]({ ...context, results });
}

/** The views of a scenario and of a queue have a tab once there is one. */
function shownViews(state: ViewContext['state']): readonly DashboardView[] {
  const isOpen = (id: FileView): boolean => state[id].path !== null || state.view.view === id;
  return DASHBOARD_VIEWS.filter((id) => FILE_VIEWS.every((file) => file !== id || isOpen(file)));
}

/** Views of a workspace's results. */
const RESULT_VIEWS: Readonly<Record<Exclude<DashboardView, FileView>, (context: ResultsContext) => unknown>> =
  {
    overlap: overlapView,
    kernels: kernelsView,
    corun: coRun,
    compare: compareView,
    share: shareView,
    service: serviceView,
    timeline: timelineView,
    block: blockView,
    assumptions: assumptionsView,
  };

/** What a tab holds, as a short count; empty where there is nothing to count. */
function badge(view: DashboardView, state: ViewContext['state']): string {
  const { results } = state;
  if (results === null) return '';
  const counts: Readonly<Record<DashboardView, number>> = {
    overlap: cardsOf(results).length,
    kernels: allKernels(results).length,
    corun: shownMatrix(results, state.view).kernelIds.length,
    compare: 0,
    share: 0,
    service: 0,
    timeline: results.applications.length,
    block: 0,
    assumptions: results.assumptions.length,
    scenario: 0,
    queue: 0,
  };
  return counts[view] === 0 ? '' : String(counts[view]);
}

function messages({ state, post }: ViewContext): TemplateResult {
  const { error } = state.activity;
  const note = state.results?.gpu.note ?? null;
  return html`
    ${
      error === null
        ? nothing
        : html`<div class="message error" role="alert">
            ${icon('error')}
            <span>${error}</span>
            <vscode-button appearance="secondary" @click=${() => post({ type: 'analyze' })}
              >${say('webview.page.tryAgain')}</vscode-button
            >
            <vscode-button appearance="secondary" @click=${() => post({ type: 'showLog' })}
              >${say('webview.page.showLog')}</vscode-button
            >
          </div>`
    }
    ${note === null ? nothing : html`<div class="message info" role="note">${icon('info')}<span>${state.results!.gpu.name}: ${words(note)}</span></div>`}
  `;
}

/** Before the first snapshot: computing, failed, or never asked. */
function waiting({ state, post }: ViewContext): TemplateResult {
  const { busy, error } = state.activity;
  const analyze = { label: say('webview.page.analyzeWorkspace'), run: () => post({ type: 'analyze' }) };
  if (busy)
    return emptyState({
      icon: 'circuit-board',
      title: say('webview.page.analyzingTheWorkspace'),
      text: say('webview.page.kernelsProfilesAndPredictions'),
    });
  if (error !== null)
    return emptyState({
      icon: 'circuit-board',
      title: say('webview.page.noResults'),
      text: say('webview.page.theAnalysisStoppedBefore'),
    });
  return emptyState({
    icon: 'circuit-board',
    title: say('webview.page.nothingAnalyzedYet'),
    text: say('webview.page.corunReadsTheCudaSources'),
    actions: [
      analyze,
      { label: say('webview.page.openTheSamples'), run: () => post({ type: 'openSamples' }) },
    ],
  });
}
