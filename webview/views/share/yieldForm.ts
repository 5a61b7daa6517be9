import { html, type TemplateResult } from 'lit/html.js';
import { say } from '../../../src/words';
import { allKernels } from '../../model/kernels';
import type { ShareDraft } from '../../model/share';
import { yieldLack } from '../../model/yieldMap';
import { askField, sliderField } from '../../parts/formFields';
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
    ${sliderField({
      label: say('webview.yields.target'),
      text: target,
      value: draft.qos,
      range: { min: 1.1, max: 4, step: 0.1 },
      onInput: (qos) => change({ qos }),
    })}`;
}

/** Starts the search, or ends the one that is under way. */
export function yieldButton(draft: ShareDraft, { state, post }: ResultsContext): TemplateResult {
  const [yielding, critical] = draft.kernelIds;
  return askField({
    busy: state.yields.busy,
    lack: yieldLack(draft),
    ask: {
      label: say('webview.yields.search'),
      run: () =>
        post({ type: 'searchYield', request: { kernelIds: [yielding!, critical!], qos: draft.qos } }),
    },
    cancel: { label: say('webview.share.cancel'), run: () => post({ type: 'cancelYield' }) },
  });
}
