import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ProfilePage } from '../../../src/analysis/profileProtocol';
import { count, formatCount, formatDuration } from '../../model/format';
import { fileName } from '../../model/kernels';
import { memoizeByObject } from '../../model/memoize';
import { icon, iconButton } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import { progressLine } from '../../parts/progress';
import { formatText, groupedNote } from '../model/describe';
import { STATUS } from '../model/status';
import { TimeSum } from '../model/timeSum';
import type { PageContext } from '../state';
import { reasonLines } from './reason';
import { words } from '../../../src/words';

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
        ${iconButton('refresh', 'Read the file again', () => post({ type: 'reread' }))}
        ${iconButton('go-to-file', 'Open as text', () => post({ type: 'openAsText' }))}
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
      ${progressLine(reading === null ? null : { message: 'Reading the file again', ...reading })}
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
    { term: 'Format', value: formatText(page.format), title: page.format },
    page.device === null && kernels.length === 0
      ? null
      : { term: 'Device', value: page.device ?? 'not named in the file' },
    commands.length === 0
      ? null
      : {
          term: runs.length > 1 ? `${runs.length} runs` : 'Program',
          value: commands.join('; '),
        },
    launches === 0
      ? null
      : { term: 'Launches', value: `${formatCount(launches)} of ${count(names, 'kernel')}` },
    totalNs === null
      ? null
      : { term: 'Time in kernels', value: formatDuration(totalNs, 4), title: `${formatCount(totalNs)} ns` },
  ];
  return facts.filter((fact) => fact !== null);
});

function notes(context: PageContext): TemplateResult {
  const { page, state, post } = context;
  const { otherGpu, analyzed } = state.joins;
  const grouped = groupedNote(page);
  return html`
    ${state.failure === null ? nothing : note('error', html`The last reading failed: ${state.failure}`)}
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
            html`Recorded on ${page.device ?? 'another GPU'}; answers are for ${otherGpu.name}. Launch shapes
            and instruction counts are used there, times and rates are not.`,
            { label: 'Select GPU', run: () => post({ type: 'selectGpu' }) },
          )
    }
    ${
      analyzed === false
        ? note('info', html`This file is not part of the analysis of this workspace.`, {
            label: 'Import it',
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
      ? 'measured: every number is as the profiler or compiler reported it, in the unit that reads best.'
      : 'assumed: this is a made-up sample, no GPU has measured its numbers.';
  return html`<footer>${originMark(origin)} ${text} Copies are in base units.</footer>`;
}
