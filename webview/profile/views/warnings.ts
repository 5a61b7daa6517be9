import { type TemplateResult } from 'lit/html.js';
import { memoizeByObject } from '../../model/memoize';
import { WARNING_COLUMNS, warningRows, warningText, type WarningRow } from '../model/warningRows';
import type { PageContext } from '../state';
import { arrangement, tableSection } from './tableSection';

const arrange = arrangement(warningText);
const rowsOf = memoizeByObject(warningRows);

/** What could not be read or trusted; a row leads to its line of the file. */
export function warningsView(context: PageContext): TemplateResult {
  const { page, post } = context;
  return tableSection<WarningRow>(
    {
      tab: 'warnings',
      title: 'Warnings',
      noun: 'warning',
      columns: WARNING_COLUMNS,
      rows: rowsOf(page),
      arrange,
      filterHint: 'Filter by text or kind',
      sort: null,
      openHint: ({ line }) => (line === null ? 'About the whole file' : `Shows line ${line} of the profile`),
      onOpen: ({ line }) => {
        if (line !== null) post({ type: 'revealRow', line });
      },
    },
    context,
  );
}
