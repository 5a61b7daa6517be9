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
  /** KiB that shared memory can have, where they are others than the GPU's guide names. */
  readonly carveOutsKiB?: readonly number[] | undefined;
}

/** Limits of an SM that say how it is divided. */
type Limits = Pick<
  SmLimits,
  'sharedBytes' | 'sharedCarveoutsKiB' | 'sharedBytesReservedPerBlock' | 'maxBlocks' | 'maxWarps'
>;
type Kernels = Pick<KernelTable, 'blocksPerSm' | 'sharedPerBlock' | 'warpsPerBlock'>;

/**
 * Division of each SM's unified memory into shared memory and L1 cache, as an H100 (driver 580.159, no preference set)
 * was seen to do it: docs/hardware.md, "Who joins whom". A kernel needs the smallest carve-out that holds as many of its
 * blocks as fit the SM otherwise, and gets it, or a larger one, on an SM that is empty. While the SM holds blocks its
 * division stays: a kernel that needs more than is carved out waits until the SM is empty, even where one of its blocks
 * would fit (a launch tells the GPU the least carve-out that its blocks can live with, and the one that it wants:
 * `MIN_` and `TARGET_SM_CONFIG_SHARED_MEM_SIZE` of NVIDIA's open-gpu-doc, clc3c0qmd.h).
 */
export class CarveOut {
  /** Bytes that have to be carved out for each kernel, and those that it gets on an empty SM. */
  private readonly needed: Int32Array;
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
    private readonly limits: Limits,
    private readonly kernels: Kernels,
    state: StateArrays,
    private readonly resized: (sm: number, l1Bytes: number) => void = () => undefined,
  ) {
    this.most = limits.sharedBytes;
    this.sizes = (memory.carveOutsKiB ?? limits.sharedCarveoutsKiB).map((kib) => kib * 1024);
    this.needed = Int32Array.from(kernels.sharedPerBlock, (bytes, kernel) =>
      this.atLeast(bytes * kernels.blocksPerSm[kernel]!),
    );
    this.wanted = this.needed.map((needed, kernel) => Math.max(needed, this.liked(kernel)));
    this.blocks = state.int32(memory.sms);
    this.used = state.int32(memory.sms);
    this.carved = state.int32(memory.sms).fill(-1);
  }

  /**
   * Bytes that a kernel gets beyond those that it needs, as far as a part for L1 stays: those of twice its blocks, but for
   * blocks of 32 warps; without shared memory of its own, those of four times the blocks that its threads allow.
   */
  private liked(kernel: number): number {
    const { maxBlocks, maxWarps, sharedBytesReservedPerBlock } = this.limits;
    const bytes = this.kernels.sharedPerBlock[kernel]!;
    const warps = this.kernels.warpsPerBlock[kernel]!;
    const isPlain = bytes <= sharedBytesReservedPerBlock;
    const times = isPlain
      ? 4 * Math.floor(maxWarps / warps)
      : (warps < 32 ? 2 : 1) * this.kernels.blocksPerSm[kernel]!;
    const half = this.atLeast(this.memory.bytes / 2);
    return Math.min(half, this.atLeast(bytes * Math.min(maxBlocks, times)));
  }

  /** Tests whether an SM is divided so that a kernel may join what it holds. */
  admits(sm: number, kernel: number): boolean {
    return !this.isCarved(sm) || this.needed[kernel]! <= this.carved[sm]!;
  }

  /** Bytes of shared memory that further blocks may have on an SM as it is. */
  left(sm: number): number {
    return (this.isCarved(sm) ? this.carved[sm]! : this.most) - this.used[sm]!;
  }

  private isCarved(sm: number): boolean {
    return this.memory.bytes > 0 && this.memory.isFixed && this.blocks[sm]! > 0;
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
