import { html, nothing, type TemplateResult } from 'lit/html.js';
import { say, words } from '../../../src/words';
import { subjectsOf } from '../../model/service';
import { emptyState } from '../../parts/emptyState';
import { icon } from '../../parts/icon';
import { progressLine } from '../../parts/progress';
import type { ResultsContext } from '../../state/appState';
import { serviceAnswer } from './answer';
import { serviceForm } from './form';

/** How many instances of what may share the GPU with a service that must keep its latency. */
export function serviceView(context: ResultsContext): TemplateResult {
  const { colocate } = context.state;
  const subjects = subjectsOf(context.results);
  if (colocate.request === null && subjects.every(({ lack }) => lack !== null)) return nothingKnown(context);
  const { busy, error, result, fraction, phase } = colocate;
  const doing = phase === '' ? say('webview.service.runs') : words(phase);
  return html`<div class="share service">
    ${serviceForm(subjects, context)}
    <div class="share-answer" aria-live="polite" aria-busy=${busy ? 'true' : 'false'}>
      ${error === null ? nothing : html`<div class="message error" role="alert">${icon('error')}<span>${error}</span></div>`}
      ${
        busy
          ? html`${progressLine({ message: doing, fraction })}
              <p class="caption" role="status">${doing}…</p>`
          : nothing
      }
      ${result === null ? nothing : serviceAnswer(result, context)}
      ${result === null && !busy && error === null ? invitation() : nothing}
    </div>
  </div>`;
}

const invitation = (): TemplateResult =>
  emptyState({
    icon: 'broadcast',
    title: say('webview.service.question'),
    text: say('webview.service.invitation'),
  });

function nothingKnown({ post }: ResultsContext): TemplateResult {
  return emptyState({
    icon: 'broadcast',
    title: say('webview.service.nothing'),
    text: say('webview.service.needs'),
    actions: [
      { label: say('webview.service.import'), run: () => post({ type: 'importProfile' }) },
      { label: say('webview.page.openTheSamples'), run: () => post({ type: 'openSamples' }) },
    ],
  });
}
