import { html, nothing, svg, type TemplateResult } from 'lit/html.js';
import type { KernelResult, OccupancyPoint } from '../../src/analysis/results/kernelResult';
import {
  blockMarks,
  blockScale,
  blockTicks,
  limiterRuns,
  PLOT,
  timePoints,
  timeTicks,
  timeScale,
  type BlockMark,
  type TimePoint,
} from '../model/blockChart';
import { formatDuration, formatPercent } from '../model/format';
import { say, titleOf } from '../../src/words';

type Scale = (value: number) => number;

/** Vertical places in units of the drawing. One line of text for each mark. */
const MARK_LINE = 14;
const MARKS = 2 * MARK_LINE;
const PANEL = 120;
const GAP = 30;
const BAR = 0.72;

/** Time and occupancy over block size above each other, with the marks of now and of the advice. */
export function blockChart(kernel: KernelResult): TemplateResult {
  const curve = kernel.occupancy?.curve ?? [];
  const times = timePoints(kernel.block);
  const marks = blockMarks(kernel);
  const sizes = [...curve, ...times, ...marks].map((point) => point.threadsPerBlock);
  const x = blockScale(sizes);
  const timeTop = MARKS + 24;
  const occupancyTop = times.length === 0 ? timeTop : timeTop + PANEL + GAP;
  const bottom = occupancyTop + PANEL;
  return html`<svg
    class="block-chart"
    viewBox="0 0 ${PLOT.width} ${bottom + 62}"
    role="img"
    aria-label=${summary(kernel, marks)}
  >
    ${times.length === 0 ? nothing : timePanel(times, x, timeTop)}
    ${occupancyPanel(curve, x, occupancyTop, marks)}
    ${blockTicks(sizes).map(
      (size) => svg`<text class="tick" x=${x(size)} y=${bottom + 16} text-anchor="middle">${size}</text>`,
    )}
    ${limiterBand(curve, x, bottom + 25)}
    <text class="tick" x=${PLOT.right} y=${bottom + 58} text-anchor="end">
      ${say('webview.block.threadsPerBlock')}
    </text>
    ${marks.map((mark, index) => markLine(mark, x, bottom, index))}
  </svg>`;
}

function summary({ name, occupancy }: KernelResult, marks: readonly BlockMark[]): string {
  const best = occupancy?.curve.reduce((high, point) => (point.occupancy > high.occupancy ? point : high));
  return [
    say('webview.block.blockSizesOf', { name }),
    ...marks.map((mark) =>
      say('webview.block.markAt', { threadsPerBlock: mark.threadsPerBlock, mark: mark.text }),
    ),
    best === undefined
      ? ''
      : say('webview.block.highestOccupancyAt', {
          occupancy: formatPercent(best.occupancy),
          threadsPerBlock: best.threadsPerBlock,
        }),
  ].join(' ');
}

function grid(y: number, label: string): TemplateResult {
  return svg`<line class="grid" x1=${PLOT.left} x2=${PLOT.right} y1=${y} y2=${y}></line>
    <text class="tick" x=${PLOT.left - 6} y=${y + 4} text-anchor="end">${label}</text>`;
}

function occupancyPanel(
  curve: readonly OccupancyPoint[],
  x: Scale,
  top: number,
  marks: readonly BlockMark[],
): TemplateResult {
  const y: Scale = (share) => top + PANEL * (1 - share);
  const width = (x(64) - x(32)) * BAR;
  const marked = new Set(marks.map((mark) => mark.threadsPerBlock));
  return svg`${[0, 0.5, 1].map((share) => grid(y(share), formatPercent(share)))}
    ${curve.map(
      (point) => svg`<rect
        class="occupancy ${marked.has(point.threadsPerBlock) ? 'marked' : ''}"
        x=${x(point.threadsPerBlock) - width / 2}
        y=${y(point.occupancy)}
        width=${width}
        height=${PANEL * point.occupancy}
      ><title>${say('webview.block.threadsBlocksLimitedBy', { threadsPerBlock: point.threadsPerBlock, occupancy: formatPercent(point.occupancy), blocksPerSm: point.blocksPerSm, limiter: titleOf('limiter', point.limiter) })}</title></rect>`,
    )}
    <text class="tick" x=${PLOT.right} y=${top - 6} text-anchor="end">${say('webview.block.occupancy')}</text>`;
}

function timePanel(points: readonly TimePoint[], x: Scale, top: number): TemplateResult {
  const y = timeScale(points, top, top + PANEL);
  const path = points
    .map((point, i) => `${i === 0 ? 'M' : 'L'}${x(point.threadsPerBlock)} ${y(point.ns)}`)
    .join('');
  return svg`${timeTicks(points).map((ns) => grid(y(ns), ns === 0 ? '0' : formatDuration(ns, 2)))}
    <path class="time-line" d=${path}></path>
    ${points.map(
      (point) => svg`<circle class="time-dot" cx=${x(point.threadsPerBlock)} cy=${y(point.ns)} r="4"
      ><title>${say('webview.block.timePoint', { threadsPerBlock: point.threadsPerBlock, ns: formatDuration(point.ns), origin: titleOf('origin', point.origin) })}</title></circle>`,
    )}
    <text class="tick" x=${PLOT.right} y=${top - 6} text-anchor="end">${say('webview.block.timeOfALaunch', { origin: titleOf('origin', points[0]!.origin) })}</text>`;
}

/** Which limit holds, below the axis; a name stands where it fits. */
function limiterBand(curve: readonly OccupancyPoint[], x: Scale, y: number): TemplateResult {
  return svg`${limiterRuns(curve).map(({ limiter: code, from, to }) => {
    const limiter = titleOf('limiter', code);
    const [left, right] = [x(from - 14), x(to + 14)];
    const fits = right - left > limiter.length * 6;
    return svg`<rect class="limiter-run" x=${left} y=${y} width=${right - left} height="3"
      ><title>${say('webview.block.toThreadsLimitedBy', { from, to, limiter })}</title></rect>
      ${fits ? svg`<text class="tick" x=${(left + right) / 2} y=${y + 17} text-anchor="middle">${limiter}</text>` : nothing}`;
  })}`;
}

function markLine(
  { threadsPerBlock, text, kind }: BlockMark,
  x: Scale,
  bottom: number,
  index: number,
): TemplateResult {
  const at = x(threadsPerBlock);
  const right = at > PLOT.width - 150;
  const y = (index + 1) * MARK_LINE;
  return svg`<line class="mark mark-${kind}" x1=${at} x2=${at} y1=${y - 8} y2=${bottom}></line>
    <text class="mark-text" x=${right ? at - 4 : at + 4} y=${y} text-anchor=${right ? 'end' : 'start'}
      >${text} (${threadsPerBlock})</text>`;
}
