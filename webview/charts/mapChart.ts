import { html, svg, type TemplateResult } from 'lit/html.js';
import { formatNumber } from '../model/format';
import { MAP, type KernelMap, type PlacedReference } from '../model/kernelMap';
import { say, titleOf } from '../../src/words';

/** The kernel among the reference kernels, with lines to the neighbours that voted. */
export function mapChart(map: KernelMap, name: string): TemplateResult {
  const voters = map.references.filter(({ reference }) => reference.neighbour);
  const { kernel } = map;
  return html`<svg
    class="map-chart"
    viewBox="0 0 ${MAP.width} ${MAP.height}"
    role="img"
    aria-label=${say('webview.block.isNearestTo', { name, voters: voters.map(({ reference }) => reference.name).join(', ') })}
  >
    ${voters.map(({ x, y }) => svg`<line class="vote" x1=${kernel.x} y1=${kernel.y} x2=${x} y2=${y}></line>`)}
    ${map.references.map(referenceDot)}
    <circle class="kernel-dot" cx=${kernel.x} cy=${kernel.y} r="7"><title>${name}</title></circle>
    <text class="kernel-label" x=${kernel.x} y=${kernel.y - 12} text-anchor="middle">${name}</text>
  </svg>`;
}

function referenceDot({ x, y, reference, label }: PlacedReference): TemplateResult {
  const kind = reference.neighbour ? 'neighbour' : 'other';
  return svg`<circle class="reference ${kind}" cx=${x} cy=${y} r="5"
      ><title>${say('webview.block.bestWithThreadsDistance', { name: reference.name, bestBlock: reference.bestBlock, origin: titleOf('origin', reference.origin), distance: formatNumber(reference.distance) })}</title></circle>
    ${label === null ? '' : svg`<text class="reference-label ${kind}" x=${label.x} y=${label.y} text-anchor=${label.anchor}>${label.text}</text>`}`;
}
