import type { Change } from '../../analysis/results/changeResult';
import type { PairVerdict } from '../../analysis/corun/pairVerdicts';
import { ORIGIN_MARK } from '../../kernel/origin';
import {
  blockEvidence,
  type KernelResult,
  type LaunchResult,
  type PartnerResult,
} from '../../analysis/results/kernelResult';
import { guessedNumbers } from '../../analysis/results/openNumbers';
import type { ApplicationResult } from '../../analysis/results/timelineResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import type { DividedRange } from '../../analysis/results/coRunResult';
import { say } from '../say';
import { shortened } from '../shortened';
import { words } from '../words';
import { changeAside, changeText } from './baselineTexts';
import { besideName, contention, overlapConditions, overlapGain, overlapWord, timesOf } from './overlapTexts';
import { pairsAt, raceText } from './launchRows';
import { limiterText, occupancyText } from './occupancyText';
import { fitSummary } from './fitTexts';
import { errorLine } from '../errorLine';
import { factor } from '../format';
import {
  besideText,
  blockSummary,
  classSource,
  dividedParts,
  isUnsure,
  knownTimeSummary,
  launchSummary,
  partTimeSummary,
  orderSummary,
  sizesToSet,
  worstFairSplit,
} from './summaries';
import { titleOf } from '../titleOf';

/** A lens: as short as can be, since several stand in one row; the rest is told on hover. */
export interface LensText {
  readonly title: string;
  readonly tooltip: string;
}

/** Kinds of lenses over a kernel; users switch each on and off. */
export type KernelLensKind = 'measured' | 'kernelClass' | 'blockSize' | 'coRun' | 'ownSms';

/** A lens over a kernel. */
export interface KernelLens extends LensText {
  readonly kind: KernelLensKind;
  /** Key of the number that a click sets; absent where it leads to a view. */
  readonly sets?: string;
}

const MARKS = Object.values(ORIGIN_MARK);

/** Names and reasons come from sources: a long one must not push the other lenses out of sight. */
const LONGEST_NAME = 24;

/** What stands over a kernel, from left to right. */
export function kernelLenses(kernel: KernelResult, change?: Change): KernelLens[] {
  const block = withTooltip(blockSummary(kernel), kernel.block ? words(blockEvidence(kernel.block)) : '');
  return [
    ...lens('measured', timeLens(kernel, change)).map((one) => settingGuess(one, kernel)),
    ...sizesLens(kernel),
    ...lens('kernelClass', classLens(kernel)),
    ...lens('blockSize', block),
    ...lens('coRun', coRunLens(kernel)),
    // One number for one question; what other predictors say of it stands in the hover.
    ...kernel.divided.slice(0, 1).flatMap((range) => lens('ownSms', dividedLens(range))),
  ];
}

function lens(kind: KernelLensKind, text: LensText | null): KernelLens[] {
  if (text === null) return [];
  const tooltip = MARKS.some((mark) => text.title.includes(mark))
    ? `${text.tooltip}\n${say('hover.legend')}`
    : text.tooltip;
  return [{ kind, title: text.title, tooltip }];
}

export function launchLensText(launch: LaunchResult, { gpu }: WorkspaceResults): LensText {
  const title = launchSummary(launch);
  return {
    title: launch.waves ? say('lens.wavesOn', { waves: title, gpu: gpu.name }) : shortened(title),
    tooltip: [...(launch.waves ? [] : [title]), say('lens.wavesAre'), ...launch.assumptions.map(words)].join(
      '\n',
    ),
  };
}

/** What a launch runs at the same time as and must not, the first of several; null where no race is known. */
export function raceLensText({ races = [] }: LaunchResult): LensText | null {
  const [first] = races;
  if (first === undefined) return null;
  const { what, where } = first;
  const name = shortened(words(what), LONGEST_NAME);
  const more = races.length > 1 ? say('overlap.lensMore', { more: races.length - 1 }) : '';
  return {
    title: `${say('lens.race', { what: name, where })}${more}`,
    tooltip: [...races.map(raceText), say('lens.raceClick')].join('\n'),
  };
}

/**
 * What can run beside a launch and whether it should, of several the one with most time at stake; null where nothing
 * can.
 *
 * @param verdicts of pairs that can run together, most time at stake first
 */
export function overlapLensText(launch: LaunchResult, verdicts: readonly PairVerdict[]): LensText | null {
  const met = pairsAt(launch, verdicts);
  const [closest] = met;
  if (closest === undefined) return null;
  const [first] = closest;
  const more = met.length > 1 ? say('overlap.lensMore', { more: met.length - 1 }) : '';
  return {
    title: `${beside(...closest)}${more}`,
    tooltip: [
      ...met
        .slice(0, MOST_TOLD)
        .flatMap(([one, at]) => [`${beside(one, at)}: ${overlapGain(one)}`, timesOf(one)]),
      ...overlapConditions(first),
      contention(first) ?? '',
      first.started === null ? '' : words(first.started.method),
      say('overlap.click'),
    ]
      .filter(Boolean)
      .join('\n'),
  };
}

/** Pairs in a tooltip; the others are in the dashboard. */
const MOST_TOLD = 4;

/** The kernel on the other side, and the word; what is saved stands with it where it is known. */
function beside(one: PairVerdict, at: 0 | 1): string {
  const name = besideName(one.pair, at);
  const isKnown = one.verdict !== null && one.verdict.word !== 'unknown' && one.verdict.word !== 'same';
  return say('overlap.lens', {
    name: shortened(name, LONGEST_NAME),
    verdict: isKnown ? overlapGain(one) : overlapWord(one),
  });
}

/** The order of an application's launches; null where there is none to choose. */
export function orderLensText(application: ApplicationResult): LensText | null {
  const title = orderSummary(application);
  const { name } = application;
  return title === null
    ? null
    : { title: shortened(title), tooltip: `${title}\n${say('lens.launchOrderOf', { name })}` };
}

function timeLens(kernel: KernelResult, change: Change | undefined): LensText | null {
  const { time, simulation } = kernel;
  const fit = time?.origin === 'simulated' ? simulation?.fit : null;
  const tooltip = [
    time && `${titleOf('origin', time.origin)}: ${words(time.from)}`,
    time === null && simulation?.reason && words(simulation.reason),
    fit && say('lens.program', { fit: fitSummary(fit) }),
  ];
  const summary = knownTimeSummary(kernel) ?? partTimeSummary(kernel);
  const aside = changeAside(change);
  const title = summary === null || aside === '' ? summary : `${summary} (${aside})`;
  return withTooltip(title, [...tooltip, changeText(change)].filter(Boolean).join('\n'));
}

/** A time that rests on a guess: a click sets the first one. */
function settingGuess(one: KernelLens, kernel: KernelResult): KernelLens {
  const [first] = guessedNumbers(kernel);
  if (first === undefined) return one;
  return { ...one, sets: first.key, tooltip: `${say('lens.guessed', { name: first.name })}\n${one.tooltip}` };
}

/** In the place of a time that waits for a number: a click sets the first one. */
function sizesLens(kernel: KernelResult): KernelLens[] {
  const title = sizesToSet(kernel);
  const [first] = kernel.openSizes;
  if (title === null || first === undefined) return [];
  const tooltip = say('lens.setSize', { name: first.name });
  return [{ kind: 'measured', title: shortened(title), tooltip, sets: first.key }];
}

function classLens({ refused, kernelClass, occupancy }: KernelResult): LensText | null {
  if (refused !== null)
    return withTooltip(shortened(say('summary.notAnalyzed', { reason: refused })), words(refused));
  const kind = kernelClass && titleOf('class', kernelClass.kind);
  const told = kernelClass && classSource(kernelClass);
  const origin = told?.origin;
  // One mark stands for both where they come from the same.
  const isSame = occupancy !== null && occupancy.source.origin === origin;
  const bound = origin === undefined || isSame ? kind : `${kind} ${ORIGIN_MARK[origin]}`;
  const title = [bound, occupancy && occupancyTitle(occupancy)].filter(Boolean).join(' · ');
  const tooltip = [
    kernelClass && `${kind}: ${classReason(kernelClass)}`,
    occupancy &&
      say('lens.occupancy', {
        occupancy: occupancyText(occupancy),
        blocks: occupancy.blocksPerSm,
        limiter: limiterText(occupancy),
        from: occupancy.source.from,
      }),
  ];
  return withTooltip(title || null, tooltip.filter(Boolean).join('\n'));
}

/** What tells the class: what is used most in its simulation, or clocks. */
function classReason({ busiest, computeClocks }: NonNullable<KernelResult['kernelClass']>): string {
  if (busiest === null) return words(computeClocks.from);
  const { resource, share } = busiest;
  return say('lens.busiest', {
    resource: titleOf('resource', resource),
    share: share.value,
    from: share.from,
  });
}

const occupancyTitle = (occupancy: NonNullable<KernelResult['occupancy']>): string =>
  say('summary.occupancy', {
    occupancy: occupancyText(occupancy),
    mark: ORIGIN_MARK[occupancy.source.origin],
  });

function coRunLens({ bestPartner: best, worstPartner: worst }: KernelResult): LensText | null {
  if (!best || !worst) return null;
  const shown = ({ slowdown, origin }: PartnerResult): string => `${factor(slowdown)} ${ORIGIN_MARK[origin]}`;
  if (shown(best) === shown(worst))
    return withTooltip(say('summary.coRun', { slowdown: shown(worst) }), besideText(worst));
  const least = best.origin === worst.origin ? factor(best.slowdown) : shown(best);
  return withTooltip(
    say('summary.coRunRange', { least, most: shown(worst) }),
    `${besideText(best)}, ${besideText(worst)}`,
  );
}

/** What one predictor says of SMs of one's own. */
function dividedLens(range: DividedRange): LensText {
  const { best, worst } = range;
  const { prediction } = worst;
  const [low, high] = [best, worst].map((each) => factor(each.prediction.slowdown));
  const slowdowns = `${low === high ? '' : `${low} … `}${high} ${ORIGIN_MARK[prediction.origin]}`;
  const title = say('summary.halfTheSms', { range: slowdowns });
  const fair = worstFairSplit(range);
  return {
    title: isUnsure(prediction) ? say('summary.unsure', { text: title }) : title,
    tooltip: [
      dividedParts(range),
      ...(fair === null ? [] : [say('summary.fairSplitIs', { split: fair })]),
      `${prediction.predictor}; ${errorLine(prediction.error)}`,
      ...(prediction.warnings ?? []).map(words),
      say('lens.click'),
    ].join('\n'),
  };
}

function withTooltip(title: string | null, tooltip: string): LensText | null {
  return title === null ? null : { title, tooltip };
}
