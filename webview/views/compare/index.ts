import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { CompareRequest } from '../../../src/analysis/protocol';
import { say } from '../../../src/words';
import { allKernels } from '../../model/kernels';
import { dropdown } from '../../parts/dropdown';
import { emptyState } from '../../parts/emptyState';
import { icon, iconButton } from '../../parts/icon';
import { progressLine } from '../../parts/progress';
import type { ResultsContext } from '../../state/appState';
import { comparedGpu } from './answer';

/** Every way in which two kernels can have a GPU, on each of several GPUs. */
export function compareView(context: ResultsContext): TemplateResult {
  const { compare } = context.state;
  if (allKernels(context.results).length < 2)
    return emptyState({
      icon: 'versions',
      title: say('webview.compare.tooFew'),
      text: say('webview.compare.invitation'),
    });
  const { result, busy, error } = compare;
  return html`${form(context)}
    <div aria-live="polite" aria-busy=${busy ? 'true' : 'false'}>
      ${error === null ? nothing : html`<div class="message error" role="alert">${icon('error')}<span>${error}</span></div>`}
      ${busy ? progressLine({ message: say('webview.compare.working'), fraction: null }) : nothing}
      ${result === null ? nothing : result.gpus.map((gpu) => comparedGpu(gpu, result.kernels, context))}
      ${result === null && !busy && error === null ? invitation() : nothing}
    </div>`;
}

const invitation = (): TemplateResult =>
  emptyState({
    icon: 'versions',
    title: say('webview.compare.question'),
    text: say('webview.compare.invitation'),
  });

function form(context: ResultsContext): TemplateResult {
  const { update, post, state, results } = context;
  const request = requestOf(context);
  const { kernelIds, gpus } = request;
  const options = allKernels(results).map(({ id, name }) => ({ value: id, label: name }));
  const change = (patch: Partial<CompareRequest>): void => {
    const next = { ...request, ...patch };
    update({ compare: { kernelIds: [next.kernelIds[0], next.kernelIds[1]], gpus: [...next.gpus] } });
  };
  const choose = (at: 0 | 1, id: string): void =>
    change({ kernelIds: at === 0 ? [id, kernelIds[1]] : [kernelIds[0], id] });
  return html`<div class="pairing" role="group" aria-label=${say('webview.compare.question')}>
      ${dropdown({ label: say('webview.compare.first'), value: kernelIds[0], options, onChange: (id) => choose(0, id) })}
      ${dropdown({ label: say('webview.compare.second'), value: kernelIds[1], options, onChange: (id) => choose(1, id) })}
      ${dropdown({
        label: say('webview.compare.addGpu'),
        value: '',
        options: [
          { value: '', label: say('webview.compare.chooseGpu') },
          ...state.gpus
            .filter(({ id }) => !gpus.includes(id))
            .map(({ id, name }) => ({ value: id, label: name })),
        ],
        onChange: (id) => change({ gpus: [...gpus, id] }),
      })}
      ${
        state.compare.busy
          ? html`<vscode-button appearance="secondary" @click=${() => post({ type: 'cancelCompare' })}
              >${say('webview.compare.cancel')}</vscode-button
            >`
          : html`<vscode-button @click=${() => post({ type: 'compare', request })}
              >${say('webview.compare.compare')}</vscode-button
            >`
      }
    </div>
    <ul class="pairs">
      ${gpus.map((id) => {
        const name = state.gpus.find((gpu) => gpu.id === id)?.name ?? id;
        return html`<li>
          ${name}
          ${
            gpus.length < 2
              ? nothing
              : iconButton('close', say('webview.compare.dropGpu', { gpu: name }), () =>
                  change({ gpus: gpus.filter((one) => one !== id) }),
                )
          }
        </li>`;
      })}
    </ul>`;
}

/** What was chosen while it is there, else the first two kernels on the GPU of the results. */
function requestOf({ results, state }: ResultsContext): CompareRequest {
  const ids = allKernels(results).map(({ id }) => id);
  const { kernelIds, gpus } = state.view.compare;
  const known = (at: 0 | 1): string => (ids.includes(kernelIds[at]) ? kernelIds[at] : ids[at]!);
  return { kernelIds: [known(0), known(1)], gpus: gpus.length > 0 ? gpus : [results.gpu.id] };
}
