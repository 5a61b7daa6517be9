import { html, nothing, type TemplateResult } from 'lit/html.js';
import { repeat } from 'lit/directives/repeat.js';
import { mechanismOfMode, MECHANISMS, type Mechanism } from '../../../src/analysis/results/shareResult';
import type { KernelResult } from '../../../src/analysis/results/kernelResult';
import { filterRows } from '../../model/columns';
import { allKernels, fileName } from '../../model/kernels';
import { MOST_SHARING } from '../../../src/analysis/protocol';
import { lackOf, targetsOf, weightsOf, type ShareDraft } from '../../model/share';
import { MECHANISM_TITLES } from '../../model/words';
import { dropdown } from '../../parts/dropdown';
import type { ResultsContext } from '../../state/appState';
import { toggled } from '../../state/viewState';
import { say, words } from '../../../src/words';
import { yieldButton, yieldFields } from './yieldForm';
import { fieldName } from '../../parts/fieldName';
import { askField, choiceField, sliderField } from '../../parts/formFields';

/** Which kernels, what goal, and how the split is to be applied. */
export function shareForm(context: ResultsContext): TemplateResult {
  const { view } = context.state;
  const kernels = allKernels(context.results);
  const known = new Set(kernels.map(({ id }) => id));
  const draft = draftOf(view.share, known);
  const change = (patch: Partial<ShareDraft>): void => context.update({ share: { ...view.share, ...patch } });
  const isYielding = chosenMechanism(draft, context) === 'yields';
  const shown = listed(kernels, draft, view.shareFilter);
  return html`<div class="share-form" role="group" aria-label=${say('webview.share.whatSharesTheGpu')}>
    <fieldset>
      <legend>
        ${say('webview.share.kernelsOfAtMost', { chosen: draft.kernelIds.length, most: MOST_SHARING })}
      </legend>
      ${kernels.length > UNFILTERED ? filterField(view.shareFilter, context) : nothing}
      <div class="choices">
        ${repeat(
          shown,
          ({ id }) => id,
          (kernel) => choice(kernel, draft, change),
        )}
        ${shown.length === 0 ? html`<p class="none">${say('webview.share.noKernelMatches', { shareFilter: view.shareFilter })}</p>` : nothing}
      </div>
    </fieldset>
    ${isYielding ? nothing : goalFields(kernels, draft, change)}
    ${dropdown({
      label: say('webview.share.appliedBy'),
      value: chosenMechanism(draft, context),
      options: [
        { value: 'none', label: say('webview.share.numbersOnly') },
        ...MECHANISMS.map((mechanism) => ({ value: mechanism, label: MECHANISM_TITLES[mechanism] })),
        { value: 'yields', label: say('webview.yields.mechanism') },
      ],
      onChange: (value) => change({ mechanism: CHOICES.find((one) => one === value) ?? 'none' }),
    })}
    ${isYielding ? html`${yieldFields(draft, context, change)} ${yieldButton(draft, context)}` : splitButton(draft, context)}
  </div>`;
}

const CHOICES = [...MECHANISMS, 'yields'] as const;

function goalFields(
  kernels: readonly KernelResult[],
  draft: ShareDraft,
  change: (patch: Partial<ShareDraft>) => void,
): TemplateResult {
  return html`${dropdown({
      label: say('webview.share.goal'),
      value: draft.goal,
      options: [
        { value: 'fair', label: say('webview.share.fairByWeights') },
        { value: 'qos', label: say('webview.share.progressTargets') },
      ],
      onChange: (goal) => change({ goal: goal === 'qos' ? 'qos' : 'fair' }),
    })}
    <p class="caption">${GOALS[draft.goal]}</p>
    ${kernels.filter(({ id }) => draft.kernelIds.includes(id)).map((kernel) => slider(kernel, draft, change))}`;
}

/** Asks for a split, or stops working it out. */
function splitButton(draft: ShareDraft, context: ResultsContext): TemplateResult {
  return askField({
    busy: context.state.share.busy,
    lack: lackOf(draft),
    ask: { label: say('webview.share.splitTheSms'), run: () => ask(draft, context) },
    cancel: { label: say('webview.share.cancel'), run: () => context.post({ type: 'cancelShare' }) },
  });
}

const GOALS: Readonly<Record<ShareDraft['goal'], string>> = {
  fair: say('webview.share.slowdownsInInverseProportionTo'),
  qos: say('webview.share.targetsHelp'),
};

/** What the form holds, of the kernels that there are. */
export function draftOf(draft: ShareDraft, known: ReadonlySet<string>): ShareDraft {
  return { ...draft, kernelIds: draft.kernelIds.filter((id) => known.has(id)) };
}

/** A list of more kernels than these has a filter. */
const UNFILTERED = 10;

function filterField(filter: string, { update }: ResultsContext): TemplateResult {
  return html`<vscode-text-field
    class="filter"
    placeholder=${say('webview.share.filterByNameOrFile')}
    ${fieldName(say('webview.share.filterTheKernelsToChoose'))}
    .value=${filter}
    @input=${(event: Event) => update({ shareFilter: (event.target as HTMLInputElement).value })}
  ></vscode-text-field>`;
}

/** The chosen kernels and those that the filter lets through; none moves when it is chosen. */
function listed(
  kernels: readonly KernelResult[],
  { kernelIds }: ShareDraft,
  filter: string,
): readonly KernelResult[] {
  if (kernels.length <= UNFILTERED) return kernels;
  const found = new Set(
    filterRows(kernels, filter, ({ qualifiedName, path }) => `${qualifiedName}\n${path}`),
  );
  return kernels.filter((kernel) => found.has(kernel) || kernelIds.includes(kernel.id));
}

export function ask(draft: ShareDraft, context: ResultsContext): void {
  const chosen = chosenMechanism(draft, context);
  const mechanism = chosen === 'none' || chosen === 'yields' ? null : chosen;
  const goal =
    draft.goal === 'fair'
      ? ({ kind: 'fair', weights: weightsOf(draft) } as const)
      : ({ kind: 'qos', targets: targetsOf(draft) } as const);
  context.post({ type: 'share', request: { kernelIds: draft.kernelIds, goal, mechanism } });
}

/** What is chosen, else what the sharing mode takes. */
export function chosenMechanism(
  { mechanism }: ShareDraft,
  { results }: ResultsContext,
): Mechanism | 'yields' | 'none' {
  return mechanism ?? mechanismOfMode(results.mode) ?? 'none';
}

function choice(
  { id, name, path, simulation }: KernelResult,
  { kernelIds }: ShareDraft,
  change: (patch: Partial<ShareDraft>) => void,
): TemplateResult {
  const refused = simulation?.status === 'refused' && simulation.time === null ? simulation.reason : null;
  return choiceField({
    name,
    note: fileName(path),
    title: words(refused ?? `${name}, ${path}`),
    chosen: kernelIds.includes(id),
    onToggle: () => change({ kernelIds: toggled(kernelIds, id) }),
  });
}

function slider(
  { id, name }: KernelResult,
  draft: ShareDraft,
  change: (patch: Partial<ShareDraft>) => void,
): TemplateResult {
  const fair = draft.goal === 'fair';
  const value = fair ? (draft.weights[id] ?? 1) : (draft.targets[id] ?? 0);
  const text = fair
    ? say('webview.share.weight', { weight: value })
    : value === 0
      ? say('webview.share.batchNoTarget')
      : say('webview.share.atLeast', { target: value });
  return sliderField({
    label: name,
    text,
    value,
    range: fair ? { min: 1, max: 9, step: 1 } : { min: 0, max: 95, step: 5 },
    onInput: (moved) =>
      change(
        fair
          ? { weights: { ...draft.weights, [id]: moved } }
          : { targets: { ...draft.targets, [id]: moved } },
      ),
  });
}
