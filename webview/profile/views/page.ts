import { html, nothing, type TemplateResult } from 'lit/html.js';
import { choose } from 'lit/directives/choose.js';
import type { ReadStatus } from '../../../src/kernel/profile';
import { emptyState } from '../../parts/emptyState';
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
import { transfersView } from './transfers';
import { warningsView } from './warnings';
import { words } from '../../../src/words';

const TITLES: Readonly<Record<ProfileTab, string>> = {
  kernels: 'Kernels',
  metrics: 'Metrics',
  transfers: 'Transfers',
  api: 'API calls',
  compiled: 'Compiled kernels',
  warnings: 'Warnings',
};

const ICONS: Readonly<Record<ProfileTab, string>> = {
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

function content(context: PageContext): TemplateResult {
  const { page, state, update } = context;
  const tab = currentTab(page, state.view.tab);
  if (tab === null) return html`${header(context)} ${nothingRead(context)}`;
  const counts = tabCounts(page);
  const stale = state.reading !== null;
  return html`${header(context)}
  ${tabStrip(
    'Parts of the profile',
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
  full: 'Nothing was recorded',
  partial: 'Nothing of this file could be read',
  'reader-to-come': 'Corun cannot read this kind of file yet',
  empty: 'There is nothing in this file',
  refused: 'This file is not readable',
};

/** A file without a single row: what it is, and how to get one that can be read. */
function nothingRead(context: PageContext): TemplateResult {
  const { page, post } = context;
  return html`<main id="panel">
    ${emptyState({
      icon: STATUS[page.status].icon,
      title: NOTHING_TITLES[page.status],
      text:
        page.reason === undefined
          ? 'The file is a profile, but it lists no kernel, transfer or call.'
          : reasonLines(words(page.reason), context),
      actions: [
        ...commandsIn(words(page.reason ?? ''))
          .slice(0, 1)
          .map((text) => ({
            label: 'Copy command',
            run: () => post({ type: 'copy', text, what: 'command' }),
          })),
        { label: 'Read again', run: () => post({ type: 'reread' }) },
        { label: 'Open as text', run: () => post({ type: 'openAsText' }) },
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
        title: 'The file was not read',
        text: failure ?? 'Nothing is known of it yet.',
        actions: [
          { label: 'Try again', run: () => post({ type: 'reread' }) },
          { label: 'Open as text', run: () => post({ type: 'openAsText' }) },
        ],
      })}
    </main>`;
  const share = reading.fraction === null ? nothing : ` ${Math.round(reading.fraction * 100)}\u202f%`;
  return html`<main id="panel" aria-busy="true">
    ${progressLine({ message: 'Reading the profile', ...reading })}
    ${emptyState({
      icon: 'graph',
      title: 'Reading the profile',
      text: html`<span role="status">What it is, is found by its content.${share}</span>`,
      actions: [{ label: 'Cancel', run: () => post({ type: 'cancel' }) }],
    })}
  </main>`;
}
