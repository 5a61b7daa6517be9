import type { SmLimits } from '../../kernel/gpuSpec';
import type { StateArrays } from '../core/stateArrays';
import type { KernelTable } from '../sm/kernelTable';

/** The memory that is divided, of each SM. */
export interface UnifiedMemory {
  readonly sms: number;
  /** Bytes of shared memory and L1 cache together; 0 where they are not one. */
  readonly bytes: number;
  /** True if an SM is divided anew only when it is empty, as on cards; else whenever a block wants more. */
  readonly isFixed: boolean;
}

/**
 * Division of each SM's unified memory into shared memory and L1 cache. A kernel wants the smallest carve-out that holds
 * as many of its blocks as fit the SM otherwise, as the driver chooses without a preference (CUDA C++ Programming Guide,
 * shared memory of 7.x). An SM is divided anew only when it is empty: while it holds blocks, others join them as far as
 * what is carved out has room, and a kernel that needs more waits. That is why the same guide has a kernel of little
 * shared memory ask for more, so that later ones may run beside it; a launch tells the GPU the least carve-out that its
 * blocks can live with, and the one that it wants (`MIN_` and `TARGET_SM_CONFIG_SHARED_MEM_SIZE` of NVIDIA's
 * open-gpu-doc, clc3c0qmd.h).
 */
export class CarveOut {
  /** Bytes that each kernel wants carved out. */
  private readonly wanted: Int32Array;
  /** Per SM its blocks, the shared memory that they have, and the bytes carved out, -1 before the first block. */
  private readonly blocks: Int32Array;
  private readonly used: Int32Array;
  private readonly carved: Int32Array;
  private readonly most: number;
  private readonly sizes: readonly number[];

  /** @param resized is told the bytes that an SM has as L1 cache from now on */
  constructor(
    private readonly memory: UnifiedMemory,
    limits: Pick<SmLimits, 'sharedBytes' | 'sharedCarveoutsKiB'>,
    private readonly kernels: Pick<KernelTable, 'blocksPerSm' | 'sharedPerBlock'>,
    state: StateArrays,
    private readonly resized: (sm: number, l1Bytes: number) => void = () => undefined,
  ) {
    this.most = limits.sharedBytes;
    this.sizes = limits.sharedCarveoutsKiB.map((kib) => kib * 1024);
    this.wanted = Int32Array.from(kernels.sharedPerBlock, (bytes, kernel) =>
      this.atLeast(bytes * kernels.blocksPerSm[kernel]!),
    );
    this.blocks = state.int32(memory.sms);
    this.used = state.int32(memory.sms);
    this.carved = state.int32(memory.sms).fill(-1);
  }

  /** Bytes of shared memory that further blocks may have on an SM as it is. */
  left(sm: number): number {
    const { bytes, isFixed } = this.memory;
    const isCarved = bytes > 0 && isFixed && this.blocks[sm]! > 0;
    return (isCarved ? this.carved[sm]! : this.most) - this.used[sm]!;
  }

  blockCame(sm: number, kernel: number): void {
    const used = (this.used[sm]! += this.kernels.sharedPerBlock[kernel]!);
    const wanted = Math.max(this.wanted[kernel]!, this.atLeast(used));
    const isFirst = this.blocks[sm]!++ === 0;
    if (isFirst || (!this.memory.isFixed && wanted > this.carved[sm]!)) this.carve(sm, wanted);
  }

  blockLeft(sm: number, kernel: number): void {
    this.used[sm]! -= this.kernels.sharedPerBlock[kernel]!;
    this.blocks[sm]!--;
  }

  private carve(sm: number, bytes: number): void {
    if (this.memory.bytes === 0 || bytes === this.carved[sm]) return;
    this.carved[sm] = bytes;
    this.resized(sm, this.memory.bytes - bytes);
  }

  private atLeast(bytes: number): number {
    return this.sizes.find((size) => size >= bytes) ?? this.sizes.at(-1)!;
  }
}
