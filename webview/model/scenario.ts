import { scaleLinear } from 'd3-scale';
import type {
  NamedShare,
  AppResult,
  KernelBar,
  RunTimelineResult,
  ScenarioReport,
  SimulationResult,
} from '../../src/analysis/results/scenarioResult';
import { formatCount, formatDuration, formatNumber, formatPercent, formatSlowdown } from './format';
import type { TableModel } from './table';
import { say } from '../../src/words';
import { titleOf } from '../../src/words/titleOf';

/** Core cycles as nanoseconds. */
export function nanoseconds(cycles: number, { coreClockMHz }: Pick<ScenarioReport, 'coreClockMHz'>): number {
  return (cycles / coreClockMHz) * 1000;
}

const ENDS: Readonly<Record<SimulationResult['end'], string>> = {
  finished: say('webview.scenario.everyApplicationHadFinished'),
  cycles: say('webview.scenario.theLimitOfCycles'),
  instructions: say('webview.scenario.theLimitOfInstructions'),
  cancelled: say('webview.scenario.itWasCancelled'),
};

/** What was measured, in one sentence: a whole run or a window of one, and what ended it. */
export function extentText(report: ScenarioReport): string {
  const { cycles, end, window, seed } = report.result;
  const length = say('webview.scenario.lengthWithTime', {
    cycles: formatCount(cycles),
    nanoseconds: formatDuration(nanoseconds(cycles, report)),
  });
  const part =
    window === null
      ? say('webview.scenario.theWholeRunOf', { length })
      : say('webview.scenario.aWindowOfFromCycle', {
          length,
          fromCycle: formatCount(window.fromCycle),
          toCycle: formatCount(window.toCycle),
        });
  return say('webview.scenario.untilSeed', { part, ENDS: ENDS[end], seed });
}

/** Time of the first round; null where none ended. */
export function roundNs({ firstFinishCycle }: AppResult, report: ScenarioReport): number | null {
  return firstFinishCycle === null ? null : nanoseconds(firstFinishCycle, report);
}

/** One row an application. */
export function appTable(report: ScenarioReport): TableModel {
  return {
    columns: [
      { title: say('webview.scenario.application') },
      { title: say('webview.scenario.firstRoundEnded'), unit: 'ns', format: formatDuration },
      { title: say('webview.scenario.rounds') },
      { title: say('webview.scenario.slowdownAgainstAlone'), format: formatSlowdown },
      { title: say('webview.scenario.warpInstructionsPerCycle'), format: formatNumber },
      { title: say('webview.scenario.dramUsed'), format: formatPercent },
      { title: say('webview.scenario.dramRowHits'), format: formatPercent },
      { title: say('webview.scenario.l2Hits'), format: formatPercent },
      { title: say('webview.scenario.l1Hits'), format: formatPercent },
      { title: say('webview.scenario.usedMost') },
      { title: say('webview.scenario.warpsWaitMostFor') },
    ],
    rows: report.result.apps.map((app, index) => {
      const { dramUtilisation, rowHitRate, l2HitRate, l1HitRate } = app.bottleneck;
      const words = report.apps[index]!;
      return [
        app.name,
        roundNs(app, report),
        app.rounds,
        app.slowdown,
        app.ipc,
        dramUtilisation,
        rowHitRate,
        l2HitRate,
        l1HitRate,
        titled(words.resources),
        titled(words.stalls),
      ];
    }),
  };
}

function titled([first]: readonly NamedShare[]): string | null {
  return first === undefined ? null : titleOf('resource', first.name);
}

/** One row a kernel of an application. */
export function scenarioKernelTable(report: ScenarioReport): TableModel {
  return {
    columns: [
      { title: say('webview.scenario.application') },
      { title: say('webview.scenario.kernel') },
      { title: say('webview.scenario.launchesEnded') },
      { title: say('webview.scenario.meanCycles'), format: (value) => formatNumber(value, 6) },
      { title: say('webview.scenario.meanTime'), unit: 'ns', format: formatDuration },
      { title: say('webview.scenario.warpInstructions'), format: formatCount },
      { title: say('webview.scenario.perCycle'), format: formatNumber },
      { title: say('webview.scenario.blocksEnded'), format: formatCount },
    ],
    rows: report.result.apps.flatMap((app) =>
      app.kernels.map(({ name, runs, cycles, instructions, ipc, blocks }) => [
        app.name,
        name,
        runs,
        cycles,
        cycles === null ? null : nanoseconds(cycles, report),
        instructions,
        ipc,
        blocks,
      ]),
    ),
  };
}

/** Place of the chart in the units of its view box. */
export const RUN_PLOT = { left: 140, right: 700, lane: 26, pace: 110, width: 720, gap: 34 } as const;

export interface RunScales {
  readonly x: (cycle: number) => number;
  /** Round times in nanoseconds. */
  readonly ticks: readonly number[];
  /** Top of an application's lane. */
  readonly lane: (app: number) => number;
  readonly paceTop: number;
  readonly paceBottom: number;
  /** Height of a pace. */
  readonly y: (ipc: number) => number;
  readonly highest: number;
  readonly height: number;
}

export function runScales({ timeline, result, coreClockMHz }: ScenarioReport): RunScales {
  const { cycles, pace } = timeline;
  const apps = result.apps.length;
  const { left, right, lane, pace: paceHeight, gap } = RUN_PLOT;
  const paceTop = apps * lane + gap;
  const paceBottom = paceTop + paceHeight;
  const highest = pace.reduce((most, point) => Math.max(most, ...point.ipc), 0);
  const x = scaleLinear([0, Math.max(1, cycles)], [left, right]);
  return {
    x,
    ticks: ticksNs(nanoseconds(cycles, { coreClockMHz })),
    lane: (app) => 8 + app * lane,
    paceTop,
    paceBottom,
    y: scaleLinear([0, Math.max(highest, 1e-9)], [paceBottom, paceTop]),
    highest,
    height: paceBottom + 36,
  };
}

function ticksNs(end: number): readonly number[] {
  return scaleLinear([0, end], [0, 1]).ticks(5);
}

/** The pace of one application as an SVG path of steps. */
export function pacePath({ pace }: RunTimelineResult, app: number, { x, y }: RunScales): string {
  return pace
    .map(({ fromCycle, toCycle, ipc }, at) => {
      const height = y(ipc[app]!);
      return `${at === 0 ? 'M' : 'L'}${x(fromCycle)} ${height}L${x(toCycle)} ${height}`;
    })
    .join('');
}

/** Launches, and then the pace, as one table. */
export function timelineRows(report: ScenarioReport): TableModel {
  const name = (app: number): string => report.result.apps[app]!.name;
  const bar = ({ app, kernel, fromCycle, toCycle, complete }: KernelBar) => [
    name(app),
    complete ? kernel : say('webview.scenario.kernelNotEnded', { kernel }),
    fromCycle,
    toCycle,
    null,
    null,
  ];
  return {
    columns: [
      { title: say('webview.scenario.application') },
      { title: say('webview.scenario.kernel') },
      { title: say('webview.scenario.fromCycle'), format: formatCount },
      { title: say('webview.scenario.toCycle'), format: formatCount },
      { title: say('webview.scenario.warpInstructionsPerCycle'), format: formatNumber },
      { title: say('webview.scenario.smsItMayUse') },
    ],
    rows: [
      ...report.timeline.bars.map(bar),
      ...report.timeline.pace.flatMap(({ fromCycle, toCycle, ipc, sms }) =>
        ipc.map((rate, app) => [name(app), null, fromCycle, toCycle, rate, sms[app] ?? null]),
      ),
    ],
  };
}
