import { html, nothing, type TemplateResult } from 'lit/html.js';
import type {
  AllocatedApp,
  AppSlowdown,
  ShareAnswer,
  SimulatedSplit,
} from '../../../src/analysis/results/shareResult';
import { goalVerdict, guardText } from '../../../src/words/texts/goalTexts';
import { partingText, simulatedVerdict } from '../../../src/words/texts/simulatedSplitTexts';
import type { ErrorBound } from '../../../src/kernel/prediction';
import { errorText } from '../../model/coRunDetail';
import { formatSlowdown } from '../../model/format';
import { splitTable } from '../../model/share';
import { chartFrame } from '../../parts/chartFrame';
import { icon } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import type { ResultsContext } from '../../state/appState';
import {
  howToApply,
  progressCurves,
  slowdownCell as cell,
  slowdownTable,
  splitFactors,
  splitHeadline,
  targetMark,
  warningList,
} from './splitParts';
import { say, words } from '../../../src/words';

/** The even split beside the advised one, the curves it follows from, and how to apply it. */
export function shareAnswer(answer: ShareAnswer, context: ResultsContext): TemplateResult {
  const { advice, even, evenOutcome } = answer;
  const because = guardText(advice);
  const isEven = String(advice.sms) === String(even.sms);
  return html`
    <section class="answer-box">
      ${splitHeadline(advice.sms, even.sms)}
      <p>${goalVerdict(advice)}</p>
      ${simulation(answer)}
      ${
        isEven
          ? nothing
          : html`<p class="caption">
              ${say('webview.share.theEvenSplit', { goalVerdict: goalVerdict({ ...evenOutcome, guard: advice.guard }) })}
            </p>`
      }
      ${because === null ? nothing : html`<p class="caption">${because}</p>`}
    </section>
    ${chartFrame(
      {
        id: 'split',
        title: say('webview.share.slowdown'),
        table: () => splitTable(answer),
        chart: slowdowns(answer),
      },
      context,
    )}
    ${progressCurves(advice.apps, context)} ${howToApply(advice, context)} ${notes(answer)}
  `;
}

/** What a simulation of the advised split makes of the goal, and where it parts from the prediction. */
function simulation({ advice, simulated, notSimulated }: ShareAnswer): TemplateResult {
  if (simulated === null)
    return html`<p class="caption">${say('webview.share.notSimulated', { reason: notSimulated! })}</p>`;
  const parting = partingText(advice, simulated);
  return html`<p>${simulatedVerdict(simulated)} ${originMark('simulated')}</p>
    ${parting === null ? nothing : html`<p>${icon('warning')} ${parting}</p>`}`;
}

function slowdowns({ advice, even, alone, simulated }: ShareAnswer): TemplateResult {
  const largest = Math.max(
    ...advice.apps.map((app) => app.slowdown),
    ...even.apps.map((app) => app.slowdown),
  );
  const rows = advice.apps.map((app, index) => {
    const before = even.apps[index]!;
    return {
      name: app.name,
      even: html`${cell(before, index, largest, even.predictor)} ${splitFactors(before.parts, before.cause)}
      ${unsure(before)} ${besideIt(alone?.apps[index])}`,
      advised: html`${cell(app, index, largest, advice.predictor)} ${targetMark(app)}
      ${splitFactors(app, 'nothing')} ${unsure(app)} ${inSimulation(simulated, index)}`,
    };
  });
  return slowdownTable(say('webview.share.kernelTitle'), rows);
}

/** That a number lies outside of what the model was trained on; which input that is stands below with the warnings. */
function unsure({ warnings }: AllocatedApp | AppSlowdown): TemplateResult | typeof nothing {
  if (warnings.length === 0) return nothing;
  return html`<span class="place"
    >${icon('warning')} ${say('webview.share.unsureOutsideOfTheTraining')}</span
  >`;
}

/** What runs alone say of the same split. */
function besideIt(alone: AppSlowdown | undefined): TemplateResult | typeof nothing {
  if (alone === undefined) return nothing;
  return html`<span class="place"
    >${formatSlowdown(alone.slowdown)} ${originMark('predicted', alone.predictor)}
    ${say('webview.share.fromRunsAlone')}</span
  >`;
}

/** What a simulation says of the advised split. */
function inSimulation(simulated: SimulatedSplit | null, app: number): TemplateResult | typeof nothing {
  if (simulated === null) return nothing;
  return html`<span class="place"
    >${formatSlowdown(simulated.slowdowns[app]!)} ${originMark('simulated')}
    ${say('webview.share.inASimulationOfThis')}</span
  >`;
}

function notes({ advice, even, alone, aloneRefused }: ShareAnswer): TemplateResult {
  const warnings = [
    ...new Set([
      ...advice.apps.flatMap(({ name, warnings: own }) => own.map((line) => `${name}: ${words(line)}`)),
      ...advice.warnings,
      ...even.warnings,
      ...even.apps.flatMap(appWarnings),
      ...(aloneRefused === null ? [] : [say('webview.share.refusedFromRunsAlone', { aloneRefused })]),
    ]),
  ];
  return html`<section>
    <div class="section-head"><h2>${say('webview.share.whereTheNumbersComeFrom')}</h2></div>
    <dl class="sources">
      ${source(say('webview.share.evenSplit'), even.predictor, even.epoch.cycles, even.apps[0]!.error)}
      ${source(say('webview.share.advisedSplit'), advice.predictor, advice.simulatedCycles, advice.error)}
      ${alone === null ? nothing : source(say('webview.share.evenSplitFromRunsAlone'), alone.predictor, alone.epoch.cycles, alone.apps[0]!.error)}
    </dl>
    ${warningList(warnings)}
  </section>`;
}

/** What tells of a column, from how much simulation, and how far off that is. */
function source(column: string, predictor: string, cycles: number, error: ErrorBound): TemplateResult {
  return html`<dt>${column}</dt>
    <dd>
      ${say('webview.share.fromSimulatedCycles', { predictor, cycles: cycles.toLocaleString('en') })}
      <span class="caption">${errorText(error)}.</span>
    </dd>`;
}

function appWarnings({ subject, warnings }: AppSlowdown): string[] {
  return warnings.map((line) => `${subject}: ${words(line)}`);
}
