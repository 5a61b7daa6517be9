import { html, nothing, type TemplateResult } from 'lit/html.js';
import {
  isToldByNumbers,
  pairLacks,
  sizesIn,
  takesOf,
  type MetKernel,
  type OverlapWord,
  type PairVerdict,
} from '../../../src/analysis/results/overlapResult';
import type { Mechanism } from '../../../src/analysis/results/shareResult';
import { say, words } from '../../../src/words';
import {
  contention,
  overlapConditions,
  overlapGain,
  overlapWord,
  pairTitle,
  takesText,
} from '../../../src/words/texts/overlapTexts';
import { firstOf } from '../../../src/words/texts/unknownTexts';
import { formatDuration } from '../../model/format';
import { fileName } from '../../model/kernels';
import { barsOf, type CardBars, type Stretch } from '../../model/overlap';
import { icon } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import { style } from '../../parts/style';
import type { ResultsContext } from '../../state/appState';

const ICONS: Readonly<Record<OverlapWord, string>> = {
  overlap: 'check',
  apart: 'close',
  same: 'dash',
  unknown: 'question',
};

/** A pair of kernels that can run together: whether they should, to scale, why, and what can be done. */
export function overlapCard(one: PairVerdict, context: ResultsContext): TemplateResult {
  const bars = barsOf(one);
  // Without a time it would rest on nothing but the instructions in the source.
  const fight = bars === null ? null : contention(one);
  const word = one.verdict?.word ?? 'unknown';
  return html`<li class="card word-${word}">
    <div class="card-head">
      <h3>${pairTitle(one.pair)}</h3>
      <span class="verdict">${icon(ICONS[word])} ${overlapWord(one)}</span>
      <span class="card-gain">${overlapGain(one)}</span>
    </div>
    ${bars === null ? nothing : barRows(bars)}
    <ul class="plain caption">
      ${overlapConditions(one).map((condition) => html`<li>${icon('warning')} ${condition}</li>`)}
      ${fight === null ? nothing : html`<li>${icon('flame')} ${fight}</li>`} ${slowdowns(one)}
      ${one.started === null ? nothing : html`<li>${words(one.started.method)}</li>`}
    </ul>
    ${actions(one, context)}
  </li>`;
}

function barRows({ serial, together, serialNs, togetherNs }: CardBars): TemplateResult {
  return html`<div class="card-bars">
    ${barRow(say('webview.overlap.serial'), serialNs, [serial])}
    ${barRow(
      say('webview.overlap.together'),
      togetherNs,
      together.map((one) => [one]),
    )}
  </div>`;
}

function barRow(label: string, ns: number, lanes: readonly (readonly Stretch[])[]): TemplateResult {
  const stretches = lanes.flat();
  return html`<span class="caption">${label}</span>
    <span class="lanes" role="img" aria-label=${stretches.map(stretchText).join(', ')}>
      ${lanes.map(
        (lane) => html`<span class="lane">${lane.map((one) => bar(one, stretches.indexOf(one)))}</span>`,
      )}
    </span>
    <span class="number">${formatDuration(ns)}</span>`;
}

function bar(stretch: Stretch, at: number): TemplateResult {
  const { from, to } = stretch;
  return html`<i
    class="kernel-${at}"
    title=${stretchText(stretch)}
    ${style({ '--from': String(from), '--share': String(to - from) })}
  ></i>`;
}

const stretchText = ({ name, fromNs, toNs }: Stretch): string =>
  say('webview.overlap.barOf', { name, from: formatDuration(fromNs), to: formatDuration(toNs) });

function slowdowns(one: PairVerdict): readonly (TemplateResult | typeof nothing)[] {
  const isSame = one.pair[0].kernel.id === one.pair[1].kernel.id && one.started === null;
  return (isSame ? [0 as const] : [0 as const, 1 as const]).map((at) => {
    const takes = takesOf(one, at);
    if (takes === null || (one.verdict === null && takes.origin === 'assumed')) return nothing;
    return html`<li>
      <i class="swatch kernel-${at}" aria-hidden="true"></i> ${takesText(one, at)}
      ${originMark(takes.origin, takes.predictor ?? words(one.started!.method))}
    </li>`;
  });
}

function actions(one: PairVerdict, context: ResultsContext): TemplateResult {
  const { pair, verdict } = one;
  const { update, state } = context;
  const [a, b] = pair;
  const kernelIds = [...new Set([a.kernel.id, b.kernel.id])];
  const share = (mechanism: Mechanism): void =>
    update({ view: 'share', share: { ...state.view.share, kernelIds, goal: 'fair', mechanism } });
  const isOneProgram = a.applicationKey === b.applicationKey;
  // Splits and orders rest on times that a pair without a verdict does not have.
  const isKnown = verdict !== null;
  return html`<div class="card-actions">
    ${setSizes(one, context)} ${placesOf(pair).map((place) => revealButton(place, context))}
    ${
      isOneProgram && isKnown
        ? link(say('webview.overlap.tryOrder'), () =>
            update({ view: 'timeline', application: a.applicationKey, pinnedOrder: null }),
          )
        : nothing
    }
    ${kernelIds.length < 2 || !isKnown ? nothing : [link(say('webview.overlap.cap'), () => share('mps')), link(say('webview.overlap.ownSms'), () => share('green-contexts'))]}
    ${kernelIds.length < 2 || !isKnown ? nothing : link(say('webview.overlap.compare'), () => update({ view: 'compare', compare: { ...state.view.compare, ofPrograms: false, kernelIds: [a.kernel.id, b.kernel.id] } }))}
    ${link(say('webview.overlap.why'), () =>
      update({
        view: 'corun',
        kernelId: a.kernel.id,
        cell: { victim: a.kernel.id, aggressor: b.kernel.id },
      }),
    )}
  </div>`;
}

/** Asks for all numbers that a pair waits for, where numbers alone tell about it. */
function setSizes(one: PairVerdict, { post }: ResultsContext): TemplateResult | typeof nothing {
  const lacks = pairLacks(one);
  const [first, ...others] = sizesIn(lacks);
  if (first === undefined || !isToldByNumbers(lacks)) return nothing;
  const name = firstOf([first, ...others].map((size) => size.name));
  const ask = (): void => post({ type: 'askAssumption', key: first.key });
  return link(say('webview.overlap.setSize', { name }), ask);
}

/** Where a pair is launched, each place once. */
function placesOf(pair: PairVerdict['pair']): readonly MetKernel[] {
  return [...new Map(pair.map((one) => [`${one.path}:${one.line}`, one])).values()];
}

function revealButton({ kernel, path, line }: MetKernel, { post }: ResultsContext): TemplateResult {
  return html`<button
    type="button"
    class="link"
    title=${say('webview.overlap.show', { name: kernel.name })}
    @click=${() => post({ type: 'reveal', path, line })}
  >
    ${fileName(path)}:${line}
  </button>`;
}

const link = (label: string, run: () => void): TemplateResult =>
  html`<button type="button" class="link" @click=${run}>${label}</button>`;
