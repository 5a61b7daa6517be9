import { html, nothing, type TemplateResult } from 'lit/html.js';
import { relativeChange, type Change } from '../../../src/analysis/results/changeResult';
import type { CoRunMatrix } from '../../../src/analysis/results/coRunResult';
import {
  blockEvidence,
  type KernelClass,
  type KernelResult,
} from '../../../src/analysis/results/kernelResult';
import { formatChange, formatNumber, formatSlowdown, formatSourced, toNanoseconds } from '../../model/format';
import { fileName } from '../../model/kernels';
import { predictionOf } from '../../model/matrix';
import { rangeBar, shareBar } from '../../parts/bars';
import { guessedNumbers } from '../../../src/analysis/results/openNumbers';
import { breakable } from '../../parts/breakable';
import { icon, iconButton } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import type { ResultsContext } from '../../state/appState';
import { say, words } from '../../../src/words';
import { limiterText, occupancyText } from '../../../src/words/texts/occupancyText';
import { classSource, partTimeSummary, sizesToSet, timeNotes } from '../../../src/words/texts/summaries';
import { COLUMN_TITLES } from './columns';
import { changeAside, changeText } from '../../../src/words/texts/baselineTexts';

/** What the bars of a table are drawn against. */
export interface RowScales {
  readonly longestNs: number;
  readonly highestSlowdown: number;
}

export interface RowPlace {
  readonly scales: RowScales;
  readonly selected: boolean;
  /** True for the one row that the Tab key stops at; arrow keys lead to the others. */
  readonly tabStop: boolean;
}

/** One kernel of the table. The name is the row's main control; it opens the source. */
export function kernelRow(
  kernel: KernelResult,
  { scales, selected, tabStop }: RowPlace,
  context: ResultsContext,
): TemplateResult {
  const { post, update } = context;
  const reveal = (): void => {
    update({ kernelId: kernel.id });
    post({ type: 'reveal', path: kernel.path, line: kernel.line });
  };
  return html`<tr
    class=${selected ? 'selected' : ''}
    aria-selected=${selected ? 'true' : 'false'}
    @click=${reveal}
  >
    <th scope="row" class="kernel-name">
      <button
        type="button"
        class="link"
        tabindex=${tabStop ? 0 : -1}
        title=${say('webview.overview.open', { path: kernel.path, line: kernel.line })}
      >
        ${breakable(kernel.qualifiedName)}
      </button>
      <span class="place">${fileName(kernel.path)}:${kernel.line}</span>
    </th>
    ${
      kernel.refused === null
        ? cells(kernel, scales, context)
        : html`<td colspan="5" class="refused">${icon('circle-slash')} ${words(kernel.refused)}</td>`
    }
    <td class="row-actions" @click=${(event: Event) => event.stopPropagation()}>
      ${iconButton(
        'table',
        say('webview.overview.coRunOf', { name: kernel.name }),
        () => update({ view: 'corun', kernelId: kernel.id, cell: null }),
        -1,
      )}
      ${iconButton(
        'graph',
        say('webview.overview.blockSizeOf', { name: kernel.name }),
        () => update({ view: 'block', kernelId: kernel.id }),
        -1,
      )}
    </td>
  </tr>`;
}

function cells(kernel: KernelResult, scales: RowScales, context: ResultsContext): TemplateResult {
  const { matrix, changes } = context.results;
  const change = changes?.kernels[kernel.id];
  return html`
    <td class="barred" data-title=${COLUMN_TITLES.time}>
      ${timeCell(kernel, scales.longestNs, context)}${changeCell(change)}
    </td>
    <td data-title=${COLUMN_TITLES.class}>${classCell(kernel)}</td>
    <td class="barred" data-title=${COLUMN_TITLES.occupancy}>${occupancyCell(kernel)}</td>
    <td data-title=${COLUMN_TITLES.block}>${blockCell(kernel)}</td>
    <td class="barred" data-title=${COLUMN_TITLES.corun}>
      ${coRunCell(kernel, matrix, scales.highestSlowdown)}
    </td>
  `;
}

const UNKNOWN = html`<span class="unknown" title=${say('webview.overview.notKnown')}>–</span>`;

const CLASS_ICONS: Readonly<Record<KernelClass, string>> = {
  'memory-bound': 'database',
  'compute-bound': 'chip',
  'latency-bound': 'watch',
};

const CLASS_WORDS: Readonly<Record<KernelClass, string>> = {
  'memory-bound': say('webview.overview.memory'),
  'compute-bound': say('webview.overview.compute'),
  'latency-bound': say('webview.overview.latency'),
};

function classCell({ kernelClass }: KernelResult): TemplateResult {
  if (kernelClass === null) return UNKNOWN;
  const { kind, computeClocks, memoryClocks, ratio } = kernelClass;
  const source = classSource(kernelClass);
  const clocks = say('webview.overview.memoryClocksComputeClocksRatio', {
    memoryClocks: formatNumber(memoryClocks.value, 4),
    computeClocks: formatNumber(computeClocks.value, 4),
    ratio: ratio === null ? say('webview.overview.infinite') : formatNumber(ratio),
  });
  return html`<span class="class ${kind}" title=${clocks}>
    ${icon(CLASS_ICONS[kind])}
    <span class="class-word">${CLASS_WORDS[kind]} ${originMark(source.origin, words(source.from))}</span>
  </span>`;
}

function occupancyCell({ occupancy }: KernelResult): TemplateResult {
  if (occupancy === null) return UNKNOWN;
  const title = say('webview.overview.blocksOfThreadsOnAn', {
    blocksPerSm: occupancy.blocksPerSm,
    threadsPerBlock: occupancy.threadsPerBlock,
  });
  return html`<span class="bar-cell" title=${title}
      >${shareBar(occupancy.range?.least ?? occupancy.occupancy, 'occupancy')}<span class="number"
        >${occupancyText(occupancy)}</span
      >${originMark(occupancy.source.origin, words(occupancy.source.from))}</span
    ><span class="limiter">${limiterText(occupancy)}</span>`;
}

function timeCell(kernel: KernelResult, longestNs: number, { post }: ResultsContext): TemplateResult {
  const { time } = kernel;
  if (time === null) return partCell(kernel) ?? sizesCell(kernel, post);
  const ns = toNanoseconds(time);
  const notes = timeNotes(kernel);
  const [guess] = guessedNumbers(kernel);
  return html`<span class="bar-cell"
      >${ns === null ? nothing : shareBar(ns / longestNs, 'time')}<span class="number wide"
        >${formatSourced(time)}</span
      >${originMark(time.origin, words(time.from))}</span
    >${notes.map((note, at) =>
      at === 0 && guess !== undefined
        ? settingButton(note, say('lens.guessed', { name: guess.name }), guess.key, post)
        : html`<span class="limiter">${note}</span>`,
    )}`;
}

/** What asks for a number, in a row that itself leads to the source. */
function settingButton(
  text: string,
  title: string,
  key: string,
  post: ResultsContext['post'],
): TemplateResult {
  const ask = (event: Event): void => {
    event.stopPropagation();
    post({ type: 'askAssumption', key });
  };
  return html`<button type="button" class="link wrap" tabindex="-1" title=${title} @click=${ask}>
    ${text}
  </button>`;
}

/** In the place of a time that functions or declarations lack for: what it is at least, or what it lacks. */
function partCell(kernel: KernelResult): TemplateResult | null {
  const text = partTimeSummary(kernel);
  const reason = kernel.simulation?.reason;
  return text === null
    ? null
    : html`<span class="caption" title=${reason ? words(reason) : ''}>${text}</span>`;
}

/** In the place of a time that waits for a number: the way to set it. */
function sizesCell(kernel: KernelResult, post: ResultsContext['post']): TemplateResult {
  const text = sizesToSet(kernel);
  const [first] = kernel.openSizes;
  if (text === null || first === undefined) return UNKNOWN;
  return settingButton(text, say('lens.setSize', { name: first.name }), first.key, post);
}

/** What has become of the time since the baseline. */
function changeCell(change: Change | undefined): TemplateResult | typeof nothing {
  const relative = relativeChange(change);
  if (relative === null) return nothing;
  return html`<span class="limiter ${relative < 0 ? 'good' : 'tone-bad'}" title=${changeText(change)!}
    >${changeAside(change)}</span
  >`;
}

function blockCell({ block, threadsPerBlock }: KernelResult): TemplateResult {
  const current = block?.current ?? threadsPerBlock?.value ?? null;
  const shown = current === null ? '?' : formatNumber(current, 4);
  const assumedMark =
    threadsPerBlock?.origin === 'assumed' ? originMark('assumed', words(threadsPerBlock.from)) : nothing;
  if (block === null || block.advised === null || block.advised === current)
    return current === null
      ? UNKNOWN
      : html`<span title=${block ? words(blockEvidence(block)) : say('webview.overview.noAdvice')}
          >${shown}
          ${assumedMark}${block?.advised === current ? html` ${icon('check', 'good')}` : nothing}</span
        >`;
  if (block.bound !== null)
    return html`<span title=${words(blockEvidence(block))}>${shown} ${assumedMark} ${icon('lock')}</span>`;
  const gain = block.expectedGain;
  return html`<span class="advised" title=${words(blockEvidence(block))}
    >${shown} ${assumedMark} → <strong>${formatNumber(block.advised, 4)}</strong>${
      gain === null
        ? html` ${originMark('predicted', words(blockEvidence(block)))}`
        : html` <span class="gain">${formatChange(gain.value)}</span>
            ${originMark(gain.origin, words(gain.from))}`
    }</span
  >`;
}

function coRunCell(kernel: KernelResult, matrix: CoRunMatrix, highest: number): TemplateResult {
  const { bestPartner, worstPartner } = kernel;
  if (bestPartner === null || worstPartner === null) return UNKNOWN;
  const at = (slowdown: number): number => Math.max(slowdown - 1, 0) / Math.max(highest - 1, 1e-9);
  const prediction = predictionOf(matrix, kernel.id, worstPartner.kernelId);
  const title = say('webview.overview.partners', {
    best: bestPartner.name,
    worst: worstPartner.name,
  });
  return html`<span class="bar-cell" title=${title}
      >${rangeBar(at(bestPartner.slowdown), at(worstPartner.slowdown), 'corun')}<span class="number"
        >${formatSlowdown(bestPartner.slowdown)}
        ${bestPartner.origin === worstPartner.origin ? nothing : originMark(bestPartner.origin, bestPartner.name)}
        … ${formatSlowdown(worstPartner.slowdown)}</span
      >${prediction === null ? nothing : originMark(prediction.origin, prediction.predictor)}</span
    ><span class="limiter" title=${title}>${worstPartner.name}</span>`;
}
