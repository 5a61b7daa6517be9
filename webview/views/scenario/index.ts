import { html, nothing, type TemplateResult } from 'lit/html.js';
import { emptyState } from '../../parts/emptyState';
import { icon } from '../../parts/icon';
import { progressLine } from '../../parts/progress';
import type { ViewContext } from '../../state/appState';
import { scenarioResult } from './result';
import { say } from '../../../src/words';

/** The result of a scenario file. */
export function scenarioView(context: ViewContext): TemplateResult {
  const { scenario } = context.state;
  if (scenario.path === null) return invitation(context);
  return html`<div class="scenario">
    ${heading(context)} ${scenario.busy ? working(context) : nothing}
    ${
      scenario.error === null
        ? nothing
        : html`<div class="message error" role="alert">${icon('error')}<span>${scenario.error}</span></div>`
    }
    ${scenario.report === null ? nothing : scenarioResult(scenario.report, context)}
  </div>`;
}

function heading({ state, post }: ViewContext): TemplateResult {
  const { path, busy, report } = state.scenario;
  return html`<div class="section-head">
    <h2>
      <button type="button" class="link" @click=${() => post({ type: 'openScenario', what: 'file' })}>
        ${path}
      </button>
    </h2>
    ${
      report === null
        ? nothing
        : html`<vscode-button
            appearance="secondary"
            @click=${() => post({ type: 'openScenario', what: 'json' })}
            >${say('webview.scenario.openAsJson')}</vscode-button
          >`
    }
    ${
      busy
        ? html`<vscode-button appearance="secondary" @click=${() => post({ type: 'cancelScenario' })}
            >${say('webview.scenario.cancelTheSimulation')}</vscode-button
          >`
        : html`<vscode-button
              appearance="secondary"
              @click=${() => post({ type: 'simulateScenario', again: true })}
              >${say('webview.scenario.simulateAgain')}</vscode-button
            >
            <vscode-button
              appearance="secondary"
              @click=${() => post({ type: 'simulateScenario', again: false })}
              >${say('webview.scenario.otherFile')}</vscode-button
            >`
    }
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
        run: () => post({ type: 'simulateScenario', again: false }),
      },
      { label: say('webview.scenario.openTheSamples'), run: () => post({ type: 'openSamples' }) },
    ],
  });
}
