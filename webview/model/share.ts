import { scaleLinear } from 'd3-scale';
import {
  mechanismOfMode,
  type AllocatedApp,
  type ShareAnswer,
  type ShareRequest,
} from '../../src/analysis/results/shareResult';
import { MOST_SHARING } from '../../src/analysis/protocol';
import type { SharingMode } from '../../src/kernel/prediction';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import type { ViewState } from '../state/viewState';
import type { TableModel } from './table';
import { formatPercent, formatSlowdown } from './format';
import { allKernels } from './kernels';
import { programsOf } from './overlap';
import { say, titleOf } from '../../src/words';

/**
 * What the user sets up before asking. Weights (1 to 9) and progress targets (percent, 0 for a batch
 * application) are by kernel id and key of a program.
 */
export type ShareDraft = ViewState['share'];

/** Keys of what was chosen, in the order of goals: programs first. */
export const chosenIn = ({ programs, kernelIds }: Pick<ShareDraft, 'programs' | 'kernelIds'>): string[] => [
  ...programs,
  ...kernelIds,
];

/** What the form holds, of the programs and kernels that there are. */
export function draftOf(draft: ShareDraft, results: WorkspaceResults): ShareDraft {
  const kernels = new Set(allKernels(results).map(({ id }) => id));
  const programs = new Set(programsOf(results).map(({ key }) => key));
  return {
    ...draft,
    programs: draft.programs.filter((key) => programs.has(key)),
    kernelIds: draft.kernelIds.filter((id) => kernels.has(id)),
  };
}

/** Weights that add up to 1, in the order of goals. */
export function weightsOf(draft: ShareDraft): number[] {
  const given = chosenIn(draft).map((id) => draft.weights[id] ?? 1);
  const sum = given.reduce((a, b) => a + b, 0);
  return given.map((weight) => weight / sum);
}

/** Progress targets 0–1 in the order of goals; null for batch applications. */
export function targetsOf(draft: ShareDraft): (number | null)[] {
  return chosenIn(draft).map((id) => {
    const percent = draft.targets[id] ?? 0;
    return percent === 0 ? null : percent / 100;
  });
}

/** The draft that asks for this; what it says of others stays. */
export function draftOfRequest(
  { programs = [], kernelIds, goal, mechanism }: ShareRequest,
  { weights, targets, qos }: ShareDraft,
  mode: SharingMode | undefined,
): ShareDraft {
  const byKey = (values: readonly number[]): Record<string, number> =>
    Object.fromEntries([...programs, ...kernelIds].map((id, at) => [id, values[at]!]));
  return {
    programs: [...programs],
    kernelIds: [...kernelIds],
    goal: goal.kind,
    weights: goal.kind === 'fair' ? { ...weights, ...byKey(wholeWeights(goal.weights)) } : weights,
    targets:
      goal.kind === 'qos'
        ? { ...targets, ...byKey(goal.targets.map((target) => Math.round((target ?? 0) * 100))) }
        : targets,
    mechanism: mechanism === mechanismOfMode(mode) ? null : (mechanism ?? 'none'),
    qos,
  };
}

/** The smallest weights from 1 to 9 in this proportion. */
function wholeWeights(weights: readonly number[]): number[] {
  const least = Math.min(...weights);
  const scaled = Array.from({ length: 9 }, (_, i) => weights.map((weight) => (weight / least) * (i + 1)));
  const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6;
  return (scaled.find((values) => values.every(isWhole)) ?? scaled[0]!).map(Math.round);
}

/** What the draft lacks to be asked; null where it lacks nothing. */
export function lackOf(draft: ShareDraft): string | null {
  const count = chosenIn(draft).length;
  if (count > MOST_SHARING) return say('webview.share.atMostKernels', { most: MOST_SHARING });
  if (count < 2) return say('webview.share.chooseTwoKernelsOrMore');
  const isAllBatch = draft.goal === 'qos' && targetsOf(draft).every((target) => target === null);
  return isAllBatch ? say('webview.share.giveAtLeastOneKernel') : null;
}

/** Place of the plot in the units of the drawing's view box. */
export const CURVE_PLOT = { left: 54, right: 620, top: 16, bottom: 220, width: 640, height: 262 } as const;

export interface CurveScales {
  readonly x: (sms: number) => number;
  readonly y: (progress: number) => number;
  readonly ticks: readonly number[];
}

/** Progress of an application over SMs, and where it is in a split. */
export type CurvedApp = Pick<AllocatedApp, 'name' | 'sms' | 'progress' | 'curve'>;

export function curveScales(apps: readonly CurvedApp[]): CurveScales {
  const most = apps.reduce((high, { curve }) => Math.max(high, curve.at(-1)?.sms ?? 1), 1);
  const x = scaleLinear([0, most], [CURVE_PLOT.left, CURVE_PLOT.right]);
  return { x, y: scaleLinear([0, 1.05], [CURVE_PLOT.bottom, CURVE_PLOT.top]), ticks: x.ticks(6) };
}

/** A curve as an SVG path. */
export function curvePath(
  points: readonly { readonly sms: number; readonly value: number }[],
  { x, y }: CurveScales,
): string {
  return points.map(({ sms, value }, i) => `${i === 0 ? 'M' : 'L'}${x(sms)} ${y(value)}`).join('');
}

/** Where the name of an application stands beside its dot. */
export interface CurveLabel {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'end';
}

/** Least distance of two names above each other. */
const LABEL_LINE = 13;

/** Names beside the dots, moved apart where dots lie close together; in the order of the applications. */
export function curveLabels(
  apps: readonly Pick<AllocatedApp, 'sms' | 'progress'>[],
  { x, y }: CurveScales,
): readonly CurveLabel[] {
  const { left, right, top } = CURVE_PLOT;
  const wanted = apps.map(({ sms, progress }, app) => ({ app, x: x(sms), y: y(progress) - 6 }));
  const labels: CurveLabel[] = [];
  let lowest = -Infinity;
  for (const { app, x: at, y: height } of wanted.toSorted((a, b) => a.y - b.y || a.app - b.app)) {
    lowest = Math.max(height, lowest + LABEL_LINE, top + LABEL_LINE);
    const isLeft = at > (left + right) / 2;
    labels[app] = { x: isLeft ? at - 14 : at + 14, y: lowest, anchor: isLeft ? 'end' : 'start' };
  }
  return labels;
}

/** Progress over SMs of every application, which have points for the same. */
export function curveTable(apps: readonly CurvedApp[]): TableModel {
  const longest = apps.reduce((most, { curve }) => Math.max(most, curve.length), 0);
  return {
    columns: [
      { title: say('webview.share.sms') },
      ...apps.flatMap(({ name }) => [
        { title: say('webview.share.alone', { name }), format: formatPercent },
        { title: say('webview.share.shared', { name }), format: formatPercent },
      ]),
    ],
    rows: Array.from({ length: longest }, (_, i) => [
      apps[0]?.curve[i]?.sms ?? i + 1,
      ...apps.flatMap(({ curve }) => [curve[i]?.alone ?? null, curve[i]?.shared ?? null]),
    ]),
  };
}

/** Who gets what: the even split beside the advised one. */
export function splitTable({ even, advice, alone, simulated }: ShareAnswer): TableModel {
  return {
    columns: [
      { title: say('webview.share.kernel') },
      { title: say('webview.share.smsEven') },
      { title: say('webview.share.slowdownEven'), format: formatSlowdown },
      { title: say('webview.share.causedBy') },
      { title: say('webview.share.smsAdvised') },
      { title: say('webview.share.slowdownAdvised'), format: formatSlowdown },
      { title: say('webview.share.slowdownAdvisedSimulated'), format: formatSlowdown },
      { title: say('webview.share.scalability') },
      { title: say('webview.share.interference') },
      { title: say('webview.share.progress'), format: formatPercent },
      { title: say('webview.share.slowdownEvenFromRunsAlone'), format: formatSlowdown },
    ],
    rows: advice.apps.map((app, i) => {
      const before = even.apps[i]!;
      return [
        app.name,
        before.sms,
        before.slowdown,
        before.cause === null ? null : titleOf('cause', before.cause),
        app.sms,
        app.slowdown,
        simulated?.slowdowns[i] ?? null,
        app.scalability,
        app.interference,
        app.progress,
        alone?.apps[i]?.slowdown ?? null,
      ];
    }),
  };
}
