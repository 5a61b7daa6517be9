import { message } from '../../../kernel/message';
import type { CoRunPredictor, ReadyPredictor } from '../../port';
import { readyRival, RIVAL_MODES } from '../rival';
import { bubbleSlowdown } from './bubbleSlowdown';

const BUBBLE_FLUX = 'bubble-flux';

const ready: ReadyPredictor = readyRival({
  id: BUBBLE_FLUX,
  label: 'Bubble-Flux',
  evidence: 'gpu-turns',
  recorded: { mean: 0.534, worst: 1.944, pairs: 8 },
  conditions: [message('predictors.reconstruction'), message('predictors.bubble.shortStages')],
  slowdown: ({ epoch }, app) => {
    const slowdown = bubbleSlowdown(epoch!.phases, app);
    return slowdown === null ? message('predictors.bubble.noTurn') : { slowdown, parts: {} };
  },
});

/** Bubble-Flux (Yang et al., ISCA 2013, reconstructed) behind the port. */
export const bubbleFlux: CoRunPredictor = {
  id: BUBBLE_FLUX,
  modes: RIVAL_MODES,
  evidence: ['gpu-turns'],
  needs: [],
  models: null,
  availability: () => ({ ready: [ready], lacking: [] }),
};
