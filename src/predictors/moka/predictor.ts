import { message } from '../../kernel/message';
import type { CoRunPredictor, CoRunQuestion, CoRunSubject, ReadyPredictor } from '../port';
import {
  CONTENTION_ERROR,
  CONTENTION_MODES,
  CONTENTION_PREDICTOR,
  predictPair,
  type ContendingKernel,
} from './contention/pairwise';

const ready: ReadyPredictor = {
  id: CONTENTION_PREDICTOR,
  evidence: 'profile',
  label: CONTENTION_PREDICTOR,
  error: CONTENTION_ERROR,
  modes: CONTENTION_MODES,
  predict: (question) => question.subjects.map((_, at) => answer(question, at)),
};

/** Moka's contention factor (dissertation, equations 4.14 to 4.17) behind the port. */
export const mokaContention: CoRunPredictor = {
  id: CONTENTION_PREDICTOR,
  modes: CONTENTION_MODES,
  evidence: ['profile'],
  needs: [],
  models: null,
  availability: () => ({ ready: [ready], lacking: [] }),
};

function answer({ subjects, gpu, mode }: CoRunQuestion, at: number) {
  const victim = subjects[at]!;
  const missing = subjects.find(({ use }) => use === null);
  if (missing !== undefined)
    return { subject: victim.name, refused: message('predictors.noResourceUse', { name: missing.name }) };
  const others = subjects.filter((_, other) => other !== at);
  return predictPair(contending(victim), others.map(contending), gpu.gpu, mode);
}

function contending({ name, use, launch }: CoRunSubject): ContendingKernel {
  return {
    name,
    utilization: use!,
    blocksPerSm: launch?.blocksPerSm ?? null,
    gridBlocks: launch?.gridBlocks ?? null,
  };
}
