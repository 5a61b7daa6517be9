import { html, nothing, type TemplateResult } from 'lit/html.js';
import { choose } from 'lit/directives/choose.js';
import type { ReadStatus } from '../../../src/kernel/profile';
import { message } from '../../../src/kernel/message';
import { emptyState } from '../../parts/emptyState';
import { icon } from '../../parts/icon';
import { progressLine } from '../../parts/progress';
import { tabPanel, tabStrip } from '../../parts/tabStrip';
import { commandsIn } from '../model/describe';
import { STATUS } from '../model/status';
import { currentTab, shownTabs, tabCounts } from '../model/tabs';
import type { PageContext, ProfileContext } from '../state';
import type { ProfileTab } from '../viewState';
import { apiView } from './api';
import { compiledView } from './compiled';
import { header, originFooter } from './header';
import { kernelsView } from './kernels';
import { metricsView } from './metrics';
import { reasonLines } from './reason';
import { timelineView } from './timeline';
import { transfersView } from './transfers';
import { warningsView } from './warnings';
import { say, words } from '../../../src/words';

const TITLES: Readonly<Record<ProfileTab, string>> = {
  timeline: say('webview.timeline.timelineTitle'),
  kernels: say('webview.profile.kernels'),
  metrics: say('webview.profile.metricsTitle'),
  transfers: say('webview.profile.transfersTitle'),
  api: say('webview.profile.apiCalls'),
  compiled: say('webview.profile.compiledKernels'),
  warnings: say('webview.profile.warnings'),
};

const ICONS: Readonly<Record<ProfileTab, string>> = {
  timeline: 'pulse',
  kernels: 'symbol-function',
  metrics: 'list-flat',
  transfers: 'arrow-swap',
  api: 'call-outgoing',
  compiled: 'chip',
  warnings: 'warning',
};

/** The whole page: what the file is, and its parts as tabs; or why there is nothing to show. */
export function profileView(context: ProfileContext): TemplateResult {
  const { page } = context.state;
  return page === null ? waiting(context) : content({ ...context, page });
}

/** Why a trace has no timeline here. */
function withoutTimeline({ page: { tooLong } }: PageContext): TemplateResult | typeof nothing {
  if (tooLong === undefined) return nothing;
  return html`<div class="message info" role="note">
    ${icon('info')}<span>${words(message('trace.tooLong', tooLong))}</span>
  </div>`;
}

function content(context: PageContext): TemplateResult {
  const { page, state, update } = context;
  const tab = currentTab(page, state.view.tab);
  if (tab === null) return html`${header(context)} ${nothingRead(context)}`;
  const counts = tabCounts(page);
  const stale = state.reading !== null;
  return html`${header(context)} ${withoutTimeline(context)}
  ${tabStrip(
    say('webview.profile.partsOfTheProfile'),
    shownTabs(page).map((id) => ({
      id,
      title: TITLES[id],
      icon: ICONS[id],
      badge: shortCount(counts[id]),
    })),
    tab,
    (id) => update({ tab: id }),
  )}
  ${tabPanel(
    tab,
    stale,
    choose(tab, [
      ['timeline', () => timelineView(context)],
      ['kernels', () => kernelsView(context)],
      ['metrics', () => metricsView(context)],
      ['transfers', () => transfersView(context)],
      ['api', () => apiView(context)],
      ['compiled', () => compiledView(context)],
      ['warnings', () => warningsView(context)],
    ]),
  )}
  ${originFooter(page)}`;
}

/** A count for a badge: 950, 12k. */
function shortCount(n: number): string {
  return n < 10_000 ? String(n) : `${Math.round(n / 1000)}k`;
}

const NOTHING_TITLES: Readonly<Record<ReadStatus, string>> = {
  full: say('webview.profile.nothingWasRecorded'),
  partial: say('webview.profile.nothingOfThisFileCould'),
  empty: say('webview.profile.thereIsNothingInThis'),
  refused: say('webview.profile.thisFileIsNotReadable'),
};

/** Reports whose own tool exports them. */
const REPORTS: ReadonlySet<string> = new Set(['nsys-rep', 'ncu-rep']);

/** A file without a single row: what it is, and how to get one that can be read. */
function nothingRead(context: PageContext): TemplateResult {
  const { page, post } = context;
  return html`<main id="panel">
    ${emptyState({
      icon: STATUS[page.status].icon,
      title: NOTHING_TITLES[page.status],
      text:
        page.reason === undefined
          ? say('webview.profile.theFileIsAProfile')
          : reasonLines(words(page.reason), context),
      actions: [
        ...(REPORTS.has(page.format)
          ? [{ label: say('webview.profile.export'), run: () => post({ type: 'export' }) }]
          : []),
        ...commandsIn(words(page.reason ?? ''))
          .slice(0, 1)
          .map((text) => ({
            label: say('webview.profile.copyCommand'),
            run: () => post({ type: 'copy', text, what: say('webview.profile.command') }),
          })),
        { label: say('webview.profile.readAgain'), run: () => post({ type: 'reread' }) },
        { label: say('webview.profile.openAsText'), run: () => post({ type: 'openAsText' }) },
      ],
    })}
  </main>`;
}

/** Before the first content: reading, failed, or cancelled. */
function waiting({ state, post }: ProfileContext): TemplateResult {
  const { reading, failure } = state;
  if (reading === null)
    return html`<main id="panel">
      ${emptyState({
        icon: 'error',
        title: say('webview.profile.theFileWasNotRead'),
        text: failure ?? say('webview.profile.nothingIsKnownOfIt'),
        actions: [
          { label: say('webview.profile.tryAgain'), run: () => post({ type: 'reread' }) },
          { label: say('webview.profile.openAsText'), run: () => post({ type: 'openAsText' }) },
        ],
      })}
    </main>`;
  const share = reading.fraction === null ? nothing : ` ${Math.round(reading.fraction * 100)}\u202f%`;
  return html`<main id="panel" aria-busy="true">
    ${progressLine({ message: say('webview.profile.readingTheProfile'), ...reading })}
    ${emptyState({
      icon: 'graph',
      title: say('webview.profile.readingTheProfile'),
      text: html`<span role="status">${say('webview.profile.whatItIsIsFound')}${share}</span>`,
      actions: [{ label: say('webview.profile.cancel'), run: () => post({ type: 'cancel' }) }],
    })}
  </main>`;
}
