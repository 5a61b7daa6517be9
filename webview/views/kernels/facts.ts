import { html, type TemplateResult } from 'lit/html.js';
import { count, formatNumber, formatSlowdown } from '../../model/format';
import { slowedKernels } from '../../../src/analysis/results/overlapResult';
import { cardsOf } from '../../model/overlap';
import { summarize, type WorkspaceSummary } from '../../model/summary';
import { originMark, sourced } from '../../parts/origin';
import { style } from '../../parts/style';
import type { ResultsContext } from '../../state/appState';
import { say, titleOf } from '../../../src/words';

/** Totals, and what limits the workspace. */
export function facts(context: ResultsContext): TemplateResult {
  const summary = summarize(context.results);
  const { slowest } = summary;
  return html`<dl class="facts">
    <div>
      <dt>${say('webview.overview.workspace')}</dt>
      <dd>
        ${formatNumber(summary.kernels, 15)}
        <small
          >${summary.kernels === 1 ? say('webview.overview.kernel') : say('webview.overview.kernels')}</small
        >
      </dd>
      <dd class="sub">${contents(summary)}</dd>
    </div>
    <div>
      <dt>${say('webview.overview.boundBy')}</dt>
      <dd>${classSplit(summary)}</dd>
      <dd class="sub">
        ${say('webview.overview.memoryCompute', { memoryBound: summary.memoryBound, computeBound: summary.computeBound, latencyBound: summary.latencyBound })}
      </dd>
    </div>
    <div>
      <dt>${say('webview.overview.occupancyLimitedBy')}</dt>
      <dd>${summary.limiters[0] ? titleOf('limiter', summary.limiters[0].name) : '–'}</dd>
      <dd class="sub">
        ${summary.limiters.map((limiter) => `${titleOf('limiter', limiter.name)} ${limiter.count}`).join(' · ')}
      </dd>
    </div>
    <div>
      <dt>${say('webview.overview.longestLaunch')}</dt>
      <dd>${slowest?.time ? sourced(slowest.time) : '–'}</dd>
      <dd class="sub">${slowest?.name ?? say('webview.overview.noTimeIsKnown')}</dd>
    </div>
    ${slowedMost(context)}
  </dl>`;
}

/** Of the pairs that can run together, as the overlap cards have them: others are nobody's neighbours. */
function slowedMost({ results, update }: ResultsContext): TemplateResult {
  const [most] = slowedKernels(cardsOf(results));
  const title = html`<dt>${say('webview.overview.mostSensitiveToNeighbours')}</dt>`;
  if (most === undefined)
    return html`<div>
      ${title}
      <dd>–</dd>
      <dd class="sub">${say('webview.overview.noNeighbours')}</dd>
    </div>`;
  const { victim, beside, takes } = most;
  const names = say('webview.overview.beside', { victim: victim.kernel.name, aggressor: beside.kernel.name });
  return html`<div>
    ${title}
    <dd>
      <button
        type="button"
        class="link big"
        title=${say('webview.overview.showInTheCoRun')}
        @click=${() =>
          update({
            view: 'corun',
            kernelId: victim.kernel.id,
            cell: { victim: victim.kernel.id, aggressor: beside.kernel.id },
          })}
      >
        ${formatSlowdown(takes.slowdown)}
      </button>
      ${originMark(takes.origin, names)}
    </dd>
    <dd class="sub">${names}</dd>
  </div>`;
}

function contents({ files, launches, refused, measuredKernels }: WorkspaceSummary): string {
  return [
    count(files, 'file'),
    count(launches, 'launch'),
    say('webview.overview.inProfiles', { measuredKernels }),
    refused.length > 0 ? say('webview.overview.refusedKernels', { refused: refused.length }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function classSplit({ memoryBound, computeBound, latencyBound }: WorkspaceSummary): TemplateResult {
  const known = memoryBound + computeBound + latencyBound;
  if (known === 0) return html`–`;
  return html`<span
    class="split"
    role="img"
    aria-label=${say('webview.overview.memoryBoundComputeBound', { memoryBound, computeBound, latencyBound })}
    ><i class="memory-bound" ${style({ '--share': String(memoryBound / known) })}></i
    ><i class="compute-bound" ${style({ '--share': String(computeBound / known) })}></i
    ><i class="latency-bound" ${style({ '--share': String(latencyBound / known) })}></i
  ></span>`;
}
