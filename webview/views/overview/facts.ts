import { html, nothing, type TemplateResult } from 'lit/html.js';
import { count, formatNumber, formatSlowdown } from '../../model/format';
import { summarize, type WorkspaceSummary } from '../../model/summary';
import { originMark, sourced } from '../../parts/origin';
import { style } from '../../parts/style';
import type { ResultsContext } from '../../state/appState';

/** Totals, and what limits the workspace. */
export function facts({ results, update }: ResultsContext): TemplateResult {
  const summary = summarize(results);
  const { slowest, mostSensitive } = summary;
  return html`<dl class="facts">
    <div>
      <dt>Workspace</dt>
      <dd>
        ${formatNumber(summary.kernels, 15)} <small>${summary.kernels === 1 ? 'kernel' : 'kernels'}</small>
      </dd>
      <dd class="sub">${contents(summary)}</dd>
    </div>
    <div>
      <dt>Bound by</dt>
      <dd>${classSplit(summary)}</dd>
      <dd class="sub">${summary.memoryBound} memory · ${summary.computeBound} compute</dd>
    </div>
    <div>
      <dt>Occupancy limited by</dt>
      <dd>${summary.limiters[0]?.name ?? '–'}</dd>
      <dd class="sub">
        ${summary.limiters.map((limiter) => `${limiter.name} ${limiter.count}`).join(' · ')}
      </dd>
    </div>
    <div>
      <dt>Longest launch</dt>
      <dd>${slowest?.time ? sourced(slowest.time) : '–'}</dd>
      <dd class="sub">${slowest?.name ?? 'no time is known'}</dd>
    </div>
    <div>
      <dt>Most sensitive to neighbours</dt>
      <dd>
        ${
          mostSensitive?.worstPartner
            ? html`<button
                  type="button"
                  class="link big"
                  title="Show in the co-run view"
                  @click=${() =>
                    update({
                      view: 'corun',
                      kernelId: mostSensitive.id,
                      cell: { victim: mostSensitive.id, aggressor: mostSensitive.worstPartner!.kernelId },
                    })}
                >
                  ${formatSlowdown(mostSensitive.worstPartner.slowdown)}
                </button>
                ${originMark(mostSensitive.worstPartner.origin, `${mostSensitive.name} beside ${mostSensitive.worstPartner.name}`)}`
            : '–'
        }
      </dd>
      <dd class="sub">
        ${mostSensitive?.worstPartner ? `${mostSensitive.name} beside ${mostSensitive.worstPartner.name}` : nothing}
      </dd>
    </div>
  </dl>`;
}

function contents({ files, launches, refused, measuredKernels }: WorkspaceSummary): string {
  return [
    count(files, 'file'),
    count(launches, 'launch', 'launches'),
    `${measuredKernels} in profiles`,
    refused.length > 0 ? `${refused.length} refused` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function classSplit({ memoryBound, computeBound }: WorkspaceSummary): TemplateResult {
  const known = memoryBound + computeBound;
  if (known === 0) return html`–`;
  return html`<span
    class="split"
    role="img"
    aria-label="${memoryBound} memory-bound, ${computeBound} compute-bound"
    ><i class="memory-bound" ${style({ '--share': String(memoryBound / known) })}></i
    ><i class="compute-bound" ${style({ '--share': String(computeBound / known) })}></i
  ></span>`;
}
