import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit/html.js';
import type { KernelBar, ScenarioReport } from '../../src/analysis/results/scenarioResult';
import { formatCount, formatDuration, formatNumber } from '../model/format';
import { nanoseconds, pacePath, RUN_PLOT, runScales, type RunScales } from '../model/scenario';
import { say } from '../../src/words';

const BAR_HEIGHT = 18;
/** Narrower bars have no room for a name. */
const LABEL_WIDTH = 40;
/** Of the larger text that narrow pages have. */
const LETTER_WIDTH = 9.2;

/** Launches of every application as bars, and below them how fast each went. */
export function runChart(report: ScenarioReport): TemplateResult {
  const { timeline, result } = report;
  const scales = runScales(report);
  const cycle = (ns: number): number => (ns * report.coreClockMHz) / 1000;
  const { left, right, width } = RUN_PLOT;
  const names = result.apps.map(({ name }) => name);
  return html`<svg
    class="run-chart"
    viewBox="0 0 ${width} ${scales.height}"
    role="img"
    aria-label=${summary(report)}
  >
    ${scales.ticks.map(
      (ns) =>
        svg`<line class="grid" x1=${scales.x(cycle(ns))} x2=${scales.x(cycle(ns))} y1="4" y2=${scales.paceBottom}></line>
        <text class="tick" x=${scales.x(cycle(ns))} y=${scales.paceBottom + 15} text-anchor="middle">${ns === 0 ? '0' : formatDuration(ns)}</text>`,
    )}
    ${names.map(
      (name, app) =>
        svg`<text class="lane-name" x=${left - 8} y=${scales.lane(app) + 13} text-anchor="end">${shortened(name, left - 16)}<title>${name}</title></text>`,
    )}
    ${timeline.bars.map((bar) => barShape(bar, scales, report))}
    <text class="tick" x=${left - 8} y=${scales.paceTop + 4} text-anchor="end">
      ${formatNumber(scales.highest)}
    </text>
    <text class="tick" x=${left - 8} y=${scales.paceBottom} text-anchor="end">0</text>
    <text class="tick" x=${left - 8} y=${(scales.paceTop + scales.paceBottom) / 2} text-anchor="end">
      ${say('webview.scenario.instrCycle')}
    </text>
    <line class="grid" x1=${left} x2=${right} y1=${scales.paceBottom} y2=${scales.paceBottom}></line>
    ${names.map(
      (_, app) =>
        svg`<g class="series series-${app % 6}"><path d=${pacePath(timeline, app, scales)}></path></g>`,
    )}
  </svg>`;
}

function barShape(bar: KernelBar, scales: RunScales, report: ScenarioReport): SVGTemplateResult {
  const { app, kernel, fromCycle, toCycle, complete } = bar;
  const x = scales.x(fromCycle);
  const width = Math.max(0.5, scales.x(toCycle) - x);
  const y = scales.lane(app);
  const length = toCycle - fromCycle;
  const title = say('webview.scenario.cycles', {
    kernel,
    length: formatCount(length),
    nanoseconds: formatDuration(nanoseconds(length, report)),
    ending: complete ? '' : say('webview.scenario.notEnded'),
  });
  return svg`<g class="series series-${app % 6}">
    <rect class=${complete ? 'launch' : 'launch open'} x=${x} y=${y} width=${width} height=${BAR_HEIGHT}><title>${title}</title></rect>
    ${width < LABEL_WIDTH ? '' : svg`<text class="launch-name" x=${x + 4} y=${y + 13}>${shortened(kernel, width - 8)}</text>`}
  </g>`;
}

function shortened(text: string, width: number): string {
  const letters = Math.max(1, Math.floor(width / LETTER_WIDTH));
  return text.length <= letters ? text : `${text.slice(0, letters - 1)}…`;
}

function summary({ timeline, result }: ScenarioReport): string {
  return [
    say('webview.scenario.launchesOverTime'),
    ...result.apps.map(({ name }, app) => {
      const own = timeline.bars.filter((bar) => bar.app === app);
      const first = own[0];
      return first === undefined
        ? say('webview.scenario.noLaunch', { name })
        : say('webview.scenario.launchesFromCycleTo', {
            name,
            own: own.length,
            fromCycle: formatCount(first.fromCycle),
            toCycle: formatCount(own.at(-1)!.toCycle),
          });
    }),
  ].join(' ');
}
