import { html, nothing, type TemplateResult } from 'lit/html.js';
import { emptyState } from '../../parts/emptyState';
import { icon } from '../../parts/icon';
import { progressLine } from '../../parts/progress';
import type { ResultsContext } from '../../state/appState';
import { shareAnswer } from './answer';
import { allKernels } from '../../model/kernels';
import { lackOf } from '../../model/share';
import { ask, draftOf, shareForm } from './form';

/** How kernels share the GPU when each has SMs of its own, and the split that suits a goal. */
export function shareView(context: ResultsContext): TemplateResult {
  const { share } = context.state;
  const count = allKernels(context.results).length;
  if (count < 2 && share.request === null) return tooFew(count, context);
  return html`<div class="share">
    ${shareForm(context)}
    <div class="share-answer" aria-live="polite" aria-busy=${share.busy ? 'true' : 'false'}>
      ${share.error === null ? nothing : failure(share.error)}
      ${share.busy ? working(share.answer !== null) : nothing}
      ${share.answer === null ? nothing : otherGpu(share.answer.advice.gpu, context)}
      ${share.answer === null ? nothing : shareAnswer(share.answer, context)}
      ${!share.busy && share.answer === null && share.error === null ? invitation() : nothing}
    </div>
  </div>`;
}

/** An answer stays when another GPU is chosen; it says which one it is for. */
function otherGpu(id: string, context: ResultsContext): TemplateResult | typeof nothing {
  const { results, state } = context;
  if (id === results.gpu.id) return nothing;
  const name = state.gpus.find((gpu) => gpu.id === id)?.name ?? id;
  const known = new Set(allKernels(results).map((kernel) => kernel.id));
  const draft = draftOf(state.view.share, known);
  return html`<div class="message info" role="note">
    ${icon('info')}<span>This split is for the ${name}, not for the ${results.gpu.name}.</span>
    ${
      state.share.busy || lackOf(draft) !== null
        ? nothing
        : html`<vscode-button appearance="secondary" @click=${() => ask(draft, context)}
            >Split again</vscode-button
          >`
    }
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

function tooFew(count: number, { post }: ResultsContext): TemplateResult {
  return emptyState({
    icon: 'split-horizontal',
    title: 'Nothing to split',
    text: `A split takes two kernels or more; this workspace has ${count === 0 ? 'none' : 'one'}.`,
    actions: [{ label: 'Open the samples', run: () => post({ type: 'openSamples' }) }],
  });
}

function invitation(): TemplateResult {
  return emptyState({
    icon: 'split-horizontal',
    title: 'Who gets how many SMs?',
    text: 'Choose two kernels or more and a goal. Themis predicts how far each is slowed down by fewer SMs and by the others, and looks for a better split.',
  });
}
