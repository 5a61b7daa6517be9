import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { SourcePlace } from '../../../src/analysis/profileProtocol';
import type { CountedKernelResult } from '../../../src/analysis/results/tracedKernelResult';
import { formatBytes, formatCount, formatDuration } from '../../model/format';
import { icon, iconButton } from '../../parts/icon';
import { deviceName } from '../model/kernelColumns';
import { counterPairs, countersOf } from '../model/joins';
import { fileName } from '../../model/kernels';
import { rowId, type KernelRow } from '../model/kernelRows';
import { metricSourceById } from '../model/metricRows';
import { readingOf, readingPairs } from '../model/readings';
import { dimensions, shortName } from '../model/names';
import type { PageContext } from '../state';
import { withTable } from '../viewState';
import { say } from '../../../src/words';

/** Everything about one kernel that does not fit into a row. */
export function kernelDetail(
  row: KernelRow,
  places: readonly SourcePlace[],
  context: PageContext,
): TemplateResult {
  const { post, update, state } = context;
  const { kernel } = row;
  const counted = countersOf(state.joins, kernel);
  const close = (): void => {
    update(withTable(state.view, 'kernels', { selected: null }));
    document.querySelector<HTMLElement>('#panel [role=grid]')?.focus();
  };
  return html`<aside class="detail" aria-labelledby="detail-title">
    <div class="section-head">
      <h2 id="detail-title">${shortName(kernel.name)}</h2>
      ${iconButton('close', say('webview.profile.closeTheDetail'), close)}
    </div>
    ${shortName(kernel.name) === kernel.name ? nothing : html`<p class="full-name"><code>${kernel.name}</code></p>`}
    ${placeList(places, context)}
    <dl class="pairs">
      ${[
        ...facts(row),
        ...readingPairs(readingOf(context.page.readings, kernel)),
        ...operatorPair(row),
        ...(counted ? counterPairs(counted) : []),
      ].map(
        ([term, value]) =>
          html`<dt>${term}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
    <p class="actions">
      ${metricsLink(row, context)} ${countersLink(counted, context)}
      <button
        type="button"
        class="link"
        @click=${() => post({ type: 'revealRow', line: kernel.location.line })}
      >
        ${icon('go-to-file')}
        ${say('webview.profile.lineOfTheProfile', { line: formatCount(kernel.location.line) })}
      </button>
    </p>
  </aside>`;
}

function placeList(places: readonly SourcePlace[], { post, state }: PageContext): TemplateResult {
  if (places.length === 0)
    return state.joins.analyzed === true
      ? html`<p class="caption">${say('webview.profile.noKernelOfThisName')}</p>`
      : html`${nothing}`;
  return html`${
      places.length === 1
        ? nothing
        : html`<p class="ambiguous">
            ${icon('question')}
            ${say('webview.profile.ambiguousKernelsOfTheSources', { places: places.length })}
          </p>`
    }
    <ul class="place-list" aria-label=${say('webview.profile.inTheSources')}>
      ${places.map(
        ({ path, line, name }) =>
          html`<li>
            <button
              type="button"
              class="link"
              title=${name}
              @click=${() => post({ type: 'reveal', path, line })}
            >
              ${icon('symbol-function')} ${path}:${line}
            </button>
          </li>`,
      )}
    </ul>`;
}

function facts({ kernel, calls, meanNs, totalNs, minNs, maxNs, streams }: KernelRow): [string, string][] {
  const time = (ns: number | null): string | null => (ns === null ? null : formatDuration(ns, 4));
  const range =
    minNs !== maxNs && minNs !== null && maxNs !== null ? `${time(minNs)} … ${time(maxNs)}` : null;
  const shape = (size: KernelRow['kernel']['grid'], what: string): string | null =>
    size && `${dimensions(size)} (${formatCount(size[0] * size[1] * size[2])} ${what})`;
  const bytes = (value: number | null): string | null => (value === null ? null : formatBytes(value));
  const pairs: [string, string | null][] = [
    [say('webview.profile.calls'), formatCount(calls)],
    [say('webview.profile.meanTime'), time(meanNs)],
    [say('webview.profile.range'), range],
    [say('webview.profile.totalTime'), time(totalNs)],
    [say('webview.profile.grid'), shape(kernel.grid, say('webview.profile.blocks'))],
    [say('webview.profile.block'), shape(kernel.block, say('webview.profile.threads'))],
    [
      say('webview.profile.registersPerThread'),
      kernel.registers === null ? null : formatCount(kernel.registers),
    ],
    [say('webview.profile.staticSharedMemory'), bytes(kernel.staticSharedBytes)],
    [say('webview.profile.dynamicSharedMemory'), bytes(kernel.dynamicSharedBytes)],
    [
      streams.length > 1 ? say('webview.profile.streamsTitle') : say('webview.profile.stream'),
      streams.length === 0 ? null : streams.join(', '),
    ],
    [say('webview.profile.device'), deviceName(kernel)],
    [say('webview.profile.computeCapability'), kernel.computeCapability ?? null],
  ];
  return pairs.filter((pair): pair is [string, string] => pair[1] !== null);
}

function operatorPair({ kernel }: KernelRow): [string, string][] {
  return kernel.operator === undefined ? [] : [[say('webview.profile.operator'), kernel.operator]];
}

/** Leads to the counters of another profile that belong to the kernel. */
function countersLink(
  counted: CountedKernelResult | undefined,
  { post }: PageContext,
): TemplateResult | typeof nothing {
  if (!counted?.counters) return nothing;
  const { path, line } = counted.counters.location;
  return html`<button type="button" class="link" @click=${() => post({ type: 'reveal', path, line })}>
    ${icon('dashboard')} ${say('webview.profile.countersAt', { path: fileName(path), line })}
  </button>`;
}

function metricsLink({ kernel }: KernelRow, { page, update }: PageContext): TemplateResult | typeof nothing {
  const source = metricSourceById(page).get(rowId(kernel));
  if (source === undefined) return nothing;
  return html`<button
    type="button"
    class="link"
    @click=${() => update({ tab: 'metrics', metricsOf: source.id })}
  >
    ${icon('list-flat')} ${say('webview.profile.metrics', { count: formatCount(source.count) })}
  </button>`;
}
