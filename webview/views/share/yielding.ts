import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { YieldState } from '../../../src/analysis/protocol';
import type { YieldSearchAnswer } from '../../../src/analysis/results/yieldResult';
import { message } from '../../../src/kernel/message';
import { say } from '../../../src/words';
import { yieldChart } from '../../charts/yieldChart';
import { allKernels } from '../../model/kernels';
import { trialTable, trialText } from '../../model/yieldMap';
import { chartFrame } from '../../parts/chartFrame';
import { codeBlock } from '../../parts/codeBlock';
import { icon } from '../../parts/icon';
import { originMark } from '../../parts/origin';
import { progressLine } from '../../parts/progress';
import type { ResultsContext } from '../../state/appState';
import { warningList } from './splitParts';

/** How far the search is, and what it has found. */
export function yieldAnswer(context: ResultsContext): TemplateResult {
  const { yields } = context.state;
  return html`
    ${yields.error === null ? nothing : html`<div class="message error" role="alert">${icon('error')}<span>${yields.error}</span></div>`}
    ${yields.busy ? searching(yields) : nothing}
    ${yields.answer === null ? nothing : found(yields.answer, context)}
    ${yields.request === null ? html`<p class="caption">${say('webview.yields.about')}</p>` : nothing}
  `;
}

function searching({ trials }: YieldState): TemplateResult {
  const last = trials.at(-1);
  const text =
    last === undefined
      ? say('webview.yields.alone')
      : say('webview.yields.tried', { count: trials.length, last: trialText(last) });
  return html`${progressLine({ message: text, fraction: null })}
    <p class="caption" role="status">${text}…</p>`;
}

function found(answer: YieldSearchAnswer, context: ResultsContext): TemplateResult {
  const { names, expected, pollNs, warnings } = answer;
  const [yielding, critical] = names;
  return html`
    ${otherGpu(answer, context)}
    <section class="answer-box">${verdict(answer)}</section>
    ${chartFrame(
      {
        id: 'yields',
        title: say('webview.yields.map'),
        caption:
          expected === null
            ? say('webview.yields.unexpected', { critical })
            : say('webview.yields.expected', { yielding }),
        table: () => trialTable(answer),
        chart: yieldChart(answer),
      },
      context,
    )}
    ${applied(answer, context)} ${warningList(warnings)}
    <p class="caption">${say('webview.yields.assumed', { ns: pollNs })} ${originMark('assumed')}</p>
  `;
}

function verdict({
  best,
  most,
  names,
  request,
  overWindow,
  trials,
  configurations,
  violations,
}: YieldSearchAnswer): TemplateResult {
  const [yielding, critical] = names;
  const { qos } = request;
  const effort = say('webview.yields.effort', { tried: trials.length, all: configurations, violations });
  if (best === null)
    return html`<p>
        ${icon('warning')} ${say('webview.yields.nothing', { yielding, critical, qos })}
        ${originMark('simulated')}
      </p>
      <p class="caption">${effort}</p>`;
  const { best: here, wholeGpu } = overWindow;
  return html`<p class="headline">
      ${say('webview.yields.places', { ...best.places })}
      <small>${say('webview.yields.of', { ...most, name: yielding })}</small>
    </p>
    <p>
      ${say('webview.yields.best', { yielding, critical, latency: best.latency!, share: best.throughput })}
      ${originMark('simulated')}
    </p>
    ${
      here === null || wholeGpu === null
        ? nothing
        : html`<p class="caption">
            ${say('webview.yields.window', { yielding, qos, best: here, whole: wholeGpu })}
          </p>`
    }
    <p class="caption">${effort}</p>`;
}

/** The preview of the source, and what the host does around the launch of the other kernel. */
function applied({ best, request }: YieldSearchAnswer, context: ResultsContext): TemplateResult {
  const [yielding, critical] = request.kernelIds.map(
    (id) => allKernels(context.results).find((kernel) => kernel.id === id)?.name,
  );
  if (yielding === undefined || critical === undefined) return html``;
  const { sms, blocks } = best?.places ?? { sms: 0, blocks: 0 };
  const code = [
    `${yielding}_yield.yield(${sms}, ${blocks});`,
    `${critical}<<<…>>>(…);`,
    'cudaStreamSynchronize(stream);',
    `${yielding}_yield.reclaim();`,
  ].join('\n');
  return html`<section aria-labelledby="yields-apply">
    <div class="section-head"><h2 id="yields-apply">${say('webview.yields.apply')}</h2></div>
    <p>
      <vscode-button
        appearance="secondary"
        @click=${() => context.post({ type: 'previewYielding', kernelId: request.kernelIds[0] })}
        >${say('webview.yields.preview')}</vscode-button
      >
    </p>
    <p class="caption">${say('webview.yields.previewHelp')}</p>
    ${best === null ? nothing : codeBlock({ title: message('webview.yields.host', { name: critical }), language: 'cpp', code }, context)}
  </section>`;
}

/** An answer stays when another GPU is chosen; it says which one it is for. */
function otherGpu(
  { gpu }: YieldSearchAnswer,
  { results, state }: ResultsContext,
): TemplateResult | typeof nothing {
  if (gpu === results.gpu.id) return nothing;
  const name = state.gpus.find(({ id }) => id === gpu)?.name ?? gpu;
  return html`<div class="message info" role="note">
    ${icon('info')}<span>${say('webview.yields.otherGpu', { gpu: name, current: results.gpu.name })}</span>
  </div>`;
}
