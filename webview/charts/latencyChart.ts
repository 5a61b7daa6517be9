import { html, svg, type TemplateResult } from 'lit/html.js';
import { LATENCY_PLOT, type LatencyCurves, type LatencyLine } from '../model/latencyCurve';
import { say } from '../../src/words';

/** Characters that fit beside the plot, also in the larger text that narrow pages have. */
const LONGEST_NAME = 13;

/** Latency of a service over instances of each application beside it, with its target as a dashed line. */
export function latencyChart({
  lines,
  targetY,
  targetText,
  factors,
  counts,
  summary,
}: LatencyCurves): TemplateResult {
  const { left, right, bottom, width, height } = LATENCY_PLOT;
  return html`<svg class="latency-chart" viewBox="0 0 ${width} ${height}" role="img" aria-label=${summary}>
    ${factors.map(
      ({ y, text }) =>
        svg`<line class="grid" x1=${left} x2=${right} y1=${y} y2=${y}></line>
        <text class="tick" x=${left - 6} y=${y + 4} text-anchor="end">${text}</text>`,
    )}
    ${counts.map(({ x, text }) => svg`<text class="tick" x=${x} y=${bottom + 16} text-anchor="middle">${text}</text>`)}
    <text class="tick" x=${right} y=${bottom + 34} text-anchor="end">${say('webview.service.axis')}</text>
    <line class="target" x1=${left} x2=${right} y1=${targetY} y2=${targetY}></line>
    ${lines.map((line, at) => drawn(line, at))}
    <text class="target-text" x=${left + 4} y=${targetY - 4}>${targetText}</text>
  </svg>`;
}

function drawn({ name, path, dots, starves, label }: LatencyLine, at: number): TemplateResult {
  const { top } = LATENCY_PLOT;
  const last = dots.at(-1)!;
  return svg`<g class="series series-${at % 6}">
    <path d=${path}></path>
    ${dots.map(({ x, y, isKept, title }) => svg`<circle class=${isKept ? 'kept' : 'missed'} cx=${x} cy=${y} r="4"><title>${title}</title></circle>`)}
    ${
      starves === null
        ? ''
        : svg`<path class="starves" d="M${starves.x - 5} ${top - 5}l10 10m0 -10l-10 10"><title>${starves.title}</title></path>`
    }
    <line class="leader" x1=${last.x + 5} y1=${last.y} x2=${label.x - 2} y2=${label.y - 4}></line>
    <text class="name" x=${label.x} y=${label.y}>${shortened(name)}<title>${name}</title></text>
  </g>`;
}

/** A name that fits beside the plot; the whole name stands in the table. */
function shortened(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`;
}
