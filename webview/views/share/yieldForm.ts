import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { say } from '../../../src/words';
import { allKernels } from '../../model/kernels';
import type { ShareDraft } from '../../model/share';
import { yieldLack } from '../../model/yieldMap';
import type { ResultsContext } from '../../state/appState';

/** Which of the two kernels yields, and what the other may take. */
export function yieldFields(
  draft: ShareDraft,
  context: ResultsContext,
  change: (patch: Partial<ShareDraft>) => void,
): TemplateResult {
  const kernels = allKernels(context.results);
  const nameOf = (at: number): string => kernels.find(({ id }) => id === draft.kernelIds[at])?.name ?? '–';
  const target = say('webview.yields.atMost', { qos: draft.qos });
  return html`<dl class="yield-roles">
      <dt>${say('webview.yields.yielding')}</dt>
      <dd>${nameOf(0)}</dd>
      <dt>${say('webview.yields.critical')}</dt>
      <dd>${nameOf(1)}</dd>
    </dl>
    <vscode-button
      appearance="secondary"
      ?disabled=${draft.kernelIds.length !== 2}
      @click=${() => change({ kernelIds: draft.kernelIds.toReversed() })}
      >${say('webview.yields.swap')}</vscode-button
    >
    <label class="slider">
      <span>${say('webview.yields.target')}</span>
      <input
        type="range"
        min="1.1"
        max="4"
        step="0.1"
        .value=${live(String(draft.qos))}
        aria-valuetext=${target}
        @input=${(event: Event) => change({ qos: Number((event.target as HTMLInputElement).value) })}
      />
      <output>${target}</output>
    </label>`;
}

/** Starts the search, or ends the one that is under way. */
export function yieldButton(draft: ShareDraft, { state, post }: ResultsContext): TemplateResult {
  const lack = yieldLack(draft);
  const [yielding, critical] = draft.kernelIds;
  return html`${
      state.yields.busy
        ? html`<vscode-button appearance="secondary" @click=${() => post({ type: 'cancelYield' })}
            >${say('webview.share.cancel')}</vscode-button
          >`
        : html`<vscode-button
            ?disabled=${lack !== null}
            @click=${() => post({ type: 'searchYield', request: { kernelIds: [yielding!, critical!], qos: draft.qos } })}
            >${say('webview.yields.search')}</vscode-button
          >`
    }
    <p class="caption" role="status">${lack ?? nothing}</p>`;
}
