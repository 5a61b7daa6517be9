import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import { CO_RUN_PREDICTORS } from '../../predictors';
import type { CoRunPredictor, CounterSource, ReadyPredictor, TrainedModel } from '../../predictors/port';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';

/**
 * The predictor that tells of splits of the SMs from such counters: of those that can, the one with the least error.
 *
 * @param among what to choose from, e.g. the one that the user names
 * @throws InputError with what the first of them lacks when there is none
 */
export function splitPredictor(
  gpu: LoadedSpec,
  models: readonly TrainedModel[],
  counters: CounterSource,
  among: readonly CoRunPredictor[] = CO_RUN_PREDICTORS,
): ReadyPredictor {
  const suitable = among.filter(({ evidence }) => evidence.includes(counters));
  const found = suitable.map((predictor) => predictor.availability(gpu, models));
  const ready = found
    .flatMap((one) => one.ready)
    .filter((one) => one.evidence === counters && one.splits !== undefined)
    .sort((a, b) => meanError(a) - meanError(b));
  if (ready[0]) return ready[0];
  const lack = found.flatMap((one) => one.lacking).find(({ evidence }) => evidence === counters);
  throw new InputError(lack?.reason ?? message('analysis.noSplitPredictor'), 'no-model');
}

/** A predictor without a known error comes last. */
export function meanError({ error }: Pick<ReadyPredictor, 'error'>): number {
  return error.metric === null ? Infinity : error.mean;
}
