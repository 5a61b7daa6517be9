import { html, nothing, type TemplateResult } from 'lit/html.js';
import { emptyState } from '../../parts/emptyState';
import { icon } from '../../parts/icon';
import { progressLine } from '../../parts/progress';
import type { ResultsContext } from '../../state/appState';
import { shareAnswer } from './answer';
import { shareForm } from './form';

/** How kernels share the GPU when each has SMs of its own, and the split that suits a goal. */
export function shareView(context: ResultsContext): TemplateResult {
  const { share } = context.state;
  return html`<div class="share">
    ${shareForm(context)}
    <div class="share-answer" aria-live="polite" aria-busy=${share.busy ? 'true' : 'false'}>
      ${share.error === null ? nothing : failure(share.error)}
      ${share.busy ? working(share.answer !== null) : nothing}
      ${share.answer === null ? nothing : shareAnswer(share.answer, context)}
      ${!share.busy && share.answer === null && share.error === null ? invitation() : nothing}
    </div>
  </div>`;
}

function failure(error: string): TemplateResult {
  return html`<div class="message error" role="alert">${icon('error')}<span>${error}</span></div>`;
}

/** @param hasFirst whether the quick answer is there that stands until the simulated one comes */
function working(hasFirst: boolean): TemplateResult {
  const message = hasFirst
    ? 'This is from runs of each kernel alone; a short simulated co-run is under way'
    : 'Running each kernel alone';
  return html`${progressLine({ message, fraction: null })}
    <p class="caption" role="status">${message}…</p>`;
}

function invitation(): TemplateResult {
  return emptyState({
    icon: 'split-horizontal',
    title: 'Who gets how many SMs?',
    text: 'Choose two kernels or more and a goal. Themis predicts how far each is slowed down by fewer SMs and by the others, and looks for a better split.',
  });
}
