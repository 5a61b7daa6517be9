import { ORIGIN_MARK } from '../../kernel/origin';
import {
  blockTie,
  type BlockSizeResult,
  type ClassResult,
  type KernelResult,
  type LaunchResult,
  type OccupancyResult,
  type PartnerResult,
} from '../../analysis/results/kernelResult';
import { guessedNumbers } from '../../analysis/results/openNumbers';
import type { FirstNumber, Guess, Sourced } from '../../kernel/origin';
import type { DividedRange } from '../../analysis/results/coRunResult';
import type { Prediction } from '../../kernel/prediction';
import { words } from '../words';
import { limiterText, occupancyText } from './occupancyText';
import { fairSplitText } from './fairSplitText';
import { orderGain, type ApplicationResult } from '../../analysis/results/timelineResult';
import type { WorkspaceResults } from '../../analysis/results/workspaceResults';
import { groupBy } from '../../stats/grouping';
import { factor, percent, significant, sourced } from '../format';
import { say } from '../say';
import { titleOf } from '../titleOf';

/** The number that tells what a kernel is bound by. */
export const classSource = ({ busiest, computeClocks }: ClassResult): Sourced =>
  busiest?.share ?? computeClocks;

/** One line on what the kernel is bound by and what limits its occupancy; null when nothing is known. */
export function classSummary(kernel: KernelResult): string | null {
  if (kernel.refused) return say('summary.notAnalyzed', { reason: kernel.refused });
  const parts: string[] = [];
  if (kernel.kernelClass)
    parts.push(
      `${titleOf('class', kernel.kernelClass.kind)} ${ORIGIN_MARK[classSource(kernel.kernelClass).origin]}`,
    );
  if (kernel.occupancy) parts.push(occupancySummary(kernel.occupancy));
  return parts.length > 0 ? parts.join(' · ') : null;
}

/** How full an SM is, what limits it, and of which block that is told where there are several. */
function occupancySummary(result: OccupancyResult): string {
  const limited = say('summary.occupancyLimited', {
    occupancy: occupancyText(result),
    limiter: limiterText(result),
    mark: ORIGIN_MARK[result.source.origin],
  });
  if (result.ofFirst !== true) return limited;
  return `${limited} ${say('summary.atFirst', { sizes: say('summary.block.taken', { block: result.threadsPerBlock }) })}`;
}

/** One line on the advised block size; null when there is no advice. */
export function blockSummary(kernel: KernelResult): string | null {
  const block = kernel.block;
  if (!block) return null;
  const { current, advised, bound, expectedGain: gain } = block;
  if (bound !== null) return boundSummary(block);
  if (advised === null) return null;
  const mark = gain ? ORIGIN_MARK[gain.origin] : ORIGIN_MARK.predicted;
  if (current === null) return say('summary.block.fastest', { block: advised, mark });
  if (current === advised) return say('summary.block.kept', { block: current, mark });
  return gain
    ? say('summary.block.gain', { current, advised, gain: gain.value, mark })
    : say('summary.block.change', { current, advised, mark });
}

function boundSummary(result: BlockSizeResult): string {
  const what = blockTie(result);
  const block = String(result.current);
  return what === null
    ? say('summary.block.boundItself', { block })
    : say('summary.block.bound', { block, what });
}

/** The slowdown beside one other kernel, with its typical error where that is known. */
export function besideText({ slowdown, origin, error, name }: PartnerResult): string {
  const shown = `${factor(slowdown)} ${ORIGIN_MARK[origin]}`;
  return error === null
    ? say('summary.beside', { slowdown: shown, name })
    : say('summary.besideWithin', { slowdown: shown, name, error });
}

/** One line on the range of co-run slowdown; null when no partner is known. */
export function coRunSummary(kernel: KernelResult): string | null {
  const { bestPartner: best, worstPartner: worst } = kernel;
  if (!best || !worst) return null;
  const shown = ({ slowdown, origin }: PartnerResult): string => `${factor(slowdown)} ${ORIGIN_MARK[origin]}`;
  const { name } = worst;
  if (best.kernelId === worst.kernelId) return say('summary.coRunWith', { slowdown: shown(worst), name });
  const least = best.origin === worst.origin ? factor(best.slowdown) : shown(best);
  return say('summary.coRunRangeWith', { least, most: shown(worst), name });
}

/** One line on the slowdown when every kernel has SMs of its own, by the predictor to be trusted most; null without one. */
export function dividedSummary({ divided: [range] }: KernelResult): string | null {
  if (range === undefined) return null;
  const { best, worst } = range;
  const shown =
    best.kernelId === worst.kernelId || factor(best.prediction.slowdown) === factor(worst.prediction.slowdown)
      ? say('summary.withName', {
          slowdown: `${factor(worst.prediction.slowdown)} ${markOf(worst.prediction)}`,
          name: worst.name,
        })
      : `${factor(best.prediction.slowdown)} … ${factor(worst.prediction.slowdown)} ${markOf(worst.prediction)} (${worst.name})`;
  const text = say('summary.halfTheSms', { range: shown });
  return isUnsure(worst.prediction) ? say('summary.unsure', { text }) : text;
}

const markOf = ({ origin }: Prediction): string => ORIGIN_MARK[origin];

/** Whether an input lies outside of what the predictor was trained on. */
export const isUnsure = ({ warnings = [] }: Prediction): boolean => warnings.length > 0;

/** Why predictors tell nothing of SMs of one's own where kernels were simulated; none where one does. */
export function noDivided({ predictors, unavailable, simulations }: WorkspaceResults): string[] {
  if (predictors.length > 0 || simulations === null) return [];
  return unavailable.map(({ reason }) => words(reason));
}

/** What the slowdown beside the worst partner is made of. */
export function dividedParts({ worst }: DividedRange): string {
  return say('summary.madeOf', {
    name: worst.name,
    slowdown: worst.prediction.slowdown,
    factors: factorsText(worst.prediction),
  });
}

/** What a slowdown on SMs of one's own is made of, and what takes most of it. */
export function factorsText({ parts, slowdown, cause = 'nothing' }: Prediction): string {
  const named = Object.entries(parts).map(([name, value]) => `${titleOf('part', name)} ${factor(value)}`);
  const factors = named.length === 0 ? factor(slowdown) : named.join(' × ');
  return cause === 'nothing' ? factors : say('summary.mostFrom', { factors, cause: titleOf('cause', cause) });
}

/** One line on a better split of the SMs with the worst partner than half each, by the same; null without one. */
export function fairSplitSummary({ divided: [range] }: KernelResult): string | null {
  const split = range === undefined ? null : worstFairSplit(range);
  return split === null ? null : say('summary.fairSplitIs', { split });
}

/** As `fairSplitSummary`, where it stands under that name; null where there is no number. */
export function worstFairSplit({ worst }: DividedRange): string | null {
  const { fairSplit } = worst.prediction;
  return fairSplit === undefined
    ? null
    : say('summary.fairSplitWith', { name: worst.name, split: fairSplitText(fairSplit) });
}

/**
 * One line on the time of a launch, with its sizes where other launches have others, and what it rests on that nobody
 * has told; null where nothing tells it.
 *
 * @param named whether numbers of the kernel alone stand with its name, as they are typed
 */
export function knownTimeSummary(kernel: KernelResult, named = false): string | null {
  if (!kernel.time) return null;
  const notes = timeNotes(kernel, named);
  if (notes.length > 0) return `${sourced(kernel.time)} ${notes.join(' · ')}`;
  const calls = kernel.measured
    .filter((row) => row.meanNs !== null && row.transfer === null)
    .reduce((sum, row) => sum + row.calls, 0);
  const time = sourced(kernel.time);
  return calls > 1 ? say('summary.meanOf', { time, calls }) : time;
}

/** What is to be known beside the time of a launch, guesses first. */
export function timeNotes(kernel: KernelResult, named = false): readonly string[] {
  const guessed = guessedText(guessedNumbers(kernel), named ? kernel.name : null);
  return [guessed, firstSizes(kernel), countedAs(kernel)].filter((note) => note !== null);
}

/** Guesses that a number rests on, `if trips_edge = 8 (guessed)`; null for none. */
export function guessedText(guesses: readonly Guess[], kernel: string | null = null): string | null {
  if (guesses.length === 0) return null;
  const named = guesses
    .slice(0, MOST_SIZES)
    .map(({ name, value }) => `${kernel === null ? name : `${kernel}:${name}`} = ${significant(value)}`);
  const more = guesses.length - named.length;
  return more > 0
    ? say('summary.guessedAndMore', { numbers: named, more })
    : say('summary.guessed', { numbers: named });
}

/** Numbers of a simulated launch that later ones change, `at M = N = 128 (first of several)`; null where there are none. */
export function firstSizes({ time, assumptions }: Pick<KernelResult, 'time' | 'assumptions'>): string | null {
  const first = assumptions.flatMap(({ ofFirst }) => ofFirst ?? []);
  if (time?.origin !== 'simulated' || first.length === 0) return null;
  return sizesOfFirst(first);
}

/**
 * What a simulated time counts as something else, `counts barriers of groups as of the block`; null where it counts all
 * as it is.
 */
export function countedAs({ time, assumptions }: Pick<KernelResult, 'time' | 'assumptions'>): string | null {
  const counted = new Set(assumptions.flatMap((one) => (one.countedAs ? [words(one.countedAs)] : [])));
  if (time?.origin !== 'simulated' || counted.size === 0) return null;
  return say('summary.countedAs', { what: [...counted] });
}

/** Numbers of the first of several launches, alike ones together. */
export function sizesOfFirst(first: readonly FirstNumber[]): string {
  const alike = groupBy(first, ({ value }) => value);
  const sizes = [...alike].map(([value, numbers]) => [...numbers.map(({ name }) => name), value].join(' = '));
  return say('summary.atFirst', { sizes });
}

/** Numbers that are named; a click asks for the others behind them. */
const MOST_SIZES = 3;

/**
 * What a kernel without a time needs for one, where that is numbers which the sources leave open; else null.
 *
 * @param named whether numbers of the kernel alone stand with its name, as they are typed
 */
export function sizesToSet({ name, time, refused, openSizes }: KernelResult, named = false): string | null {
  if (time !== null || refused !== null || openSizes.length === 0) return null;
  const names = openSizes.map((size) =>
    named && size.key !== size.name ? `${name}:${size.name}` : size.name,
  );
  const more = names.length - MOST_SIZES;
  if (more <= 0) return say('summary.setSizes', { names });
  return say('summary.setSizesAndMore', { names: names.slice(0, MOST_SIZES), more });
}

/** What a kernel takes at least, where functions are left out of its simulation, or whose declaration lacks; else null. */
export function partTimeSummary({ time, simulation }: KernelResult): string | null {
  if (time !== null || !simulation) return null;
  const { least, undeclared } = simulation;
  if (undeclared.length > 0) return say('summary.undeclared', { names: undeclared });
  return least ? say('summary.leastTime', { time: sourced(least.time), names: least.without }) : null;
}

/** Its time, or what it needs for one; null where nothing tells. */
export function timeSummary(kernel: KernelResult): string | null {
  return knownTimeSummary(kernel, true) ?? partTimeSummary(kernel) ?? sizesToSet(kernel, true);
}

/** One line on the waves of a launch; names what is not known. */
export function launchSummary(launch: LaunchResult): string {
  if (launch.waves) {
    const { count, tail, most } = launch.waves;
    if (tail === null)
      return most < 1
        ? say('summary.wavesPart', { share: say('summary.between', { least: count * 100, most }) })
        : say('summary.wavesBetween', { least: count, most });
    const waves =
      count < 1
        ? say('summary.wavesPart', { share: percent(count) })
        : say('summary.waves', { waves: count });
    return tail < 1 && count >= 1 ? say('summary.wavesTail', { waves, tail }) : waves;
  }
  const unknowns = launch.unknowns.filter((name) => name.trim() !== '');
  return unknowns.length > 0 ? say('summary.wavesWithout', { unknowns }) : say('summary.wavesUnknown');
}

/** Times that are this near to each other are the same. */
const ALIKE = 0.995;

/** One line on the best launch order, or that none is surely better than the written one; null without orders. */
export function orderSummary(
  application: Pick<ApplicationResult, 'order' | 'predicted' | 'measured' | 'inputs'>,
): string | null {
  const { order } = application;
  if (order === null) return null;
  const gain = orderGain(application);
  const mark = ORIGIN_MARK.predicted;
  if (gain === null) {
    const isBest = order.bestOrder.makespanNs >= order.writtenOrder.makespanNs * ALIKE;
    return say(isBest ? 'summary.orderBest' : 'summary.orderUnsure', { mark });
  }
  return say('summary.order', { order: order.bestOrder.order.join('→'), change: -gain, mark });
}
