import { html, nothing, type TemplateResult } from 'lit/html.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import type { Assumption } from '../../../src/kernel/origin';
import {
  assumptionTable,
  effectOf,
  effectText,
  filterAssumptions,
  parseValue,
} from '../../model/assumptions';
import { count } from '../../model/format';
import { fileName } from '../../model/kernels';
import { toCsv } from '../../model/table';
import { emptyState } from '../../parts/emptyState';
import { icon, iconButton } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import type { ResultsContext } from '../../state/appState';
import { say, words } from '../../../src/words';
import { knownText } from '../../../src/words/texts/gpuText';
import { fieldName } from '../../parts/fieldName';

/** Every value that was taken for granted, with the way to replace it. */
export function assumptionsView(context: ResultsContext): TemplateResult {
  const { results, state, update, post } = context;
  if (results.assumptions.length === 0)
    return emptyState({
      icon: 'pass',
      title: say('webview.assumptions.nothingIsAssumed'),
      text: say('webview.assumptions.everyNumberFollowsFromSources'),
    });
  const shown = filterAssumptions(results.assumptions, state.view.assumptionFilter);
  const settable = shown.filter(isSettable);
  const inWords = shown.filter((assumption) => !isSettable(assumption));
  return html`<section aria-labelledby="assumptions-title">
    <div class="section-head">
      <h2 id="assumptions-title">${say('webview.assumptions.assumedValues')}</h2>
      <span class="caption" role="status"
        >${
          shown.length === results.assumptions.length
            ? count(shown.length, 'value')
            : say('webview.assumptions.shownOf', {
                shown: shown.length,
                total: count(results.assumptions.length, 'value'),
              })
        }</span
      >
      <vscode-text-field
        class="filter"
        placeholder=${say('webview.assumptions.filterByNameFileOr')}
        ${fieldName(say('webview.assumptions.filterAssumedValues'))}
        .value=${state.view.assumptionFilter}
        @input=${(event: Event) => update({ assumptionFilter: (event.target as HTMLInputElement).value })}
      ></vscode-text-field>
      ${iconButton('copy', say('webview.assumptions.copyTheShownValuesAs'), () =>
        post({
          type: 'copy',
          text: toCsv(assumptionTable(results, shown)),
          what: say('webview.assumptions.assumedValuesCopied'),
        }),
      )}
    </div>
    <p class="caption">${knownText(results.gpu)}</p>
    ${settable.length === 0 ? nothing : html`<p class="caption">${say('webview.assumptions.replaceWhatYouKnowBetter')}</p>`}
    ${settable.length === 0 ? nothing : table(settable, say('webview.assumptions.valuesThatCanBeReplaced'), context)}
    ${
      inWords.length === 0
        ? nothing
        : html`<details ?open=${settable.length === 0}>
            <summary>
              ${say('webview.assumptions.thatNoSingleValueReplaces', { inWords: count(inWords.length, 'statement') })}
            </summary>
            ${table(inWords, say('webview.assumptions.statementsThatNoSingleValue'), context)}
          </details>`
    }
    ${shown.length === 0 ? html`<p class="none">${say('webview.assumptions.nothingMatches', { assumptionFilter: state.view.assumptionFilter })}</p>` : nothing}
  </section>`;
}

/** Some of what was assumed are words about the code or the method, which only a profile replaces. */
function isSettable({ value }: Assumption): boolean {
  return value !== '';
}

function table(assumptions: readonly Assumption[], label: string, context: ResultsContext): TemplateResult {
  return html`<div class="table-scroll">
    <table class="assumptions" aria-label=${label}>
      <thead>
        <tr>
          ${assumptions.some(isSettable) ? html`<th scope="col">${say('webview.assumptions.valueTitle')}</th>` : nothing}
          <th scope="col">${say('webview.assumptions.whatWasTakenForGranted')}</th>
          <th scope="col">${say('webview.assumptions.sourceTitle')}</th>
          <th scope="col">${say('webview.assumptions.changesTitle')}</th>
        </tr>
      </thead>
      <tbody>
        ${repeat(
          assumptions,
          (assumption) => assumption.key,
          (assumption) => row(assumption, context),
        )}
      </tbody>
    </table>
  </div>`;
}

function row(assumption: Assumption, { results, post }: ResultsContext): TemplateResult {
  const { key, text, location } = assumption;
  const effect = effectOf(results, key);
  return html`<tr>
    ${
      isSettable(assumption)
        ? html`<td>${valueField(assumption, (value) => post({ type: 'setAssumption', key, value }))}</td>`
        : nothing
    }
    <td class="wrap">${isSettable(assumption) ? nothing : originMark('assumed')} ${words(text)}</td>
    <td data-title=${say('webview.assumptions.sourceTitle')}>
      ${
        location === undefined
          ? nothing
          : html`<button
              type="button"
              class="link"
              title=${location.path}
              @click=${() => post({ type: 'reveal', path: location.path, line: location.line })}
            >
              ${fileName(location.path)}:${location.line}
            </button>`
      }
    </td>
    <td class="wrap" data-title=${say('webview.assumptions.changesTitle')} title=${effect.kernels.join(', ')}>
      ${effectText(effect)}
    </td>
  </tr>`;
}

function valueField(
  { key, value, original, text }: Assumption,
  replace: (value: number | string | null) => void,
): TemplateResult {
  if (value === '')
    return html`${originMark('assumed')}
      <span class="unknown" title=${say('webview.assumptions.noSingleValueCanBe')}
        >${say('webview.assumptions.inWords')}</span
      >`;
  const change = (event: Event): void => {
    const field = event.target as HTMLInputElement;
    const typed = parseValue(field.value, value);
    const problem = field.parentElement?.querySelector('.problem');
    field.setAttribute('aria-invalid', String(!typed.ok));
    if (problem) problem.textContent = typed.ok ? '' : typed.reason;
    if (typed.ok && typed.value !== value) replace(typed.value);
  };
  return html`<span class="value">
    <vscode-text-field
      ${fieldName(say('webview.assumptions.valueOf', { key, text }))}
      size="14"
      .value=${live(String(value))}
      @change=${change}
    ></vscode-text-field>
    ${
      original === undefined
        ? originMark('assumed')
        : html`<span
              class="given"
              title=${original === '' ? say('webview.assumptions.givenByYou') : say('webview.assumptions.givenByYouWasAssumed', { original })}
              >${icon('account')} ${say('webview.assumptions.yours')}</span
            >
            ${iconButton('discard', say('webview.assumptions.backToTheAssumedValue', { original }).trimEnd(), () => replace(null))}`
    }
    <span class="problem" role="alert"></span>
  </span>`;
}
