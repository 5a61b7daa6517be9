import { html, nothing, type TemplateResult } from 'lit/html.js';
import { orderGain, type ApplicationResult } from '../../../src/analysis/results/timelineResult';
import type { Words } from '../../../src/kernel/message';
import { kernelTimesSummary } from '../../../src/words/texts/kernelTimes';
import { count } from '../../model/format';
import { fileName } from '../../model/kernels';
import { namedOptions } from '../../model/namedOptions';
import { applicationKey } from '../../../src/analysis/protocol';
import { chosenApplication } from '../../model/timelineSections';
import { assumptionLines } from '../../parts/assumptionLines';
import { dropdown } from '../../parts/dropdown';
import { emptyState } from '../../parts/emptyState';
import type { ResultsContext } from '../../state/appState';
import { ganttChart } from './gantt';
import { inputsTable } from './inputs';
import { orderList } from './orders';
import { planPanel } from './plan';
import { say, words } from '../../../src/words';

const FROM: Readonly<Record<ApplicationResult['from'], string>> = {
  source: say('webview.timeline.fromSource'),
  trace: say('webview.timeline.fromAMeasuredTrace'),
  both: say('webview.timeline.fromSourceJoinedWithA'),
};

/** Things that a program lacks, until the others are asked for. */
const SHOWN_UNKNOWNS = 6;

/** Numbers that a button names; the others are asked for behind them. */
const SHOWN_NUMBERS = 3;

/** Streams of an application over time, its launch orders, and whether streams pay. */
export function timelineView(context: ResultsContext): TemplateResult {
  const { results, state, post } = context;
  const application = chosenApplication(results.applications, state.view.application, state.editorPath);
  if (application === null)
    return emptyState({
      icon: 'pulse',
      title: say('webview.timeline.noStreamsFound'),
      text: say('webview.timeline.noHostCodeOfThis'),
      actions: [
        { label: say('webview.timeline.importAProfile'), run: () => post({ type: 'importProfile' }) },
        { label: say('webview.timeline.openTheSamples'), run: () => post({ type: 'openSamples' }) },
      ],
    });
  return html`${heading(context, application)}
    ${
      application.predicted === null && application.measured === null
        ? unknown(application, context)
        : ganttChart(application, context)
    }
    <div class="columns">
      ${application.order === null ? keptOrder(application) : orderList(application.order, orderGain(application), context)}
      <div>
        ${application.plan === null ? nothing : planPanel(application.plan, application.predicted?.makespanNs ?? null, context)}
        ${inputsTable(application)} ${assumed(application, context)}
      </div>
    </div>`;
}

/** In the place of other orders: why none are tried. */
const keptOrder = ({ orderKept }: ApplicationResult): TemplateResult | typeof nothing =>
  orderKept === undefined ? nothing : html`<p class="caption">${words(orderKept)}</p>`;

function heading({ results, update, post }: ResultsContext, application: ApplicationResult): TemplateResult {
  const { path, line } = application;
  const options = namedOptions(results.applications.map((one) => ({ ...one, value: applicationKey(one) })));
  return html`<div class="application">
    ${dropdown({
      label: say('webview.timeline.application'),
      value: applicationKey(application),
      options,
      onChange: (key) => update({ application: key, pinnedOrder: null }),
    })}
    <button type="button" class="link" title=${path} @click=${() => post({ type: 'reveal', path, line })}>
      ${fileName(path)}:${line}
    </button>
    <span class="caption"
      >${say('webview.timeline.operationsInStreams', { operationCount: count(application.operationCount, 'operation'), streams: count(application.streams.length, 'stream'), source: [FROM[application.from], kernelTimesSummary(application)].filter((text) => text !== '').join(', ') })}</span
    >
  </div>`;
}

function unknown(
  { unknowns, openNumbers = [] }: ApplicationResult,
  { post }: ResultsContext,
): TemplateResult {
  const missing = unknowns.length > 0 ? unknowns : [say('webview.timeline.theTimesOfItsKernels')];
  const items = (texts: readonly Words[]): TemplateResult =>
    html`<ul class="plain unknowns">
      ${texts.map((text) => html`<li>${words(text)}</li>`)}
    </ul>`;
  const more = missing.slice(SHOWN_UNKNOWNS);
  return html`${emptyState({
      icon: 'pulse',
      title: say('webview.timeline.theTimelineCannotBePredicted'),
      text: say('webview.timeline.whatIsListedBelowIs'),
      actions: [
        ...(openNumbers.length === 0
          ? []
          : [
              {
                label: say('webview.timeline.setNumbers', { names: openNumbers.slice(0, SHOWN_NUMBERS) }),
                run: () => post({ type: 'askAssumption', key: openNumbers[0]! }),
              },
            ]),
        { label: say('webview.timeline.importAProfile'), run: () => post({ type: 'importProfile' }) },
      ],
    })}
    <section aria-labelledby="unknown-title">
      <div class="section-head"><h2 id="unknown-title">${say('webview.timeline.notKnown')}</h2></div>
      ${items(missing.slice(0, SHOWN_UNKNOWNS))}
      ${
        more.length === 0
          ? nothing
          : html`<details>
              <summary>${say('webview.timeline.moreUnknown', { more: more.length })}</summary>
              ${items(more)}
            </details>`
      }
    </section>`;
}

function assumed(
  { assumptions }: ApplicationResult,
  context: ResultsContext,
): TemplateResult | typeof nothing {
  if (assumptions.length === 0) return nothing;
  return html`<section>
    <div class="section-head"><h2>${say('webview.timeline.assumed')}</h2></div>
    ${assumptionLines(assumptions, context)}
  </section>`;
}
