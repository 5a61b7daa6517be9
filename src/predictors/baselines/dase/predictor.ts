import { message } from '../../../kernel/message';
import { phasesBeforeCut } from '../../counting/phasesBeforeCut';
import { meanRates } from '../../counting/meanRates';
import type { CoRunPredictor, CoRunQuestion, ReadyPredictor } from '../../port';
import { readyRival, RIVAL_MODES } from '../rival';
import { daseSlowdowns, type DaseCounts } from './dase';

const DASE = 'dase';

const ready: ReadyPredictor = readyRival({
  id: DASE,
  label: 'DASE',
  evidence: 'shared',
  recorded: null,
  conditions: [message('predictors.reconstruction'), message('predictors.dase.capped')],
  slowdown: (question, app) => {
    const { split, gpu } = question;
    return { slowdown: daseSlowdowns(countsOf(question), split!, gpu.spec.sms)[app]!, parts: {} };
  },
});

function countsOf({ epoch, subjects }: CoRunQuestion): DaseCounts[] {
  return subjects.map((_, app) => {
    // What a run counts has all counters.
    const { counted, memoryBandwidth } = meanRates(phasesBeforeCut(epoch!.phases, app), app);
    return { requests: counted!.dramReads + counted!.dramWrites, busShare: memoryBandwidth };
  });
}

/** DASE (Hu et al., ICPP 2016, reconstructed) behind the port. */
export const dase: CoRunPredictor = {
  id: DASE,
  modes: RIVAL_MODES,
  evidence: ['shared'],
  needs: [],
  models: null,
  availability: () => ({ ready: [ready], lacking: [] }),
};
