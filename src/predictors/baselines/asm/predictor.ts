import { message } from '../../../kernel/message';
import type { CoRunPredictor, ReadyPredictor } from '../../port';
import { readyRival, RIVAL_MODES } from '../rival';
import { AsmEstimator } from './asmEstimator';

const ASM = 'asm';

const ready: ReadyPredictor = readyRival({
  id: ASM,
  label: 'ASM',
  evidence: 'priority-turns',
  recorded: { mean: 1.007, worst: 9.626, pairs: 126 },
  conditions: [message('predictors.reconstruction'), message('predictors.asm.interferenceOnly')],
  slowdown: ({ epoch, gpu }, app) => {
    const { interference } = new AsmEstimator(gpu.spec).estimate(epoch!.phases)[app]!;
    return { slowdown: interference, parts: { interference } };
  },
});

/** ASM (Subramanian et al., MICRO 2015, reconstructed) behind the port. */
export const asm: CoRunPredictor = {
  id: ASM,
  modes: RIVAL_MODES,
  evidence: ['priority-turns'],
  needs: [],
  models: null,
  availability: () => ({ ready: [ready], lacking: [] }),
};
