import { saidOf } from '../../kernel/result';
import type { Availability, CoRunPredictor, TrainedModel } from '../port';
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
    try {
      return {
        ready: [
          fromEpoch(themisModel(gpu.id, files, 'shared'), spec.sms),
          fromRunsAlone(themisModel(gpu.id, files, 'solo')),
        ],
      };
    } catch (error) {
      return { unavailable: saidOf(error) };
    }
  },
};

/** Only `parse` above makes models of this id. */
const parametersOf = ({ parameters }: TrainedModel): ThemisModelFile => parameters as ThemisModelFile;
