import { message, type Message, type Words } from '../../kernel/message';
import type { ErrorBound } from '../../kernel/prediction';
import { InputError } from '../../kernel/result';
import { meanShare } from './meanShare';
import { rangeTexts } from './model/inputNames';
import type { EventPhase } from '../counting/phaseSeries';
import type { CoRunModel } from './coRunModel';

/** A prediction may be below 1 by so many times the model's own mean error before it cannot stand. */
const ERRORS_BELOW_ALONE = 2;

/**
 * Why a prediction is none: its inputs lie outside of the training range, and it says that the application would
 * be faster than alone by more than the model's error explains. Null where it may stand, with the warnings beside it.
 */
export function refusalOf(slowdown: number, warnings: readonly Words[], error: ErrorBound): Message | null {
  const [first, ...more] = warnings;
  const least = error.metric === null ? 1 : 1 - ERRORS_BELOW_ALONE * error.mean;
  if (first === undefined || slowdown >= least) return null;
  return more.length === 0
    ? message('predictors.themis.implausible', { why: first, slowdown })
    : message('predictors.themis.implausibleMore', { why: first, more: more.length, slowdown });
}

/**
 * What of an application is outside of the training range on the mean of some phases at one split. A single phase
 * may be a moment in which it runs alone, or only begins to: what is predicted is of the time together.
 *
 * @param total SMs of the GPU
 */
export function meanRangeTexts(
  model: CoRunModel,
  phases: readonly EventPhase[],
  app: number,
  total: number,
): Words[] {
  const share = phases.find(({ apps }) => apps[app]!.active)?.apps[app];
  if (share === undefined) return [];
  const { own, beside } = meanShare(phases, app);
  return rangeTexts(model.warnings(share.sms / total, own, beside));
}

/** @throws InputError naming the application whose prediction cannot stand. */
export function checkPlausible(
  name: string,
  slowdown: number,
  warnings: readonly Words[],
  error: ErrorBound,
): void {
  const refusal = refusalOf(slowdown, warnings, error);
  if (refusal !== null)
    throw new InputError(message('predictors.themis.of', { name, refusal }), 'out-of-range');
}
