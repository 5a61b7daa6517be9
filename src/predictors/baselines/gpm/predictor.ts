import { message } from '../../../kernel/message';
import { slowdownOf } from '../../forecast';
import type { Availability, CoRunPredictor, ReadyPredictor } from '../../port';
import { readyRival, RIVAL_MODES } from '../rival';
import { AsmGpmEstimator } from './asmGpmEstimator';
import { GPM_FORMAT, parseGpmModel, type GpmModelFile } from './modelFile';

const ASM_GPM = 'asm-gpm';

/** GPM's scalability times ASM's interference (Wu et al., HPCA 2015, reconstructed) behind the port. */
export const asmGpm: CoRunPredictor = {
  id: ASM_GPM,
  modes: RIVAL_MODES,
  evidence: ['priority-turns'],
  needs: ['trained-model'],
  models: {
    folder: 'gpm',
    format: GPM_FORMAT,
    parse: (json) => {
      const parameters = parseGpmModel(json);
      return { predictor: ASM_GPM, gpu: parameters.gpu, parameters };
    },
  },
  availability({ gpu }, models): Availability {
    const model = models.find((one) => one.predictor === ASM_GPM && one.gpu === gpu.id);
    if (model === undefined) {
      const reason = message('predictors.gpm.noModel', { gpu: gpu.name });
      return { ready: [], lacking: [{ evidence: 'priority-turns', reason }] };
    }
    // Only `parse` above makes models of this id.
    return { ready: [readyWith(model.parameters as GpmModelFile)], lacking: [] };
  },
};

function readyWith({ model }: GpmModelFile): ReadyPredictor {
  return readyRival({
    id: ASM_GPM,
    label: 'ASM-GPM',
    evidence: 'priority-turns',
    recorded: { mean: 1.368, worst: 11.539, pairs: 126 },
    conditions: [message('predictors.reconstruction')],
    slowdown: ({ epoch, gpu }, app) => {
      const { scalability, interference } = new AsmGpmEstimator(model, gpu.spec).estimate(epoch!.phases)[
        app
      ]!;
      return { slowdown: slowdownOf({ scalability, interference }), parts: { scalability, interference } };
    },
  });
}
