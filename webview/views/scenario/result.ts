import { html, nothing, type TemplateResult } from 'lit/html.js';
import type { AppResult, NamedShare, ScenarioReport } from '../../../src/analysis/results/scenarioResult';
import { runChart } from '../../charts/runChart';
import { formatDuration, formatNumber, formatPercent, formatSlowdown } from '../../model/format';
import { appTable, extentText, roundNs, scenarioKernelTable, timelineRows } from '../../model/scenario';
import { MODE_TITLES } from '../../model/words';
import { assumedLines } from '../../parts/assumedLines';
import { shareBar } from '../../parts/bars';
import { chartFrame } from '../../parts/chartFrame';
import { dataTable } from '../../parts/dataTable';
import { originMark } from '../../parts/origin';
import type { ViewContext } from '../../state/appState';
import { say } from '../../../src/words';
import { titleOf } from '../../../src/words/titleOf';

const SHOWN_SHARES = 4;

/** A simulated scenario: who was how fast, what held each back, and what ran when. */
export function scenarioResult(report: ScenarioReport, context: ViewContext): TemplateResult {
  const { result, timeline } = report;
  return html`
    <section class="answer-box">
      <p class="headline">
        ${report.gpuName}
        <small>${MODE_TITLES[result.mode]}</small>
        ${originMark('simulated', say('webview.scenario.embeddedSimulator'))}
      </p>
      <p class="caption">${extentText(report)}</p>
      <p class="caption">
        ${say('webview.scenario.dramBusyOfItsAccesses', { utilisation: formatPercent(result.dram.utilisation), rowHitRate: formatPercent(result.dram.rowHitRate), requestUtilisation: formatPercent(result.network.requestUtilisation), replyUtilisation: formatPercent(result.network.replyUtilisation) })}
      </p>
    </section>
    ${chartFrame(
      {
        id: 'scenario-apps',
        title: say('webview.scenario.applications'),
        table: () => appTable(report),
        chart: applications(report),
      },
      context,
    )}
    ${chartFrame(
      {
        id: 'scenario-run',
        title: say('webview.scenario.whatRanWhen'),
        caption: html`${say('webview.scenario.chartCaption', { more: timeline.omittedBars > 0 ? say('webview.scenario.furtherLaunchesAreNotDrawn', { omittedBars: timeline.omittedBars }) : '' })}`,
        table: () => timelineRows(report),
        chart: runChart(report),
      },
      context,
    )}
    <section aria-labelledby="scenario-kernels-title">
      <div class="section-head"><h2 id="scenario-kernels-title">${say('webview.scenario.kernels')}</h2></div>
      ${dataTable(scenarioKernelTable(report), say('webview.scenario.kernels'))}
    </section>
    ${assumedLines(say('webview.scenario.assumptionsOfTheSimulator', { lines: result.assumptions.length }), result.assumptions)}
  `;
}

function applications(report: ScenarioReport): TemplateResult {
  const { apps } = report.result;
  const most = apps.reduce((high, { slowdown }) => Math.max(high, slowdown ?? 0), 1);
  return html`<ul class="scenario-apps">
    ${apps.map((app, index) => application(app, index, most, report))}
  </ul>`;
}

function application(app: AppResult, index: number, most: number, report: ScenarioReport): TemplateResult {
  const { resources, stalls } = report.apps[index]!;
  const { l1HitRate, l2HitRate } = app.bottleneck;
  return html`<li>
    <div class="scenario-app-head">
      <strong><span class="swatch series-${index % 6}" aria-hidden="true"></span> ${app.name}</strong>
      <span>${firstRound(app, report)}</span>
      ${slowdown(app, most)}
      <span class="caption"
        >${say('webview.scenario.instructionsACycleL1And', { ipc: formatNumber(app.ipc), l1HitRate: formatPercent(l1HitRate), l2HitRate: formatPercent(l2HitRate) })}</span
      >
    </div>
    <div class="scenario-shares">
      ${shares(say('webview.scenario.usesMost'), resources)}
      ${shares(say('webview.scenario.warpsWaitFor'), stalls)}
    </div>
  </li>`;
}

function firstRound(app: AppResult, report: ScenarioReport): TemplateResult {
  const ended = roundNs(app, report);
  if (ended === null) return html`<span class="unknown">${say('webview.scenario.didNotEndInThe')}</span>`;
  return html`${say('webview.scenario.endedAfter', { ended: formatDuration(ended) })}
  ${originMark('simulated')}`;
}

function slowdown({ slowdown: value }: AppResult, most: number): TemplateResult | typeof nothing {
  if (value === null) return nothing;
  return html`<span class="bar-cell"
    >${shareBar(value / most, 'corun')}<span class="number">${formatSlowdown(value)}</span>${originMark(
      'simulated',
      say('webview.scenario.againstASimulatedRunAlone'),
    )} <span class="caption">${say('webview.scenario.theTimeItTakesAlone')}</span></span
  >`;
}

function shares(title: string, list: readonly NamedShare[]): TemplateResult {
  return html`<div>
    <h3>${title}</h3>
    ${list.length === 0 ? html`<span class="unknown">${say('webview.scenario.nothing')}</span>` : shareList(list)}
  </div>`;
}

function shareList(list: readonly NamedShare[]): TemplateResult {
  return html`<ul class="plain shares">
    ${list.slice(0, SHOWN_SHARES).map(
      ({ name, share }) =>
        html`<li>
          ${shareBar(share)}
          <span class="number">${formatPercent(share)}</span> ${titleOf('resource', name)}
        </li>`,
    )}
  </ul>`;
}
