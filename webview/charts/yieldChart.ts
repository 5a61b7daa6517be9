import { html, svg, type TemplateResult } from 'lit/html.js';
import type { YieldSearchAnswer } from '../../src/analysis/results/yieldResult';
import { say } from '../../src/words';
import {
  axisTicks,
  borderPath,
  cellSize,
  trialText,
  YIELD_PLOT,
  yieldCells,
  yieldMarks,
  type Standing,
  type YieldCell,
  type YieldMark,
} from '../model/yieldMap';

const SMS_TICKS = 16;
const BLOCK_TICKS = 10;
/** Shades where nothing tells the pace. */
const PLAIN_SHADES: Readonly<Record<Standing, number>> = { kept: 0.35, missed: 0.15, open: 0 };

/** Configurations over SMs and blocks with the border of the target, and the trials of a search as a path on them. */
export function yieldChart(answer: YieldSearchAnswer): TemplateResult {
  const { left, right, top, bottom, width, height } = YIELD_PLOT;
  const { most } = answer;
  const cell = cellSize(answer);
  const marks = yieldMarks(answer);
  return html`<svg
    class="yield-chart"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label=${summary(answer)}
  >
    <defs>
      <pattern
        id="yield-missed"
        width="5"
        height="5"
        patternUnits="userSpaceOnUse"
        patternTransform="rotate(45)"
      >
        <line class="hatch" x1="0" y1="0" x2="0" y2="5"></line>
      </pattern>
    </defs>
    ${yieldCells(answer).map(drawnCell)}
    <rect class="frame" x=${left} y=${top} width=${right - left} height=${bottom - top}></rect>
    <path class="border" d=${borderPath(answer)}></path>
    ${axisTicks(most.sms, SMS_TICKS).map(
      (sms) =>
        svg`<text class="tick" x=${left + (sms - 0.5) * cell.width} y=${bottom + 16} text-anchor="middle">${sms}</text>`,
    )}
    ${axisTicks(most.blocks, BLOCK_TICKS).map(
      (blocks) =>
        svg`<text class="tick" x=${left - 6} y=${bottom - (blocks - 0.5) * cell.height + 4} text-anchor="end">${blocks}</text>`,
    )}
    <text class="tick" x=${right} y=${bottom + 34} text-anchor="end">${say('webview.yields.sms')}</text>
    <text class="tick" x="12" y=${bottom + 34}>${say('webview.yields.blocks')} ↑</text>
    <polyline class="path" points=${marks.map(({ x, y }) => `${x},${y}`).join(' ')}></polyline>
    ${marks.map(drawnMark)}
  </svg>`;
}

function drawnCell({ x, y, width, height, standing, pace }: YieldCell): TemplateResult {
  const shade = pace ?? PLAIN_SHADES[standing];
  return svg`<rect class="cell" x=${x} y=${y} width=${width} height=${height} fill-opacity=${shade}></rect>
    ${standing === 'missed' ? svg`<rect class="missed" x=${x} y=${y} width=${width} height=${height}></rect>` : ''}`;
}

function drawnMark({ x, y, number, isKept, isBest, title }: YieldMark): TemplateResult {
  const kind = `trial ${isKept ? 'kept' : 'missing'} ${isBest ? 'best' : ''}`;
  return svg`<g class=${kind}><title>${title}</title>
    <circle cx=${x} cy=${y} r=${isBest ? 9 : 7}></circle>
    <text x=${x} y=${y + 3} text-anchor="middle">${number}</text></g>`;
}

function summary(answer: YieldSearchAnswer): string {
  const { trials, most, best, names } = answer;
  return say('webview.yields.mapSummary', {
    yielding: names[0],
    tried: trials.length,
    ...most,
    best: best === null ? '' : trialText(best),
  });
}
