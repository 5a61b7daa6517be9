import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { SourcePlace } from '../../../src/analysis/profileProtocol';
import { memoizeByObject, memoizeLast } from '../../model/memoize';
import { icon } from '../../parts/icon';
import { placesNote, placesOf } from '../model/joins';
import { deviceName, KERNEL_CSV, kernelColumns, kernelText } from '../model/kernelColumns';
import { canBeSummed, kernelRows, type KernelRow } from '../model/kernelRows';
import { tableView } from '../viewState';
import type { PageContext } from '../state';
import { kernelDetail } from './kernelDetail';
import { summedSwitch } from './summedSwitch';
import { arrangement, tableSection } from './tableSection';
import { say } from '../../../src/words';

const arrange = arrangement(kernelText);
const columnsOf = memoizeLast(kernelColumns);
const rowsOf = memoizeLast(kernelRows);
const isTrace = memoizeByObject(({ kernels }: PageContext['page']) =>
  kernels.every(({ calls }) => calls === 1),
);
const summable = memoizeByObject(canBeSummed);
const deviceCount = memoizeByObject(
  ({ kernels }: PageContext['page']) => new Set(kernels.map(deviceName)).size,
);

/** The kernels: what ran, how often and how long, in which shape; and what is known of the selected one. */
export function kernelsView(context: PageContext): TemplateResult {
  const { page, state, update } = context;
  const canSum = summable(page);
  const summed = canSum && state.view.summed;
  const rows = rowsOf(page, summed);
  const places = ({ kernel }: KernelRow): readonly SourcePlace[] => placesOf(state.joins, kernel.name);
  const { selected } = tableView(state.view, 'kernels');
  const row = selected === null ? undefined : rows.find(({ id }) => id === selected);
  return html`<div class="with-detail">
    ${tableSection<KernelRow>(
      {
        tab: 'kernels',
        title: say('webview.profile.kernels'),
        noun: summed ? 'kernel' : 'row',
        columns: columnsOf(summed, !summed && isTrace(page), deviceCount(page), page.readings),
        csv: KERNEL_CSV,
        rows,
        arrange,
        filterHint: say('webview.profile.filterByNameOrStream'),
        sort: summed ? { column: say('webview.profile.total'), descending: true } : null,
        controls: canSum
          ? summedSwitch(
              summed,
              { summed: say('webview.profile.byKernel'), single: say('webview.profile.byLaunch') },
              update,
            )
          : nothing,
        mark: (each) => joinMark(places(each), context),
        note: (each) => placesNote(places(each)),
        openHint: (each) => openHint(each, places(each)),
        onOpen: (each) => open(each, places(each), context),
      },
      context,
    )}
    ${row === undefined ? nothing : kernelDetail(row, places(row), context)}
  </div>`;
}

/** Whether the sources have the kernel; nothing where the file is not compared with them. */
function joinMark(places: readonly SourcePlace[], { state }: PageContext): TemplateResult {
  if (places.length === 1)
    return html`<span class="join joined" role="img" aria-label=${say('webview.profile.isInTheSources')}
      >${icon('link')}</span
    >`;
  if (places.length > 1)
    return html`<span class="join ambiguous" role="img" aria-label=${say('webview.profile.ambiguous')}
      >${icon('question')}</span
    >`;
  if (state.joins.analyzed !== true) return html`${nothing}`;
  return html`<span class="join" role="img" aria-label=${say('webview.profile.notInTheSources')}
    >${icon('debug-disconnect')}</span
  >`;
}

function openHint({ kernel }: KernelRow, places: readonly SourcePlace[]): string {
  const [first] = places;
  if (first === undefined) return say('webview.profile.notFoundInTheSources', { line: kernel.location.line });
  if (places.length > 1) return say('webview.profile.kernelsOfTheSourcesHave', { places: places.length });
  return say('webview.profile.open', { path: first.path, line: first.line });
}

function open({ kernel }: KernelRow, places: readonly SourcePlace[], { post }: PageContext): void {
  const [first] = places;
  if (first === undefined) post({ type: 'revealRow', line: kernel.location.line });
  else if (places.length === 1) post({ type: 'reveal', path: first.path, line: first.line });
  // Which one is meant, only the user can say: the detail lists all of them.
  else document.querySelector<HTMLElement>('.detail .place-list button')?.focus();
}
