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

/** Every number of SMs and every `step`th of blocks: the configurations among which the searches look. */
export function latticeOf(sms: number, blocks: number, step: number): YieldedPlaces[] {
  const levels = blocks / step;
  return Array.from({ length: sms * levels }, (_, at) => ({
    sms: 1 + Math.floor(at / levels),
    blocks: step * (1 + (at % levels)),
  }));
}
