import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { ColocateResult } from '../../../src/analysis/results/colocateResult';
import { say, words } from '../../../src/words';
import { besideLines, mixError, mixLines, starvingLines } from '../../../src/words/texts/colocateTexts';
import { saidOnce } from '../../../src/words/texts/saidOnce';
import { latencyChart } from '../../charts/latencyChart';
import { formatChange, formatDuration, formatPercent, formatSlowdown } from '../../model/format';
import { latencyCurves, latencyTable } from '../../model/latencyCurve';
import {
  aloneOf,
  answeredOf,
  latencyAtSafe,
  serviceVerdict,
  targetText,
  type AnsweredCandidate,
} from '../../model/service';
import { predictorTitle } from '../../model/words';
import { assumedLines } from '../../parts/assumedLines';
import { shareBar } from '../../parts/bars';
import { chartFrame } from '../../parts/chartFrame';
import { icon } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import type { ResultsContext } from '../../state/appState';

/** A replay this far from its measurement lacks something that the trace does not tell. */
const MOST_REPLAY_FAULT = 0.1;

/** How many are safe, with the curves behind that, what holds them back, and what it rests on. */
export function serviceAnswer(result: ColocateResult, context: ResultsContext): TemplateResult {
  const { advice, predictor } = result;
  const assumed = saidOnce(result.assumptions);
  const curves = latencyCurves(result);
  return html`
    ${otherGpu(result, context)} ${headline(result, context)} ${refusals(result)} ${rows(result)}
    ${together(result)}
    <ul class="plain">
      ${advice.map((line) => html`<li>${icon('lightbulb')} ${words(line)}</li>`)}
    </ul>
    ${
      curves === null
        ? nothing
        : chartFrame(
            {
              id: 'service-latency',
              title: say('webview.service.curve'),
              caption:
                result.target.of === 'mean'
                  ? say('webview.service.curveMean')
                  : say('webview.service.curveP95'),
              table: () => latencyTable(result),
              chart: latencyChart(curves),
            },
            context,
          )
    }
    <p class="caption">${say('webview.service.by', { predictor: predictorTitle(predictor) })}</p>
    ${assumedLines(say('webview.service.assumed', { lines: assumed.length }), assumed)}
  `;
}

/** An answer stays when another GPU is chosen; it says which one it is for. */
function otherGpu({ gpu }: ColocateResult, context: ResultsContext): TemplateResult | typeof nothing {
  const { results } = context;
  if (gpu === results.gpu.id) return nothing;
  return html`<div class="message info" role="note">
    ${icon('info')}<span
      >${say('webview.service.otherGpu', { gpu: nameOf(gpu, context), current: results.gpu.name })}</span
    >
  </div>`;
}

const nameOf = (gpu: string, { state, results }: ResultsContext): string =>
  state.gpus.find(({ id }) => id === gpu)?.name ?? (results.gpu.id === gpu ? results.gpu.name : gpu);

function headline(result: ColocateResult, context: ResultsContext): TemplateResult | typeof nothing {
  const alone = aloneOf(result);
  if (alone === null) return nothing;
  const { service, measuredNs, isHostTaken, gpu } = result;
  const off = alone / measuredNs - 1;
  const told = say('webview.service.alone', {
    service,
    alone: formatDuration(alone),
    gpu: nameOf(gpu, context),
    target: targetText(result, alone),
  });
  return html`<section class="answer-box">
    <p>${serviceVerdict(result)} ${originMark('predicted', predictorTitle(result.predictor))}</p>
    <p class="caption">${told}</p>
    ${replayNote(result)}
    ${
      (isHostTaken ? off : Math.abs(off)) <= MOST_REPLAY_FAULT
        ? nothing
        : html`<p>
            ${icon('warning')} ${say('webview.service.replayOff', { service, off: formatChange(off) })}
          </p>`
    }
  </section>`;
}

function refusals({ candidates }: ColocateResult): TemplateResult | typeof nothing {
  const refused = candidates.filter((each) => 'refused' in each);
  if (refused.length === 0) return nothing;
  return html`<ul class="plain">
    ${refused.map(
      ({ name, refused: why }) =>
        html`<li>${icon('circle-slash')} ${say('webview.service.refused', { name, why: words(why) })}</li>`,
    )}
  </ul>`;
}

function rows(result: ColocateResult): TemplateResult | typeof nothing {
  const answered = answeredOf(result);
  if (answered.length === 0) return nothing;
  const { error } = answered[0]!;
  const isOne = answered.every((each) => each.error === error);
  return html`<ul class="plain candidates">
      ${answered.map((each, at) => row(each, at, result, !isOne))}
    </ul>
    ${
      isOne
        ? html`<ul class="plain notes">
            ${errorNote(error)}
          </ul>`
        : nothing
    }`;
}

/** What several of them do to the service at once. */
function together(result: ColocateResult): TemplateResult | typeof nothing {
  const { mixes } = result;
  const alone = aloneOf(result);
  if (mixes === null || alone === null) return nothing;
  return html`<section class="together" aria-label=${say('webview.service.together')}>
    <h3>${say('webview.service.together')}</h3>
    <ul class="plain notes">
      ${mixLines(mixes, alone).map((line) => html`<li>${line} ${originMark('predicted', predictorTitle(result.predictor))}</li>`)}
      ${errorNote(mixError(mixes))}
    </ul>
  </section>`;
}

/** An error is a measured number, whatever it is the error of. */
function errorNote(error: number | null): TemplateResult | typeof nothing {
  if (error === null) return nothing;
  const text = say('webview.service.error', { error: formatPercent(error) });
  return html`<li class="caption">${text}&nbsp;${originMark('measured')}</li>`;
}

/** Whose runs alone nobody measured: their errors are not in that of the predictor. */
function replayNote({ replayed }: ColocateResult): TemplateResult | typeof nothing {
  if (replayed.length === 0) return nothing;
  const text = say('webview.service.replayed', { count: replayed.length, names: replayed });
  return html`<p class="caption">${icon('warning')} ${text}</p>`;
}

/** @param isOwnError whether it is off by another share than the others, so that it tells its own */
function row(
  candidate: AnsweredCandidate,
  at: number,
  result: ColocateResult,
  isOwnError: boolean,
): TemplateResult {
  const { name, instances, fitting, error, aloneNs } = candidate;
  const latency = latencyAtSafe(candidate, result);
  const most = result.maxInstances;
  return html`<li class="series-${at % 6}">
    <div class="candidate">
      <i class="swatch" aria-hidden="true"></i> <strong>${name}</strong>
      <span class="bar-cell"
        >${shareBar(instances / most)}<span class="number wide"
          >${say('webview.service.count', { instances, most })}</span
        ></span
      >
      ${
        latency === null
          ? nothing
          : html`<span
              >${say('webview.service.latency')} ${formatDuration(latency)}
              (${formatSlowdown(latency / aloneNs)}) ${originMark('predicted')}</span
            >`
      }
      <span
        >${say('webview.service.memoryRoom')}:
        ${fitting === null ? say('webview.service.roomUnknown') : say('webview.service.room', { fitting })}</span
      >
    </div>
    <ul class="plain notes">
      ${[...besideLines({ ...candidate, fitting: null }), ...starvingLines(candidate)].map((line) => html`<li>${icon('info')} ${line}</li>`)}
      ${isOwnError ? errorNote(error) : nothing}
    </ul>
  </li>`;
}
