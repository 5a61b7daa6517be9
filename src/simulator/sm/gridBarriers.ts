import type { StateArrays } from '../core/stateArrays';

/** What barriers of launches need of the rest of the machine. */
export interface BarrierHost {
  /** Blocks for which a barrier of a kernel's launch waits now. */
  awaited(kernel: number): number;
  /** A warp of an SM has read with acquire semantics what others released. */
  acquired(sm: number): void;
}

/**
 * Barriers of whole launches, by what CUDA's runtime keeps in one word of memory for each launch: how many blocks have come
 * to the barrier, and which one it is (`cooperative_groups/details/sync.h` of CUDA 13.0). What a block does there, its
 * program says: atomics and loads of that word.
 */
export class GridBarriers {
  private readonly arrived: Int32Array;
  /** Barriers that launches of each kernel have passed. */
  private readonly passed: Int32Array;
  private host: BarrierHost = { awaited: () => 0, acquired: () => undefined };

  constructor(kernels: number, state: StateArrays) {
    this.arrived = state.int32(kernels);
    this.passed = state.int32(kernels);
  }

  connect(host: BarrierHost): void {
    this.host = host;
  }

  /** A block's atomic operation has returned; the number of the barrier that the block waits at. */
  arrive(kernel: number): number {
    this.arrived[kernel]!++;
    return this.passed[kernel]!;
  }

  /**
   * A block's load of the word has returned: whether all have come to the barrier with this number. Loads and atomics take
   * as long on their way back, so that one returns behind another whose place in L2 is behind that.
   */
  poll(sm: number, kernel: number, barrier: number): boolean {
    this.host.acquired(sm);
    if (this.passed[kernel] !== barrier) return true;
    if (this.arrived[kernel]! < this.host.awaited(kernel)) return false;
    this.arrived[kernel] = 0;
    this.passed[kernel]!++;
    return true;
  }
}
