import { message } from '../kernel/message';
import { InputError } from '../kernel/result';

/** Waves in which a grid fills the GPU. */
export interface Waves {
  /** Blocks that run at the same time on the whole GPU. */
  readonly blocksPerWave: number;
  /** Grid over blocks per wave, e.g. 12.3. */
  readonly waves: number;
  readonly fullWaves: number;
  /** Blocks of the last, partial wave; 0 when the grid divides evenly. */
  readonly tailBlocks: number;
  /** Share of the last wave that is filled, above 0 up to 1. */
  readonly tailFill: number;
  /** Share of block slots used over all waves, the partial one included, above 0 up to 1. */
  readonly efficiency: number;
}

/**
 * Waves of a grid of `gridBlocks` blocks on `sms` SMs with `blocksPerSm` resident blocks each.
 * Returns null when no block fits.
 *
 * @throws InputError when a count is not a whole number, or grid or SMs are not positive.
 */
export function waves(gridBlocks: number, blocksPerSm: number, sms: number): Waves | null {
  if (![gridBlocks, blocksPerSm, sms].every((count) => Number.isSafeInteger(count) && count >= 0))
    throw new InputError(message('gpu.wholeCounts'), 'invalid-launch');
  if (gridBlocks === 0 || sms === 0) throw new InputError(message('gpu.emptyLaunch'), 'invalid-launch');
  if (blocksPerSm === 0) return null;
  const blocksPerWave = blocksPerSm * sms;
  const fullWaves = Math.floor(gridBlocks / blocksPerWave);
  const tailBlocks = gridBlocks - fullWaves * blocksPerWave;
  return {
    blocksPerWave,
    waves: gridBlocks / blocksPerWave,
    fullWaves,
    tailBlocks,
    tailFill: tailBlocks === 0 ? 1 : tailBlocks / blocksPerWave,
    efficiency: gridBlocks / (Math.ceil(gridBlocks / blocksPerWave) * blocksPerWave),
  };
}
