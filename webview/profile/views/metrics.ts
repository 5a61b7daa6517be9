import { html, nothing, type TemplateResult } from 'lit/html.js';
import { formatCount } from '../../model/format';
import { memoizeLast } from '../../model/memoize';
import { dropdown } from '../../parts/dropdown';
import {
  METRIC_COLUMNS,
  METRIC_CSV,
  metricSearchText,
  metricSourceById,
  metricSources,
  type MetricRow,
  type MetricSource,
} from '../model/metricRows';
import { tabCounts } from '../model/tabs';
import type { PageContext } from '../state';
import { arrangement, tableSection } from './tableSection';
import { say } from '../../../src/words';

/** Above this many values, only the metrics of one row of the file are listed at a time. */
const MAX_ALL = 200_000;
/** Above this many, rows are chosen in the kernel table instead of a list. */
const MAX_LISTED = 200;
const ALL = '';

const arrange = arrangement(metricSearchText);
const rowsOf = memoizeLast((sources: readonly MetricSource[], chosen: MetricSource | undefined) =>
  (chosen === undefined ? sources : [chosen]).flatMap((source) => source.rows()),
);
const columnsOf = memoizeLast((one: boolean) => METRIC_COLUMNS.filter(({ id }) => !one || id !== 'of'));

/** Metrics of one kernel of the file, or of all. */
export function metricsView(context: PageContext): TemplateResult {
  const { page, state, post } = context;
  const sources = metricSources(page);
  const tooMany = tabCounts(page).metrics > MAX_ALL;
  const chosen =
    metricSourceById(page).get(state.view.metricsOf ?? ALL) ?? (tooMany ? sources[0] : undefined);
  return tableSection<MetricRow>(
    {
      tab: 'metrics',
      title: say('webview.profile.metricsTitle'),
      noun: 'value',
      columns: columnsOf(chosen !== undefined || sources.length === 1),
      csv: METRIC_CSV,
      rows: rowsOf(sources, chosen),
      arrange,
      filterHint: say('webview.profile.filterByMetric'),
      sort: null,
      controls: sourceChoice(sources, chosen, tooMany, context),
      openHint: ({ line }) => say('webview.profile.showsLineOfTheProfile', { line }),
      onOpen: ({ line }) => post({ type: 'revealRow', line }),
    },
    context,
  );
}

/** Whose metrics are listed. */
function sourceChoice(
  sources: readonly MetricSource[],
  chosen: MetricSource | undefined,
  tooMany: boolean,
  { update }: PageContext,
): TemplateResult {
  const [only] = sources;
  if (sources.length === 1 && only) return html`<span class="caption">${only.title}</span>`;
  const all = { value: ALL, label: say('webview.profile.all', { sources: formatCount(sources.length) }) };
  if (sources.length > MAX_LISTED)
    return html`<span class="caption">${chosen?.title ?? all.label}</span>
      <button type="button" class="link" @click=${() => update({ tab: 'kernels' })}>
        ${say('webview.profile.chooseAKernel')}
      </button>
      ${
        tooMany || chosen === undefined
          ? nothing
          : html`<button type="button" class="link" @click=${() => update({ metricsOf: null })}>
              ${say('webview.profile.showAll')}
            </button>`
      }`;
  return dropdown({
    label: say('webview.profile.kernel'),
    labelled: false,
    value: chosen?.id ?? ALL,
    options: [...(tooMany ? [] : [all]), ...sources.map(({ id, title }) => ({ value: id, label: title }))],
    onChange: (id) => update({ metricsOf: id === ALL ? null : id }),
  });
}
