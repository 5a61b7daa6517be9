import type { ListedTrial, YieldSearchAnswer } from '../../src/analysis/results/yieldResult';
import { message } from '../../src/kernel/message';
import { say, words } from '../../src/words';
import { formatPercent, formatSlowdown } from './format';
import type { ShareDraft } from './share';
import type { TableModel } from './table';

/** What the draft lacks to be searched with; null where it lacks nothing. */
export function yieldLack({ kernelIds }: ShareDraft): string | null {
  return kernelIds.length === 2 ? null : say('webview.yields.chooseTwo');
}

/** Place of the plot in the units of the drawing's view box. */
export const YIELD_PLOT = { left: 40, right: 620, top: 12, bottom: 212, width: 640, height: 256 } as const;

/** Whether a configuration keeps the target, as far as that is known. */
export type Standing = 'kept' | 'missed' | 'open';

/** A configuration as a rectangle. */
export interface YieldCell {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly standing: Standing;
  /** Pace that is kept, 0–1; null where nothing tells it. */
  readonly pace: number | null;
}

/** A trial as a circle. */
export interface YieldMark {
  readonly x: number;
  readonly y: number;
  readonly number: number;
  readonly isKept: boolean;
  readonly isBest: boolean;
  readonly title: string;
}

/** All configurations: as similar kernels have them, else as the trials let them be inferred. */
export function yieldCells(answer: YieldSearchAnswer): YieldCell[] {
  const { most, expected } = answer;
  const { width, height } = cellSize(answer);
  return Array.from({ length: most.sms * most.blocks }, (_, at) => {
    const [sms, blocks] = [1 + Math.floor(at / most.blocks), 1 + (at % most.blocks)];
    return {
      x: YIELD_PLOT.left + (sms - 1) * width,
      y: YIELD_PLOT.bottom - blocks * height,
      width,
      height,
      standing: standingOf(answer, sms, blocks),
      pace: expected === null ? null : expected.throughput[sms - 1]![blocks - 1]!,
    };
  });
}

/** Edges between configurations that keep the target and others, as an SVG path. */
export function borderPath(answer: YieldSearchAnswer): string {
  const { most } = answer;
  const { width, height } = cellSize(answer);
  const isKept = (sms: number, blocks: number): boolean => standingOf(answer, sms, blocks) === 'kept';
  const right = (sms: number): number => YIELD_PLOT.left + sms * width;
  const top = (blocks: number): number => YIELD_PLOT.bottom - blocks * height;
  const edges: string[] = [];
  for (let sms = 1; sms <= most.sms; sms++)
    for (let blocks = 1; blocks <= most.blocks; blocks++) {
      if (sms < most.sms && isKept(sms, blocks) !== isKept(sms + 1, blocks))
        edges.push(`M${right(sms)} ${top(blocks)}v${height}`);
      if (blocks < most.blocks && isKept(sms, blocks) !== isKept(sms, blocks + 1))
        edges.push(`M${right(sms - 1)} ${top(blocks)}h${width}`);
    }
  return edges.join('');
}

/** The trials in their order. */
export function yieldMarks(answer: YieldSearchAnswer): YieldMark[] {
  const { trials, best, request } = answer;
  const { width, height } = cellSize(answer);
  return trials.map((trial, at) => ({
    x: YIELD_PLOT.left + (trial.places.sms - 0.5) * width,
    y: YIELD_PLOT.bottom - (trial.places.blocks - 0.5) * height,
    number: at + 1,
    isKept: isKept(trial, request.qos),
    isBest:
      best !== null && trial.places.sms === best.places.sms && trial.places.blocks === best.places.blocks,
    title: say('webview.yields.trial', { number: at + 1, what: trialText(trial) }),
  }));
}

/** Numbers of SMs or blocks that are written at an axis: all, or each second, fifth, tenth … of them. */
export function axisTicks(most: number, room: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100].find((one) => most / one <= room) ?? 200;
  return Array.from({ length: Math.floor(most / step) }, (_, at) => step * (at + 1));
}

export function cellSize({ most }: YieldSearchAnswer): { readonly width: number; readonly height: number } {
  return {
    width: (YIELD_PLOT.right - YIELD_PLOT.left) / most.sms,
    height: (YIELD_PLOT.bottom - YIELD_PLOT.top) / most.blocks,
  };
}

/** A trial in words, without whose it is. */
export function trialText({ places, latency }: ListedTrial): string {
  return words(
    latency === null
      ? message('webview.yields.givenUp', { ...places })
      : message('webview.yields.kept', { ...places, latency }),
  );
}

/** The trials as they were made. */
export function trialTable({ trials, names, request }: YieldSearchAnswer): TableModel {
  const [yielding, critical] = names;
  return {
    columns: [
      { title: say('webview.yields.number') },
      { title: say('webview.yields.sms') },
      { title: say('webview.yields.blocks') },
      { title: say('webview.yields.latencyOf', { name: critical }), format: formatSlowdown },
      { title: say('webview.yields.paceOf', { name: yielding }), format: formatPercent },
      { title: say('webview.yields.inTarget') },
    ],
    rows: trials.map((trial, at) => [
      at + 1,
      trial.places.sms,
      trial.places.blocks,
      trial.latency,
      trial.throughput,
      isKept(trial, request.qos) ? say('webview.yields.yes') : say('webview.yields.no'),
    ]),
  };
}

function isKept({ latency }: ListedTrial, qos: number): boolean {
  return latency !== null && latency <= qos;
}

function standingOf(
  { expected, trials, request: { qos } }: YieldSearchAnswer,
  sms: number,
  blocks: number,
): Standing {
  if (expected !== null) return expected.latency[sms - 1]![blocks - 1]! <= qos ? 'kept' : 'missed';
  const own = trials.find(({ places }) => places.sms === sms && places.blocks === blocks);
  if (own !== undefined) return isKept(own, qos) ? 'kept' : 'missed';
  const less = trials.some((one) => isKept(one, qos) && one.places.sms <= sms && one.places.blocks <= blocks);
  const more = trials.some(
    (one) => !isKept(one, qos) && one.places.sms >= sms && one.places.blocks >= blocks,
  );
  if (less === more) return 'open';
  return less ? 'kept' : 'missed';
}
