import type { SmLimits } from '../../kernel/gpuSpec';
import { WARP_SIZE } from '../../kernel/warp';
import type { StateArrays } from '../core/stateArrays';
import type { KernelTable } from '../sm/kernelTable';

/** What a block of each kernel takes from its SM, and how many of them fit an empty one. */
type BlockNeeds = Pick<KernelTable, 'blocksPerSm' | 'warpsPerBlock' | 'registersPerBlock' | 'sharedPerBlock'>;

/** Free resources of each SM. */
export class SmResources {
  private readonly blocks: Int32Array;
  private readonly warps: Int32Array;
  private readonly registers: Int32Array;
  private readonly shared: Int32Array;

  constructor(
    sms: number,
    limits: Pick<SmLimits, 'maxBlocks' | 'maxThreads' | 'registers' | 'sharedBytes'>,
    private readonly kernels: BlockNeeds,
    state: StateArrays,
  ) {
    this.blocks = state.int32(sms).fill(limits.maxBlocks);
    this.warps = state.int32(sms).fill(Math.floor(limits.maxThreads / WARP_SIZE));
    this.registers = state.int32(sms).fill(limits.registers);
    this.shared = state.int32(sms).fill(limits.sharedBytes);
  }

  /** Tests whether a block of the kernel fits beside what the SM holds; `resident` counts the kernel's own blocks. */
  fits(sm: number, kernel: number, resident: number): boolean {
    const { kernels } = this;
    return (
      this.blocks[sm]! > 0 &&
      resident < kernels.blocksPerSm[kernel]! &&
      this.warps[sm]! >= kernels.warpsPerBlock[kernel]! &&
      this.registers[sm]! >= kernels.registersPerBlock[kernel]! &&
      this.shared[sm]! >= kernels.sharedPerBlock[kernel]!
    );
  }

  take(sm: number, kernel: number): void {
    this.change(sm, kernel, -1);
  }

  give(sm: number, kernel: number): void {
    this.change(sm, kernel, 1);
  }

  private change(sm: number, kernel: number, sign: number): void {
    this.blocks[sm]! += sign;
    this.warps[sm]! += sign * this.kernels.warpsPerBlock[kernel]!;
    this.registers[sm]! += sign * this.kernels.registersPerBlock[kernel]!;
    this.shared[sm]! += sign * this.kernels.sharedPerBlock[kernel]!;
  }
}
