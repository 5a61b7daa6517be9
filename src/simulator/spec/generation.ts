import { PAPER_CONFIGURATIONS } from './paperConfigurations';

/**
 * Caches of unified capacity, L2 slices by chip, measured block turnover and tensor rates came with the second one; bank
 * conflicts of loads, launches and dispatch by GPU, and replies that do not wait for each other with the third; the order
 * of warps and the price of branches with the fourth; older blocks first, and carve-outs as an H100 showed them, with the
 * fifth; stores at the rate of an H100's SMs and L2 slices, dearer where they write a part of a sector, and reads of the
 * other half of an L2 cache on a way of their own with the sixth; two levels of caches for constant memory, each address of
 * a load by itself, and a load/store queue of 20 instructions that all schedulers of an SM have in turn, with the seventh;
 * L1 lines that outlast the launches of others with the eighth, on which a kernel alone runs as on the seventh; what shared
 * memory takes of the L1 cache of Volta, Ada and Blackwell's GeForce with the ninth, others as on the eighth; loads that
 * schedulers hand over before the queue takes them, the oldest blocks' first, with the tenth.
 */
const CURRENT = 10;

/**
 * Generation of the machine that simulates a GPU, 1 or higher: what was learned from or recorded on an earlier one is
 * not of this. The papers' configurations stay as their papers have them.
 */
export function simulatorGeneration(gpu: string): number {
  return gpu in PAPER_CONFIGURATIONS ? 1 : CURRENT;
}
