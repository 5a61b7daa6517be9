import { html, nothing, type TemplateResult } from 'lit/html.js';
import { emptyState } from '../../parts/emptyState';
import { icon } from '../../parts/icon';
import { progressLine } from '../../parts/progress';
import type { ResultsContext } from '../../state/appState';
import { shareAnswer } from './answer';
import { allKernels } from '../../model/kernels';
import { programChoices } from '../../model/sharePrograms';
import { draftOf, lackOf } from '../../model/share';
import { ask, chosenMechanism, shareForm } from './form';
import { programAnswer } from './programAnswer';
import { yieldAnswer } from './yielding';
import { say } from '../../../src/words';

/** How kernels share the GPU when each has SMs of its own, and the split that suits a goal. */
export function shareView(context: ResultsContext): TemplateResult {
  const { share, yields, view } = context.state;
  const isYielding = chosenMechanism(view.share, context) === 'yields';
  const { busy } = isYielding ? yields : share;
  const count = allKernels(context.results).length;
  const programs = programChoices(context.results).filter(({ lack }) => lack === null).length;
  if (count + programs < 2 && share.request === null) return tooFew(count, context);
  return html`<div class="share">
    ${shareForm(context)}
    <div class="share-answer" aria-live="polite" aria-busy=${busy ? 'true' : 'false'}>
      ${isYielding ? yieldAnswer(context) : split(context)}
    </div>
  </div>`;
}

/** The split of SMs that was asked for, as far as it is. */
function split(context: ResultsContext): TemplateResult {
  const { share } = context.state;
  const { error, busy, answer, ofPrograms, request } = share;
  const gpu = answer?.advice.gpu ?? ofPrograms?.split.gpu;
  const isOfPrograms = (request?.programs ?? []).length > 0;
  return html`${error === null ? nothing : failure(error)}
  ${busy ? working(isOfPrograms ? 'webview.share.simulatingPrograms' : workOf(answer !== null)) : nothing}
  ${gpu === undefined ? nothing : otherGpu(gpu, context)}
  ${answer === null ? nothing : shareAnswer(answer, context)}
  ${ofPrograms === null ? nothing : programAnswer(ofPrograms, context)}
  ${!busy && gpu === undefined && error === null ? invitation() : nothing}`;
}

/** @param hasFirst whether the quick answer is there that stands until the simulated one comes */
const workOf = (hasFirst: boolean) =>
  hasFirst ? 'webview.share.thisIsFromRunsOf' : 'webview.share.runningEachKernelAlone';

/** An answer stays when another GPU is chosen; it says which one it is for. */
function otherGpu(id: string, context: ResultsContext): TemplateResult | typeof nothing {
  const { results, state } = context;
  if (id === results.gpu.id) return nothing;
  const name = state.gpus.find((gpu) => gpu.id === id)?.name ?? id;
  const draft = draftOf(state.view.share, results);
  return html`<div class="message info" role="note">
    ${icon('info')}<span
      >${say('webview.share.splitForOtherGpu', { gpu: name, current: results.gpu.name })}</span
    >
    ${
      state.share.busy || lackOf(draft) !== null
        ? nothing
        : html`<vscode-button appearance="secondary" @click=${() => ask(draft, context)}
            >${say('webview.share.splitAgain')}</vscode-button
          >`
    }
  </div>`;
}

type WorkCode = ReturnType<typeof workOf> | 'webview.share.simulatingPrograms';

function failure(error: string): TemplateResult {
  return html`<div class="message error" role="alert">${icon('error')}<span>${error}</span></div>`;
}

function working(code: WorkCode): TemplateResult {
  const message = say(code);
  return html`${progressLine({ message, fraction: null })}
    <p class="caption" role="status">${message}…</p>`;
}

function tooFew(count: number, { post }: ResultsContext): TemplateResult {
  return emptyState({
    icon: 'split-horizontal',
    title: say('webview.share.nothingToSplit'),
    text: say('webview.share.tooFewKernels', {
      count: count === 0 ? say('webview.share.none') : say('webview.share.one'),
    }),
    actions: [{ label: say('webview.share.openTheSamples'), run: () => post({ type: 'openSamples' }) }],
  });
}

function invitation(): TemplateResult {
  return emptyState({
    icon: 'split-horizontal',
    title: say('webview.share.whoGetsHowManySms'),
    text: say('webview.share.howToAsk'),
  });
}
