import type { StateArrays } from '../core/stateArrays';
import type { ReadCache } from './readCache';

/**
 * Barriers of whole launches, by what CUDA's runtime keeps in one word of memory for each launch: how many blocks have come
 * to the barrier, and which one it is (`cooperative_groups/details/sync.h` of CUDA 13.0). What a block does there, its
 * program says: atomics and loads of that word.
 */
export class GridBarriers {
  /** By kernel the blocks for which a barrier of its launch waits; the dispatcher knows. */
  readonly awaited: Int32Array;
  private readonly arrived: Int32Array;
  /** Barriers that launches of each kernel have passed. */
  private readonly passed: Int32Array;
  private l1: ReadCache | null = null;

  /** @param clears true where a load with acquire semantics empties the L1 cache of its SM */
  constructor(
    kernels: i32,
    private readonly clears: boolean,
    state: StateArrays,
  ) {
    this.awaited = state.int32(kernels);
    this.arrived = state.int32(kernels);
    this.passed = state.int32(kernels);
  }

  connect(l1: ReadCache): void {
    this.l1 = l1;
  }

  /** A block's atomic operation has returned; the number of the barrier that the block waits at. */
  arrive(kernel: i32): i32 {
    this.arrived[kernel]!++;
    return this.passed[kernel]!;
  }

  /**
   * A block's load of the word has returned: whether all have come to the barrier with this number. Loads and atomics take
   * as long on their way back, so that one returns behind another whose place in L2 is behind that.
   */
  poll(sm: i32, kernel: i32, barrier: i32): boolean {
    if (this.clears) this.l1!.clear(sm);
    if (this.passed[kernel] !== barrier) return true;
    if (this.arrived[kernel]! < this.awaited[kernel]!) return false;
    this.arrived[kernel] = 0;
    this.passed[kernel]!++;
    return true;
  }
}
