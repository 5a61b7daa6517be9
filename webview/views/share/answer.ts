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
import { progressChart } from '../../charts/progressChart';
import { errorText } from '../../model/coRunDetail';
import { formatSlowdown } from '../../model/format';
import { curveTable, splitTable } from '../../model/share';
import { chartFrame } from '../../parts/chartFrame';
import { icon } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import type { ResultsContext } from '../../state/appState';
import { appliedSplit } from './applied';
import { slowdownCell as cell, splitFactors, splitHeadline, swatch, targetMark } from './splitParts';
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
    ${chartFrame(
      {
        id: 'curves',
        title: say('webview.share.progressOverSmsTitle'),
        caption: say('webview.share.progressIsSpeedOverThat'),
        table: () => curveTable(advice.apps),
        chart: progressChart(advice.apps),
      },
      context,
    )}
    ${advice.applied === null ? nothing : appliedSplit(advice.applied, advice, context)}
    ${advice.notApplied === null ? nothing : html`<p class="none">${say('webview.share.notApplicable', { reason: advice.notApplied })}</p>`}
    ${notes(answer)}
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
  const [evenSplit, advisedSplit] = [say('webview.share.evenSplit'), say('webview.share.advisedSplit')];
  return html`<div class="table-scroll">
    <table class="slowdowns">
      <thead>
        <tr>
          <th scope="col">${say('webview.share.kernelTitle')}</th>
          <th scope="col">${evenSplit}</th>
          <th scope="col">${advisedSplit}</th>
        </tr>
      </thead>
      <tbody>
        ${advice.apps.map((app, index) => {
          const before = even.apps[index]!;
          return html`<tr>
            <th scope="row">${swatch(index)} ${app.name}</th>
            <td data-title=${evenSplit}>
              ${cell(before, index, largest, even.predictor)} ${splitFactors(before.parts, before.cause)}
              ${unsure(before)} ${besideIt(alone?.apps[index])}
            </td>
            <td data-title=${advisedSplit}>
              ${cell(app, index, largest, advice.predictor)} ${targetMark(app)}
              ${splitFactors(app, 'nothing')} ${unsure(app)} ${inSimulation(simulated, index)}
            </td>
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
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
    ${
      warnings.length === 0
        ? nothing
        : html`<ul class="plain warnings">
            ${warnings.map((line) => html`<li>${icon('warning')} ${words(line)}</li>`)}
          </ul>`
    }
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
