import { html, nothing, type TemplateResult } from 'lit/html.js';
import { repeat } from 'lit/directives/repeat.js';
import { mechanismOfMode, MECHANISMS, type Mechanism } from '../../../src/analysis/results/shareResult';
import type { KernelResult } from '../../../src/analysis/results/kernelResult';
import { filterRows } from '../../model/columns';
import { allKernels, fileName } from '../../model/kernels';
import { MOST_SHARING } from '../../../src/analysis/protocol';
import { chosenIn, draftOf, lackOf, targetsOf, weightsOf, type ShareDraft } from '../../model/share';
import { programChoices, type ProgramChoice } from '../../model/sharePrograms';
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
  const programs = programChoices(context.results);
  const draft = draftOf(view.share, context.results);
  const change = (patch: Partial<ShareDraft>): void => context.update({ share: { ...view.share, ...patch } });
  const isYielding = chosenMechanism(draft, context) === 'yields';
  const shown = matching(kernels, view.shareFilter, draft.kernelIds, ({ id, qualifiedName, path }) => [
    id,
    `${qualifiedName}\n${path}`,
  ]);
  return html`<div class="share-form" role="group" aria-label=${say('webview.share.whatSharesTheGpu')}>
    ${Math.max(kernels.length, programs.length) > UNFILTERED ? filterField(view.shareFilter, context) : nothing}
    <fieldset>
      <legend>
        ${say('webview.share.kernelsOfAtMost', { chosen: draft.kernelIds.length, most: MOST_SHARING })}
      </legend>
      <div class="choices">
        ${repeat(
          shown,
          ({ id }) => id,
          (kernel) => choice(kernel, draft, change),
        )}
        ${shown.length === 0 ? html`<p class="none">${say('webview.share.noKernelMatches', { shareFilter: view.shareFilter })}</p>` : nothing}
      </div>
    </fieldset>
    ${isYielding || programs.length === 0 ? nothing : programField(programs, draft, view.shareFilter, change)}
    ${isYielding ? nothing : goalFields([...named(programs), ...kernels], draft, change)}
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

function programField(
  programs: readonly ProgramChoice[],
  draft: ShareDraft,
  filter: string,
  change: (patch: Partial<ShareDraft>) => void,
): TemplateResult {
  const shown = matching(programs, filter, draft.programs, ({ key, name, path }) => [
    key,
    `${name}\n${path}`,
  ]);
  return html`<fieldset>
    <legend>${say('webview.share.programsChosen', { chosen: draft.programs.length })}</legend>
    <div class="choices">
      ${repeat(
        shown,
        ({ key }) => key,
        ({ key, name, path, lack }) =>
          choiceField({
            name,
            note: lack ?? fileName(path),
            title: lack ?? `${name}, ${path}`,
            chosen: draft.programs.includes(key),
            disabled: lack !== null && !draft.programs.includes(key),
            onToggle: () => change({ programs: toggled(draft.programs, key) }),
          }),
      )}
      ${shown.length === 0 ? html`<p class="none">${say('webview.share.noProgramMatches', { shareFilter: filter })}</p>` : nothing}
    </div>
  </fieldset>`;
}

/** Of which a weight or target is set. */
interface Weighed {
  readonly id: string;
  readonly name: string;
}

const named = (programs: readonly ProgramChoice[]): Weighed[] =>
  programs.map(({ key, name }) => ({ id: key, name }));

function goalFields(
  subjects: readonly Weighed[],
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
    ${chosenIn(draft)
      .flatMap((key) => subjects.find(({ id }) => id === key) ?? [])
      .map((one) => slider(one, draft, change))}`;
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

/** A list of more than these has a filter. */
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

/** What is chosen and what the filter lets through; nothing moves when it is chosen. */
function matching<T>(
  items: readonly T[],
  filter: string,
  chosen: readonly string[],
  told: (item: T) => readonly [key: string, text: string],
): readonly T[] {
  if (items.length <= UNFILTERED) return items;
  const found = new Set(filterRows(items, filter, (item) => told(item)[1]));
  return items.filter((item) => found.has(item) || chosen.includes(told(item)[0]));
}

export function ask(draft: ShareDraft, context: ResultsContext): void {
  const chosen = chosenMechanism(draft, context);
  const mechanism = chosen === 'none' || chosen === 'yields' ? null : chosen;
  const goal =
    draft.goal === 'fair'
      ? ({ kind: 'fair', weights: weightsOf(draft) } as const)
      : ({ kind: 'qos', targets: targetsOf(draft) } as const);
  const { programs, kernelIds } = draft;
  const ofPrograms = programs.length === 0 ? {} : { programs };
  context.post({ type: 'share', request: { ...ofPrograms, kernelIds, goal, mechanism } });
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
  { id, name }: Weighed,
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
