import { html, nothing, type TemplateResult } from 'lit/html.js';
import { emptyState } from '../../parts/emptyState';
import { fileHeading } from '../../parts/fileHeading';
import { progressLine } from '../../parts/progress';
import type { ViewContext } from '../../state/appState';
import { scenarioResult } from './result';
import { say } from '../../../src/words';

/** The result of a scenario file. */
export function scenarioView(context: ViewContext): TemplateResult {
  const { scenario } = context.state;
  if (scenario.path === null) return invitation(context);
  const actions = {
    cancel: say('webview.scenario.cancelTheSimulation'),
    again: say('webview.scenario.simulateAgain'),
  };
  return html`<div class="scenario">
    ${fileHeading('scenario', actions, context)} ${scenario.busy ? working(context) : nothing}
    <div aria-live="polite" aria-busy=${scenario.busy ? 'true' : 'false'}>
      ${scenario.report === null ? nothing : scenarioResult(scenario.report, context)}
    </div>
  </div>`;
}

function working({ state }: ViewContext): TemplateResult {
  const { phase, fraction } = state.scenario;
  const message =
    phase === ''
      ? say('webview.scenario.preparingThePrograms')
      : say('webview.scenario.simulating', { phase });
  return html`${progressLine({ message, fraction })}
    <p class="caption" role="status">${message}…</p>`;
}

function invitation({ post }: ViewContext): TemplateResult {
  return emptyState({
    icon: 'play',
    title: say('webview.scenario.simulateAScenario'),
    text: say('webview.scenario.aScenarioFileNamesA'),
    actions: [
      {
        label: say('webview.scenario.chooseAScenario'),
        run: () => post({ type: 'runFile', view: 'scenario', again: false }),
      },
      { label: say('webview.scenario.openTheSamples'), run: () => post({ type: 'openSamples' }) },
    ],
  });
}
