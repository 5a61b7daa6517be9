import { nothing, type TemplateResult } from 'lit/html.js';
import { memoizeByObject, memoizeLast } from '../../model/memoize';
import { apiColumns, apiRows, type ApiRow } from '../model/apiRows';
import type { PageContext } from '../state';
import { summedSwitch } from './summedSwitch';
import { arrangement, tableSection } from './tableSection';
import { say } from '../../../src/words';

const arrange = arrangement(({ name }: ApiRow) => name);
const columnsOf = memoizeLast(apiColumns);
const isTrace = memoizeByObject(({ api }: PageContext['page']) => api.every(({ calls }) => calls === 1));
const rowsOf = memoizeLast(apiRows);

/** Calls of the CUDA API. */
export function apiView(context: PageContext): TemplateResult {
  const { page, state, update, post } = context;
  const byFunction = rowsOf(page, true);
  const canSum = byFunction.length < page.api.length;
  const summed = canSum && state.view.summed;
  return tableSection<ApiRow>(
    {
      tab: 'api',
      title: say('webview.profile.apiCalls'),
      noun: summed ? 'function' : 'row',
      columns: columnsOf(summed, !summed && isTrace(page)),
      rows: summed ? byFunction : rowsOf(page, false),
      arrange,
      filterHint: say('webview.profile.filterByFunction'),
      sort: summed ? { column: say('webview.profile.total'), descending: true } : null,
      controls: canSum
        ? summedSwitch(
            summed,
            { summed: say('webview.profile.byFunction'), single: say('webview.profile.byCall') },
            update,
          )
        : nothing,
      openHint: ({ line }) => (line === null ? '' : say('webview.profile.showsLineOfTheProfile', { line })),
      onOpen: ({ line }) => {
        if (line !== null) post({ type: 'revealRow', line });
      },
    },
    context,
  );
}
