import { html, svg, type TemplateResult } from 'lit/html.js';
import { say } from '../../src/words';
import { CLUSTER_MAP, type ClusterMap } from '../model/clusterMap';
import { formatNumber } from '../model/format';
import { style } from '../parts/style';

/** Applications as leaves of a dendrogram, and beside each its distance from the others. */
export function clusterChart(map: ClusterMap): TemplateResult {
  const { names, branches, width, height } = map;
  return html`<div class="table-scroll">
    <svg
      class="cluster-chart"
      width=${width}
      height=${height}
      viewBox="0 0 ${width} ${height}"
      role="img"
      aria-label=${say('webview.queue.similarityOf', { names: names.join(', ') })}
    >
      ${branches.map((path) => svg`<path class="branch" d=${path}></path>`)}
      ${names.map((name, row) => leaf(name, row))} ${map.cells.map((cell) => distanceCell(cell, names))}
    </svg>
  </div>`;
}

function leaf(name: string, row: number): TemplateResult {
  const { tree, cell, gap } = CLUSTER_MAP;
  const short = name.length > 17 ? `${name.slice(0, 16)}…` : name;
  return svg`<text x=${tree + gap} y=${(row + 0.5) * cell} dominant-baseline="central"><title>${name}</title>${short}</text>`;
}

function distanceCell(
  { row, column, distance, share }: ClusterMap['cells'][number],
  names: readonly string[],
): TemplateResult {
  const { tree, names: width, cell, gap } = CLUSTER_MAP;
  const title = say('webview.queue.distanceBetween', {
    a: names[row]!,
    b: names[column]!,
    distance: formatNumber(distance),
  });
  return svg`<rect class="distance" x=${tree + width + 2 * gap + column * cell} y=${row * cell}
    width=${cell - 1} height=${cell - 1} ${style({ '--share': `${Math.round(share * 100)}%` })}><title>${title}</title></rect>`;
}
