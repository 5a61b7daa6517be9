import { html, svg, type TemplateResult } from 'lit/html.js';
import { formatPercent } from '../model/format';
import {
  CURVE_PLOT,
  curveLabels,
  curvePath,
  curveScales,
  type CurvedApp,
  type CurveLabel,
  type CurveScales,
} from '../model/share';
import { say } from '../../src/words';

/** Characters. */
const LONGEST_NAME = 32;

/** Progress over SMs of every application: alone dashed, shared solid, the advised split as a dot. */
export function progressChart(apps: readonly CurvedApp[]): TemplateResult {
  const scales = curveScales(apps);
  const labels = curveLabels(apps, scales);
  const { left, right, bottom, width, height } = CURVE_PLOT;
  return html`<svg
    class="progress-chart"
    viewBox="0 0 ${width} ${height}"
    role="img"
    aria-label=${summary(apps)}
  >
    ${[0, 0.25, 0.5, 0.75, 1].map(
      (share) =>
        svg`<line class="grid" x1=${left} x2=${right} y1=${scales.y(share)} y2=${scales.y(share)}></line>
        <text class="tick" x=${left - 6} y=${scales.y(share) + 4} text-anchor="end">${formatPercent(share)}</text>`,
    )}
    ${scales.ticks.map(
      (sms) => svg`<text class="tick" x=${scales.x(sms)} y=${bottom + 16} text-anchor="middle">${sms}</text>`,
    )}
    <text class="tick" x=${right} y=${bottom + 34} text-anchor="end">${say('webview.share.sms')}</text>
    ${apps.map((app, index) => appCurve(app, index, scales, labels[index]!))}
  </svg>`;
}

function appCurve(app: CurvedApp, index: number, scales: CurveScales, label: CurveLabel): TemplateResult {
  const { curve, sms, progress, name } = app;
  const alone = curve.map((point) => ({ sms: point.sms, value: point.alone }));
  const shared = curve.map((point) => ({ sms: point.sms, value: point.shared }));
  const at = { x: scales.x(sms), y: scales.y(progress) };
  return svg`<g class="series series-${index % 6}">
    <path class="alone" d=${curvePath(alone, scales)}></path>
    <path class="shared" d=${curvePath(shared, scales)}></path>
    <circle cx=${at.x} cy=${at.y} r="5"><title>${say('webview.share.smsProgress', { name, sms, progress: formatPercent(progress) })}</title></circle>
    <line class="leader" x1=${at.x} y1=${at.y} x2=${label.x} y2=${label.y - 4}></line>
    <text class="mark-text" x=${label.x} y=${label.y} text-anchor=${label.anchor}>${shortened(name)}</text>
  </g>`;
}

/** A name that fits beside its dot; the whole name stands in the table. */
function shortened(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME - 1)}…`;
}

function summary(apps: readonly CurvedApp[]): string {
  return [
    say('webview.share.progressOverSms'),
    ...apps.map(({ name, sms, progress }) =>
      say('webview.share.withSms', { name, progress: formatPercent(progress), sms }),
    ),
  ].join(' ');
}
