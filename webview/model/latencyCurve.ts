import { scaleLinear, scaleLog } from 'd3-scale';
import type { ColocateResult } from '../../src/analysis/results/colocateResult';
import { say } from '../../src/words';
import { formatDuration, formatSlowdown } from './format';
import { aloneOf, answeredOf, boundNs, type AnsweredCandidate } from './service';
import type { TableModel } from './table';

/** Place of the plot in the units of the drawing's view box; names stand to its right. */
export const LATENCY_PLOT = { left: 48, right: 500, top: 14, bottom: 214, width: 640, height: 256 } as const;

/** Factors over the time alone that an axis names, as far as it reaches. */
const FACTORS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10_000, 100_000];
/** Least distance of two names above each other. */
const LABEL_LINE = 13;

/** A count of instances as a dot. */
export interface LatencyDot {
  readonly x: number;
  readonly y: number;
  readonly isKept: boolean;
  readonly title: string;
}

/** One application: its line, its dots, and where its name stands. */
export interface LatencyLine {
  readonly name: string;
  readonly path: string;
  readonly dots: readonly LatencyDot[];
  /** Where queries were not followed to their end; null for nowhere. */
  readonly starves: { readonly x: number; readonly title: string } | null;
  readonly label: { readonly x: number; readonly y: number };
}

/** Latency over instances on a logarithmic axis, in units of the time alone. */
export interface LatencyCurves {
  readonly lines: readonly LatencyLine[];
  /** Height of the target. */
  readonly targetY: number;
  readonly targetText: string;
  readonly factors: readonly { readonly y: number; readonly text: string }[];
  readonly counts: readonly { readonly x: number; readonly text: string }[];
  readonly summary: string;
}

/** What is drawn of an answer; null before an application is answered. */
export function latencyCurves(result: ColocateResult): LatencyCurves | null {
  const aloneNs = aloneOf(result);
  if (aloneNs === null) return null;
  const answered = answeredOf(result);
  const { target, maxInstances, service } = result;
  const bound = boundNs(result, aloneNs) / aloneNs;
  const factors = answered.flatMap(({ points }) => points.map((point) => point[target.of] / aloneNs));
  const least = Math.min(1, bound, ...factors) / 1.15;
  const most = Math.max(2, bound, ...factors) * 1.15;
  const x = scaleLinear([0, maxInstances], [LATENCY_PLOT.left, LATENCY_PLOT.right]);
  const y = scaleLog([least, most], [LATENCY_PLOT.bottom, LATENCY_PLOT.top]);
  const lines = answered.map((each) => lineOf(each, result, aloneNs, { x, y }));
  const step = maxInstances > 20 ? 5 : 1;
  return {
    lines: apart(lines),
    targetY: y(bound),
    targetText: formatSlowdown(bound),
    factors: FACTORS.filter((factor) => factor >= least && factor <= most).map((factor) => ({
      y: y(factor),
      text: `×${factor}`,
    })),
    counts: Array.from({ length: Math.floor(maxInstances / step) + 1 }, (_, at) => ({
      x: x(at * step),
      text: String(at * step),
    })),
    summary: [
      say('webview.service.summary', { service }),
      ...answered.map((each) => summaryOf(each, result, aloneNs)),
    ].join(' '),
  };
}

interface Scales {
  readonly x: (instances: number) => number;
  readonly y: (factor: number) => number;
}

function lineOf(
  { name, points, starvesAt }: AnsweredCandidate,
  { target }: ColocateResult,
  aloneNs: number,
  { x, y }: Scales,
): LatencyLine {
  const dots = points.map((point): LatencyDot => ({
    x: x(point.instances),
    y: y(point[target.of] / aloneNs),
    isKept: point.isKept,
    title: say('webview.service.point', {
      name,
      instances: point.instances,
      latency: formatDuration(point[target.of]),
      factor: formatSlowdown(point[target.of] / aloneNs),
    }),
  }));
  const last = dots.at(-1)!;
  return {
    name,
    path: dots.map((dot, at) => `${at === 0 ? 'M' : 'L'}${dot.x} ${dot.y}`).join(''),
    dots,
    starves:
      starvesAt === null
        ? null
        : { x: x(starvesAt), title: say('webview.service.starvesAt', { name, instances: starvesAt }) },
    label: { x: LATENCY_PLOT.right + 12, y: last.y + 4 },
  };
}

/** Names moved apart where lines end close together, from the top. */
function apart(lines: readonly LatencyLine[]): LatencyLine[] {
  const placed = [...lines];
  const order = lines.map((_, at) => at).toSorted((a, b) => lines[a]!.label.y - lines[b]!.label.y);
  const room = LATENCY_PLOT.bottom - (order.length - 1) * LABEL_LINE;
  let lowest = -Infinity;
  order.forEach((line, at) => {
    const { label } = lines[line]!;
    lowest = Math.max(Math.min(label.y, room + at * LABEL_LINE), lowest + LABEL_LINE);
    placed[line] = { ...lines[line]!, label: { ...label, y: lowest } };
  });
  return placed;
}

function summaryOf(
  { name, instances, points }: AnsweredCandidate,
  { target }: ColocateResult,
  aloneNs: number,
): string {
  const last = points.at(-1)!;
  return say('webview.service.summaryOf', {
    name,
    instances,
    factor: formatSlowdown(last[target.of] / aloneNs),
    last: last.instances,
  });
}

/** Latency of every application beside every count of instances. */
export function latencyTable(result: ColocateResult): TableModel {
  const answered = answeredOf(result);
  const { target, maxInstances } = result;
  return {
    columns: [
      { title: say('webview.service.column') },
      ...answered.map(({ name }) => ({
        title: say('webview.service.columnOf', { name }),
        format: formatDuration,
      })),
    ],
    rows: Array.from({ length: maxInstances + 1 }, (_, at) => [
      at,
      ...answered.map(({ points }) => points[at]?.[target.of] ?? null),
    ]),
  };
}
