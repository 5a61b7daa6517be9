import type { YieldedPlaces } from '../../src/predictors/yieldSearchPort';

/**
 * Step between the numbers of blocks that are run of a pair: the largest that divides all blocks of an SM and leaves four
 * numbers at least, so that neighbours and shares are as on the whole lattice.
 */
export function blockStep(blocks: number): number {
  let step = Math.max(1, Math.floor(blocks / 4));
  while (blocks % step > 0) step--;
  return step;
}

/** Steps in which a pair is run, of so many blocks on an SM: every number of SMs. */
export const pairStep = (blocks: number): YieldedPlaces => ({ sms: 1, blocks: blockStep(blocks) });

/** Those in which pairs with applications are run, which take longer: every second number of SMs. */
export const applicationStep = (blocks: number): YieldedPlaces => ({ sms: 2, blocks: blockStep(blocks) });

/** Every step's number of SMs and of blocks: the configurations among which the searches look. */
export function latticeOf(sms: number, blocks: number, step: YieldedPlaces): YieldedPlaces[] {
  const levels = blocks / step.blocks;
  return Array.from({ length: (sms / step.sms) * levels }, (_, at) => ({
    sms: step.sms * (1 + Math.floor(at / levels)),
    blocks: step.blocks * (1 + (at % levels)),
  }));
}
