import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { CO_RUN_PREDICTORS } from '../../predictors';
import type { CoRunPredictor, CounterSource, ReadyPredictor, TrainedModel } from '../../predictors/port';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';

/**
 * The predictor that tells of splits of the SMs from such counters: of those that can, the best by `comparePredictors`.
 *
 * @param among what to choose from, e.g. the one that the user names
 * @param others whether splits beside that of the counters are asked for, which not all tell of
 * @throws InputError with what the first of them lacks when there is none
 */
export function splitPredictor(
  gpu: LoadedSpec,
  models: readonly TrainedModel[],
  counters: CounterSource,
  among: readonly CoRunPredictor[] = CO_RUN_PREDICTORS,
  others = true,
): ReadyPredictor {
  const suitable = among.filter(({ evidence }) => evidence.includes(counters));
  const found = suitable.map((predictor) => predictor.availability(gpu, models));
  const ready = found
    .flatMap((one) => one.ready)
    .filter((one) => one.evidence === counters && (!others || one.splits !== undefined))
    .sort(comparePredictors);
  if (ready[0]) return ready[0];
  const lack = found.flatMap((one) => one.lacking).find(({ evidence }) => evidence === counters);
  throw new InputError(lack?.reason ?? message('analysis.noSplitPredictor'), 'no-model');
}

/**
 * Who was best on the same co-runs of the GPU comes first, then by the errors of their own validations; who was compared
 * and was not best comes after all whose error is known.
 */
export function comparePredictors(a: ReadyPredictor, b: ReadyPredictor): number {
  const [placeA, placeB] = [placeOf(a), placeOf(b)];
  if (placeA !== placeB) return placeA - placeB;
  const [errorA, errorB] = [meanError(a), meanError(b)];
  return errorA === errorB ? 0 : errorA - errorB;
}

function placeOf({ isBestCompared, error }: ReadyPredictor): number {
  if (isBestCompared === true) return 0;
  if (error.metric === null) return 3;
  return isBestCompared === false ? 2 : 1;
}

/** A predictor without a known error comes last. */
export function meanError({ error }: Pick<ReadyPredictor, 'error'>): number {
  return error.metric === null ? Infinity : error.mean;
}
