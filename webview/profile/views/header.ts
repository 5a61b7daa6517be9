import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import { count, formatCount, formatDuration } from '../../model/format';
import { fileName } from '../../model/kernels';
import { memoizeByObject } from '../../model/memoize';
import { icon, iconButton } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import { progressLine } from '../../parts/progress';
import { groupedNote } from '../model/describe';
import { formatText } from '../../../src/words/texts/profileFormat';
import { STATUS } from '../model/status';
import { TimeSum } from '../model/timeSum';
import type { PageContext } from '../state';
import { reasonLines } from './reason';
import { say, words } from '../../../src/words';

/** What the file is, where it was recorded, and what must be known to read its numbers. */
export function header(context: PageContext): TemplateResult {
  const { page, state, post } = context;
  const status = STATUS[page.status];
  const { reading } = state;
  return html`<header class="bar profile-bar">
      <div class="title-row">
        <h1 title=${page.path}>${fileName(page.path)}</h1>
        <span class="status tone-${status.tone}" role="status">${icon(status.icon)} ${status.text}</span>
        <span class="spacer"></span>
        ${iconButton('refresh', say('webview.profile.readTheFileAgain'), () => post({ type: 'reread' }))}
        ${iconButton('go-to-file', say('webview.profile.openAsText'), () => post({ type: 'openAsText' }))}
      </div>
      <dl class="profile-facts">
        ${factsOf(page).map(
          ({ term, value, title }) =>
            html`<div>
              <dt>${term}</dt>
              <dd title=${title ?? value}>${value}</dd>
            </div>`,
        )}
      </dl>
      ${progressLine(reading === null ? null : { message: say('webview.profile.readingTheFileAgain'), ...reading })}
    </header>
    ${notes(context)}`;
}

interface Fact {
  readonly term: string;
  readonly value: string;
  readonly title?: string;
}

const factsOf = memoizeByObject((page: ProfilePage): readonly Fact[] => {
  const { kernels, runs = [] } = page;
  const time = new TimeSum();
  for (const kernel of kernels) time.add(kernel);
  const { totalNs } = time.result();
  const launches = kernels.reduce((sum, { calls }) => sum + calls, 0);
  const names = new Set(kernels.map(({ name }) => name)).size;
  const commands = [...new Set(runs.flatMap(({ command }) => command ?? []))];
  const facts: (Fact | null)[] = [
    { term: say('webview.profile.format'), value: formatText(page.format), title: page.format },
    page.device === null && kernels.length === 0
      ? null
      : {
          term: say('webview.profile.device'),
          value: page.device ?? say('webview.profile.notNamedInTheFile'),
        },
    commands.length === 0
      ? null
      : {
          term:
            runs.length > 1
              ? say('webview.profile.runs', { runs: runs.length })
              : say('webview.profile.program'),
          value: commands.join('; '),
        },
    launches === 0
      ? null
      : {
          term: say('webview.profile.launchesTitle'),
          value: `${formatCount(launches)} of ${count(names, 'kernel')}`,
        },
    totalNs === null
      ? null
      : {
          term: say('webview.profile.timeInKernels'),
          value: formatDuration(totalNs, 4),
          title: `${formatCount(totalNs)} ns`,
        },
  ];
  return facts.filter((fact) => fact !== null);
});

function notes(context: PageContext): TemplateResult {
  const { page, state, post } = context;
  const { otherGpu, analyzed } = state.joins;
  const grouped = groupedNote(page);
  return html`
    ${state.failure === null ? nothing : note('error', html`${say('webview.profile.theLastReadingFailed', { failure: state.failure })}`)}
    ${
      page.status === 'partial' && page.reason !== undefined
        ? note('warning', reasonLines(words(page.reason), context))
        : nothing
    }
    ${
      otherGpu === null
        ? nothing
        : note(
            'info',
            html`${say('webview.profile.recordedOnAnswersAreFor', { device: page.device ?? say('webview.profile.anotherGpu'), name: otherGpu.name })}`,
            { label: say('webview.profile.selectGpu'), run: () => post({ type: 'selectGpu' }) },
          )
    }
    ${
      analyzed === false
        ? note('info', html`${say('webview.profile.thisFileIsNotPart')}`, {
            label: say('webview.profile.importIt'),
            run: () => post({ type: 'import' }),
          })
        : nothing
    }
    ${grouped === null ? nothing : note('info', html`${grouped}`)}
  `;
}

function note(
  kind: 'info' | 'warning' | 'error',
  text: TemplateResult,
  action?: { readonly label: string; readonly run: () => void },
): TemplateResult {
  return html`<div class="message ${kind}" role=${kind === 'error' ? 'alert' : 'note'}>
    ${icon(kind)}<span>${text}</span>
    ${
      action === undefined
        ? nothing
        : html`<vscode-button appearance="secondary" @click=${action.run}>${action.label}</vscode-button>`
    }
  </div>`;
}

/** Where all numbers of the page come from. */
export function originFooter({ origin }: ProfilePage): TemplateResult {
  const text =
    origin === 'measured'
      ? say('webview.profile.measuredEveryNumberIsAs')
      : say('webview.profile.assumedThisIsAMade');
  return html`<footer>
    ${originMark(origin)} ${say('webview.profile.copiesAreInBaseUnits', { text })}
  </footer>`;
}
