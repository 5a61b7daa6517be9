import { html, nothing, type TemplateResult } from 'lit/html.js';
import type {
  ApplicationPart,
  ApplicationSplit,
  ProgramShareAnswer,
} from '../../../src/analysis/results/shareResult';
import { say, words } from '../../../src/words';
import { goalVerdict, guardText } from '../../../src/words/texts/goalTexts';
import { errorText } from '../../model/coRunDetail';
import { formatDuration } from '../../model/format';
import { programSplitTable } from '../../model/sharePrograms';
import { assumedLines } from '../../parts/assumedLines';
import { chartFrame } from '../../parts/chartFrame';
import { icon } from '../../parts/icon';
import type { ResultsContext } from '../../state/appState';
import {
  howToApply,
  progressCurves,
  slowdownCell,
  slowdownTable,
  splitFactors,
  splitHeadline,
  targetMark,
  warningList,
} from './splitParts';

/** The split between programs beside the even one, what it follows from, and how to apply it. */
export function programAnswer(
  { split, assumptions }: ProgramShareAnswer,
  context: ResultsContext,
): TemplateResult {
  const { apps, even, leftForEven } = split;
  const because = guardText(split);
  const sms = apps.map((app) => app.sms);
  return html`
    <section class="answer-box">
      ${splitHeadline(sms, even.sms)}
      <p>${goalVerdict(split)}</p>
      ${leftForEven === null ? nothing : html`<p>${icon('info')} ${say('split.leftForEven', { sms: leftForEven.join(' : ') })}</p>`}
      <p class="caption">${say('split.again')}</p>
      ${because === null ? nothing : html`<p class="caption">${because}</p>`}
    </section>
    ${chartFrame(
      {
        id: 'split',
        title: say('webview.share.slowdown'),
        table: () => programSplitTable(split),
        chart: slowdowns(split),
      },
      context,
    )}
    ${progressCurves(apps, context)} ${howToApply(split, context)} ${sources(split)} ${unsureInputs(split)}
    ${assumedLines(say('webview.share.takenForGranted', { count: assumptions.length }), assumptions)}
  `;
}

function slowdowns({ apps, even, predictor }: ApplicationSplit): TemplateResult {
  const largest = Math.max(...apps.map(({ slowdown }) => slowdown), ...even.slowdowns);
  const rows = apps.map((app, index) => {
    const before = { slowdown: even.slowdowns[index]!, sms: even.sms[index]! };
    return {
      name: app.name,
      even: slowdownCell(before, index, largest, predictor),
      advised: html`${slowdownCell(app, index, largest, predictor)} ${targetMark(app)}
      ${splitFactors(app, null)} ${timeOf(app)}`,
    };
  });
  return slowdownTable(say('webview.share.programTitle'), rows);
}

const timeOf = ({ us }: ApplicationPart): TemplateResult =>
  html`<span class="place">${say('webview.share.aRunTakes', { time: formatDuration(us * 1e3) })}</span>`;

/** That numbers lie outside of what the predictor learned from, and which, behind a fold. */
function unsureInputs({ unsure, predictor }: ApplicationSplit): TemplateResult | typeof nothing {
  if (unsure.length === 0) return nothing;
  const summary = say('webview.share.unsureInputs', { count: unsure.length, predictor });
  return html`<details class="left-out">
    <summary>${icon('warning')} ${summary}</summary>
    <ul class="plain warnings">
      ${unsure.map((line) => html`<li>${words(line)}</li>`)}
    </ul>
  </details>`;
}

/** What tells of the programs, how far off that is, and what is unsure of it. */
function sources({ predictor, timesFrom, error, warnings }: ApplicationSplit): TemplateResult {
  const times = timesFrom === 'measured' ? 'webview.share.timesMeasured' : 'webview.share.timesSimulated';
  return html`<section>
    <div class="section-head"><h2>${say('webview.share.whereTheNumbersComeFrom')}</h2></div>
    <dl class="sources">
      <dt>${say('webview.share.copiesAndLaunches')}</dt>
      <dd>${say('webview.share.replayed')}</dd>
      <dt>${say('webview.share.timesOfKernels')}</dt>
      <dd>${say(times)}</dd>
      <dt>${say('webview.share.kernelsBesideOthers')}</dt>
      <dd>${say('webview.share.byPredictor', { predictor })}</dd>
      <dt>${say('webview.share.error')}</dt>
      <dd>${errorText(error)}.</dd>
    </dl>
    ${warningList(warnings)}
  </section>`;
}
