import { type TemplateResult } from 'lit/html.js';
import { memoizeByObject } from '../../model/memoize';
import { WARNING_COLUMNS, warningRows, warningText, type WarningRow } from '../model/warningRows';
import type { PageContext } from '../state';
import { arrangement, tableSection } from './tableSection';
import { say } from '../../../src/words';

const arrange = arrangement(warningText);
const rowsOf = memoizeByObject(warningRows);

/** What could not be read or trusted; a row leads to its line of the file. */
export function warningsView(context: PageContext): TemplateResult {
  const { page, post } = context;
  return tableSection<WarningRow>(
    {
      tab: 'warnings',
      title: say('webview.profile.warnings'),
      noun: 'warning',
      columns: WARNING_COLUMNS,
      rows: rowsOf(page),
      arrange,
      filterHint: say('webview.profile.filterByTextOrKind'),
      sort: null,
      openHint: ({ line }) =>
        line === null
          ? say('webview.profile.aboutTheWholeFile')
          : say('webview.profile.showsLineOfTheProfile', { line }),
      onOpen: ({ line }) => {
        if (line !== null) post({ type: 'revealRow', line });
      },
    },
    context,
  );
}
