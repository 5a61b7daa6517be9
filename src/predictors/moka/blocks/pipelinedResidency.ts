import type { DeviceTask } from '../../../timeline/models';
import { SM_RESOURCES, type BlockShape } from './blockShape';

/** A kernel whose blocks end evenly spaced in time. */
export interface PipelinedKernel {
  readonly task: DeviceTask;
  readonly shape: BlockShape;
  readonly blocks: number;
  /** End of its first block and of its last one, ns. */
  readonly firstEndNs: number;
  readonly endNs: number;
}

/** Sums of shares miss whole numbers by rounding. */
const ROUNDING = 1e-9;

/** Halvings of the search interval: to less than 1 ns of the longest kernels. */
const SEARCH_STEPS = 60;

const RESOURCES = SM_RESOURCES.length;

/** Blocks of a kernel that have not ended at `ns`. */
function unfinished({ blocks, firstEndNs, endNs }: PipelinedKernel, ns: number): number {
  if (ns < firstEndNs) return blocks;
  if (ns >= endNs) return 0;
  return ((endNs - ns) / (endNs - firstEndNs)) * (blocks - 1);
}

/** Where running kernels stand at some time: kernels that started earlier take what they need first (leftover policy). */
export class Residency {
  /** Share of each SM resource that is taken, over the whole GPU. */
  private readonly taken = new Float64Array(RESOURCES);
  private warps = 0;
  private allPlaced = true;

  constructor(private readonly sms: number) {}

  /** Warps that the running kernels hold at `ns`. */
  warpsAt(running: readonly PipelinedKernel[], ns: number): number {
    this.update(running, ns);
    return this.warps;
  }

  /**
   * The earliest time from `ns` on at which all blocks of the running kernels are placed and one more block
   * with the given need finds room.
   */
  earliestRoomNs(running: readonly PipelinedKernel[], need: readonly number[], ns: number): number {
    if (this.hasRoom(running, need, ns)) return ns;
    let none = ns;
    let some = ns;
    for (const kernel of running) some = Math.max(some, kernel.endNs);
    for (let step = 0; step < SEARCH_STEPS && some - none > ROUNDING * some; step++) {
      const middle = (none + some) / 2;
      if (this.hasRoom(running, need, middle)) some = middle;
      else none = middle;
    }
    return some;
  }

  private hasRoom(running: readonly PipelinedKernel[], need: readonly number[], ns: number): boolean {
    this.update(running, ns);
    if (!this.allPlaced) return false;
    for (let at = 0; at < RESOURCES; at++)
      if (this.taken[at]! + need[at]! / this.sms > 1 + ROUNDING) return false;
    return true;
  }

  private update(running: readonly PipelinedKernel[], ns: number): void {
    this.taken.fill(0);
    this.warps = 0;
    this.allPlaced = true;
    for (const kernel of running) {
      const { need, blocksPerIteration, warpsPerBlock } = kernel.shape;
      const left = unfinished(kernel, ns);
      let resident = Math.min(left, blocksPerIteration);
      for (let at = 0; at < RESOURCES; at++)
        if (need[at]! > 0) resident = Math.min(resident, ((1 - this.taken[at]!) * this.sms) / need[at]!);
      resident = Math.max(0, resident);
      if (resident < left - ROUNDING * kernel.blocks) this.allPlaced = false;
      for (let at = 0; at < RESOURCES; at++) this.taken[at]! += (resident * need[at]!) / this.sms;
      this.warps += resident * warpsPerBlock;
    }
  }
}
