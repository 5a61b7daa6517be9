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

const arrange = arrangement(compiledText);
const rowsOf = memoizeByObject(compiledRows);

/** What ptxas said of each kernel and architecture. */
export function compiledView(context: PageContext): TemplateResult {
  const { page, post } = context;
  return tableSection<CompiledRow>(
    {
      tab: 'compiled',
      title: 'Compiled kernels',
      noun: 'row',
      columns: COMPILED_COLUMNS,
      csv: COMPILED_CSV,
      rows: rowsOf(page),
      arrange,
      filterHint: 'Filter by kernel or architecture',
      sort: null,
      mark: (row) =>
        spills(row)
          ? html`<span
              class="join ambiguous"
              role="img"
              aria-label="spills registers"
              title="Spills registers to local memory"
              >${icon('warning')}</span
            >`
          : html`${nothing}`,
      openHint: ({ compiled }) => `Shows line ${compiled.location.line} of the log`,
      onOpen: ({ compiled }) => post({ type: 'revealRow', line: compiled.location.line }),
    },
    context,
  );
}
