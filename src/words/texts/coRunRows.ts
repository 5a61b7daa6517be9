import type { DividedRange } from '../../analysis/results/coRunResult';
import type { KernelResult, PartnerResult } from '../../analysis/results/kernelResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { ORIGIN_MARK } from '../../kernel/origin';
import { errorLine } from '../errorLine';
import { factor } from '../format';
import { words } from '../words';
import { besideText, dividedParts, noDivided, worstFairSplit } from './summaries';
import { say } from '../say';

/** Rows of a hover: a name and what is to be said under it. */
export type HoverRows = (readonly [string, string])[];

/** The slowdown in the chosen sharing mode, beside the best partner and the worst. */
export function coRunRows(kernel: KernelResult): HoverRows {
  const { bestPartner: best, worstPartner: worst, time } = kernel;
  if (!best || !worst) return [];
  return [
    [
      say('hover.coRun'),
      best.kernelId === worst.kernelId ? besideText(worst) : `${besideText(best)} … ${besideText(worst)}`,
    ],
    ...(time === null ? [] : waitRows(worst, time.value)),
    ...sensitivityRows(kernel),
  ];
}

/** Whether neighbours slow it down more than they do half of the workspace's kernels. */
function sensitivityRows({ sensitivity }: KernelResult): HoverRows {
  if (sensitivity === null) return [];
  const { isSensitive, meanSlowdown, partners, limit, origin } = sensitivity;
  const told = { slowdown: meanSlowdown, partners, limit, mark: ORIGIN_MARK[origin] };
  return [[say('hover.neighbours'), isSensitive ? say('hover.sensitive', told) : say('hover.robust', told)]];
}

/** How long a launch stands behind those of the worst partner, which says more than the ratio of both lengths. */
function waitRows({ name, waiting, slowdown }: PartnerResult, timeNs: number): HoverRows {
  if (waiting === null) return [];
  const running = slowdown - waiting;
  return [[say('hover.waits'), say('summary.waits', { time: waiting * timeNs, name, running })]];
}

/** What the predictor to be trusted most says of SMs of one's own, what it is made of, and how far it can be trusted. */
export function dividedRows(kernel: KernelResult, results: WorkspaceResults): HoverRows {
  const refused = results.matrix.refusals.filter(({ kernelId }) => kernelId === kernel.id);
  const reasons = [
    ...noDivided(results),
    ...(kernel.divided.length === 0 ? refused.map(({ reason }) => words(reason)) : []),
  ];
  return [
    ...reasons.map((reason) => [say('hover.onHalf'), reason] as const),
    ...kernel.divided.slice(0, 1).flatMap((range) => rangeRows(range, results)),
  ];
}

function rangeRows(divided: DividedRange, { mode }: WorkspaceResults): HoverRows {
  const { best, worst } = divided;
  const { prediction } = worst;
  const shown = ({ prediction: { slowdown }, name }: DividedRange['best']): string =>
    `${factor(slowdown)} (${name})`;
  const range = `${best.kernelId === worst.kernelId ? shown(worst) : `${shown(best)} … ${shown(worst)}`} ${ORIGIN_MARK[prediction.origin]}`;
  const told = { predictor: prediction.predictor, error: errorLine(prediction.error) };
  const fair = worstFairSplit(divided);
  return [
    [say('hover.onHalf'), range],
    [say('hover.madeOf'), dividedParts(divided)],
    ...(fair === null ? [] : [[say('hover.fairSplit'), fair] as const]),
    [say('hover.predictedBy'), say(mode === prediction.mode ? 'hover.predictor' : 'hover.otherMode', told)],
    ...(prediction.warnings ?? [])
      .slice(0, 1)
      .map((line): readonly [string, string] => [say('hover.unsure'), words(line)]),
  ];
}
