import { html, nothing, type TemplateResult } from 'lit/html.js';
import type {
  AnyCompareResult,
  ComparedGpu,
  Way,
  WayResult,
} from '../../../src/analysis/results/compareResult';
import { say, titleOf, words } from '../../../src/words';
import {
  aloneText,
  bestText,
  comparedNames,
  compareNotes,
  conflictTexts,
  refusedTexts,
  wayCells,
  wayHead,
} from '../../../src/words/texts/compareTexts';
import { shareBar } from '../../parts/bars';
import { icon } from '../../parts/icon';
import { codeBlock } from '../../parts/codeBlock';
import type { ResultsContext } from '../../state/appState';

/** Ways whose last note says what their times are of. */
const TOLD: ReadonlySet<Way> = new Set<Way>(['mig', 'time-slice']);

/** One GPU: the way to take, every way beside the others, those that it lacks, and what to type. */
export function comparedGpu(
  gpu: ComparedGpu,
  result: AnyCompareResult,
  context: ResultsContext,
): TemplateResult {
  const { ways, best, name, id } = gpu;
  const names = comparedNames(result);
  const usable = ways.filter(({ refused }) => refused === null);
  const known = usable.flatMap(({ times }) => times?.finishNs ?? []);
  const chosen = ways.find(({ way }) => way === (best ?? 'serial'))!;
  return html`<section aria-labelledby="compare-${id}">
    <div class="section-head">
      <h2 id="compare-${id}">${say('webview.compare.title', { gpu: name, names: names.join(' + ') })}</h2>
      <span class="caption">${say('webview.compare.alone', { alone: aloneText(gpu) })}</span>
    </div>
    <p>${icon(best === null ? 'dash' : 'check', best === null ? '' : 'good')} ${bestText(gpu, result)}</p>
    ${conflictTexts(result).map((text) => html`<p>${icon('warning')} ${text}</p>`)}
    ${wayTable(usable, names, best, Math.max(...known, 0))}
    <ul class="plain caption">
      ${refusedTexts(gpu).map((text) => html`<li>${icon('circle-slash')} ${text}</li>`)}
      ${usable.flatMap(({ way, notes }) => (TOLD.has(way) ? notes.slice(-1) : [])).map((note) => html`<li>${icon('info')} ${words(note)}</li>`)}
      ${compareNotes(result).map((note) => html`<li>${icon('info')} ${note}</li>`)}
    </ul>
    <h3>${say('webview.compare.type', { way: titleOf('way', chosen.way) })}</h3>
    ${chosen.apply.map((text) => codeBlock(text, context))}
  </section>`;
}

function wayTable(
  ways: readonly WayResult[],
  names: readonly string[],
  best: ComparedGpu['best'],
  longestNs: number,
): TemplateResult {
  const serialNs = ways.find(({ way }) => way === 'serial')?.times?.finishNs ?? null;
  const head = wayHead(names);
  return html`<div class="table-scroll">
    <table class="ways">
      <thead>
        <tr>
          ${head.map((title) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${ways.map((one) => {
          const [title, finish, ...rest] = wayCells(one, serialNs, names);
          const bar = one.times === null ? nothing : shareBar(one.times.finishNs / longestNs);
          return html`<tr class=${one.way === best ? 'selected' : ''}>
            <th scope="row">${title}</th>
            <td data-title=${head[1]!}>${bar} ${finish}</td>
            ${rest.map((cell, at) => html`<td data-title=${head[at + 2]!}>${cell}</td>`)}
          </tr>`;
        })}
      </tbody>
    </table>
  </div>`;
}
