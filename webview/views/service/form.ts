import { html, nothing, type TemplateResult } from 'lit/html.js';
import { repeat } from 'lit/directives/repeat.js';
import { MOST_CANDIDATES } from '../../../src/analysis/results/colocateResult';
import { say, words } from '../../../src/words';
import {
  serviceDraft,
  serviceLack,
  serviceRequest,
  type ServiceDraft,
  type ServiceSubject,
} from '../../model/service';
import { dropdown } from '../../parts/dropdown';
import { fieldName } from '../../parts/fieldName';
import { askField, choiceField, sliderField } from '../../parts/formFields';
import type { ResultsContext } from '../../state/appState';
import { toggled } from '../../state/viewState';

type Change = (patch: Partial<ServiceDraft>) => void;

/** Which service, what it must keep, and what may run beside it. */
export function serviceForm(subjects: readonly ServiceSubject[], context: ResultsContext): TemplateResult {
  const { view } = context.state;
  const draft = serviceDraft(view.service, subjects);
  const change: Change = (patch) => context.update({ service: { ...view.service, ...patch } });
  const known = subjects.filter(({ lack }) => lack === null);
  return html`<div class="share-form" role="group" aria-label=${say('webview.service.form')}>
    ${dropdown({
      label: say('webview.service.service'),
      value: draft.key ?? '',
      options: known.map(({ key, label }) => ({ value: key, label })),
      onChange: (key) => change({ key }),
    })}
    ${targetFields(draft, change)}
    <fieldset>
      <legend>${say('webview.service.beside', { chosen: draft.batch.length, most: MOST_CANDIDATES })}</legend>
      <div class="choices">
        ${repeat(
          subjects,
          ({ key }) => key,
          (subject) => choice(subject, draft, change),
        )}
      </div>
    </fieldset>
    ${perSubject(MEMORY, known, draft, change)} ${perSubject(TIMES, known, draft, change)}
    ${askButton(draft, context)}
  </div>`;
}

function targetFields({ slowdown, of, latency }: ServiceDraft, change: Change): TemplateResult {
  const text = say('webview.service.atMost', { slowdown });
  return html`${sliderField({
    label: say('webview.service.target'),
    text,
    value: slowdown,
    range: { min: 1.1, max: 10, step: 0.1 },
    onInput: (moved) => change({ slowdown: moved }),
  })}
  ${numberField(say('webview.service.bound'), say('webview.service.bound'), latency, (typed) => change({ latency: typed }))}
  ${dropdown({
    label: say('webview.service.of'),
    value: of,
    options: [
      { value: 'p95', label: say('webview.service.p95') },
      { value: 'mean', label: say('webview.service.mean') },
    ],
    onChange: (value) => change({ of: value === 'mean' ? 'mean' : 'p95' }),
  })}`;
}

function choice(
  { key, label: name, from, lack }: ServiceSubject,
  { batch }: ServiceDraft,
  change: Change,
): TemplateResult {
  const title =
    lack === null ? `${name}, ${from}` : say('webview.service.unknownWhy', { name, why: words(lack) });
  return choiceField({
    name,
    note: lack === null ? from : say('webview.service.unknown'),
    title,
    chosen: batch.includes(key),
    disabled: lack !== null,
    onToggle: () => change({ batch: toggled(batch, key) }),
  });
}

/** Numbers that are asked of the service and of each chosen neighbour, and what they are called. */
interface Asked {
  readonly of: 'memory' | 'alone';
  readonly title: () => string;
  readonly help: () => string;
  readonly label: (name: string) => string;
  readonly fullName: (name: string) => string;
}

const MEMORY: Asked = {
  of: 'memory',
  title: () => say('webview.service.memory'),
  help: () => say('webview.service.memoryHelp'),
  label: (name) => say('webview.service.memoryField', { name }),
  fullName: (name) => say('webview.service.memoryOf', { name }),
};

const TIMES: Asked = {
  of: 'alone',
  title: () => say('webview.service.times'),
  help: () => say('webview.service.timesHelp'),
  label: (name) => say('webview.service.timeField', { name }),
  fullName: (name) => say('webview.service.timeOf', { name }),
};

function perSubject(
  { of, title, help, label, fullName }: Asked,
  known: readonly ServiceSubject[],
  draft: ServiceDraft,
  change: Change,
): TemplateResult | typeof nothing {
  const { key, batch, [of]: values } = draft;
  const asked = known.filter((each) => each.key === key || batch.includes(each.key));
  if (batch.length === 0) return nothing;
  return html`<details class="memory">
    <summary>${title()}</summary>
    <p class="caption">${help()}</p>
    ${asked.map((each) =>
      numberField(label(each.label), fullName(each.label), values[each.key] ?? '', (typed) =>
        change({ [of]: { ...values, [each.key]: typed } }),
      ),
    )}
  </details>`;
}

function numberField(
  label: string,
  name: string,
  value: string,
  onInput: (typed: string) => void,
): TemplateResult {
  return html`<label class="field">
    <span class="caption">${label}</span>
    <vscode-text-field
      ${fieldName(name)}
      inputmode="decimal"
      .value=${value}
      @input=${(event: Event) => onInput((event.target as HTMLInputElement).value)}
    ></vscode-text-field>
  </label>`;
}

/** Asks, or ends the question that is under way. */
function askButton(draft: ServiceDraft, { state, post }: ResultsContext): TemplateResult {
  return askField({
    busy: state.colocate.busy,
    lack: serviceLack(draft),
    ask: {
      label: say('webview.service.ask'),
      run: () => post({ type: 'colocate', request: serviceRequest(draft) }),
    },
    cancel: { label: say('webview.service.cancel'), run: () => post({ type: 'cancelColocate' }) },
  });
}
