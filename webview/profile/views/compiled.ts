import { html, nothing, type TemplateResult } from 'lit/html.js';
import { memoizeByObject } from '../../model/memoize';
import { icon } from '../../parts/icon';
import {
  COMPILED_COLUMNS,
  COMPILED_CSV,
  compiledRows,
  compiledText,
  spills,
  type CompiledRow,
} from '../model/compiledRows';
import type { PageContext } from '../state';
import { arrangement, tableSection } from './tableSection';
import { say } from '../../../src/words';

const arrange = arrangement(compiledText);
const rowsOf = memoizeByObject(compiledRows);

/** What ptxas said of each kernel and architecture. */
export function compiledView(context: PageContext): TemplateResult {
  const { page, post } = context;
  return tableSection<CompiledRow>(
    {
      tab: 'compiled',
      title: say('webview.profile.compiledKernels'),
      noun: 'row',
      columns: COMPILED_COLUMNS,
      csv: COMPILED_CSV,
      rows: rowsOf(page),
      arrange,
      filterHint: say('webview.profile.filterByKernelOrArchitecture'),
      sort: null,
      mark: (row) =>
        spills(row)
          ? html`<span
              class="join ambiguous"
              role="img"
              aria-label=${say('webview.profile.spillsRegisters')}
              title=${say('webview.profile.spillsRegistersToLocalMemory')}
              >${icon('warning')}</span
            >`
          : html`${nothing}`,
      openHint: ({ compiled }) => say('webview.profile.showsLineOfTheLog', { line: compiled.location.line }),
      onOpen: ({ compiled }) => post({ type: 'revealRow', line: compiled.location.line }),
    },
    context,
  );
}
