import type { KernelOperation } from '../../../src/kernel/application';
import { gridBlocks } from '../../../src/predictors/moka/blocks/blockModel';
import type { BlockShape } from '../../../src/predictors/moka/blocks/blockShape';

/** Average block execution of one launch (equation 4.12). */
export interface AverageBlock {
  readonly iterations: number;
  readonly averageBlockNs: number;
}

/**
 * Equation 4.12 with the iterations rounded up: figure 4.5 has 8 blocks at 6 per iteration in 2 iterations,
 * where the text divides without rounding.
 */
export function averageBlock(kernel: KernelOperation, soloNs: number, shape: BlockShape): AverageBlock {
  const iterations = iterationsOf(gridBlocks(kernel), shape);
  return { iterations, averageBlockNs: soloNs / iterations };
}

export function iterationsOf(blocks: number, shape: BlockShape): number {
  return Math.ceil(blocks / shape.blocksPerIteration);
}
