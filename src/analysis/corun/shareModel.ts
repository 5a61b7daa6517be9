import { message } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import type { CounterSource, ReadyPredictor, TrainedModel } from '../../predictors/port';
import type { LoadedSpec } from '../../simulator/spec/loadSpec';
import { splitPredictor } from './choosePredictor';

/**
 * What tells of splits of the SMs; who has no model in the editor is told how to come by one.
 *
 * @throws InputError where nothing does
 */
export function shareModel(
  gpu: LoadedSpec,
  models: readonly TrainedModel[],
  counters: CounterSource,
): ReadyPredictor {
  try {
    return splitPredictor(gpu, models, counters);
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== 'no-model') throw error;
    throw new InputError(message('analysis.modelFolder', { what: error.said }), error.code);
  }
}
