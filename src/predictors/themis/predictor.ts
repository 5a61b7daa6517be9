import type { Words } from '../../kernel/message';
import { InputError } from '../../kernel/result';
import {
  COUNTER_SOURCES,
  type Availability,
  type CoRunPredictor,
  type CounterSource,
  type ReadyPredictor,
  type TrainedModel,
} from '../port';
import { themisModel } from './coRunModel';
import { fromEpoch } from './fromEpoch';
import { fromRunsAlone } from './fromRunsAlone';
import { parseThemisModel, type ThemisModelFile } from './model/modelFile';
import { MODES, THEMIS } from './shared';

/** Themis (kernel slowdown model, equations 4 to 10) behind the port. */
export const themis: CoRunPredictor = {
  id: THEMIS,
  modes: MODES,
  evidence: ['shared', 'solo'],
  needs: ['trained-model'],
  models: {
    folder: THEMIS,
    format: 'corun-themis-model',
    parse: (json) => {
      const parameters = parseThemisModel(json);
      return { predictor: THEMIS, gpu: parameters.gpu, parameters };
    },
  },
  availability({ gpu, spec }, models): Availability {
    const files = models.filter(({ predictor }) => predictor === THEMIS).map(parametersOf);
    const ready: ReadyPredictor[] = [];
    const lacking: { evidence: CounterSource; reason: Words }[] = [];
    for (const evidence of COUNTER_SOURCES)
      try {
        const model = themisModel(gpu.id, files, evidence);
        ready.push(evidence === 'shared' ? fromEpoch(model, spec.sms) : fromRunsAlone(model));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
        lacking.push({ evidence, reason: error.said });
      }
    return { ready, lacking };
  },
};

/** Only `parse` above makes models of this id. */
const parametersOf = ({ parameters }: TrainedModel): ThemisModelFile => parameters as ThemisModelFile;
