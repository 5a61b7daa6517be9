import type { SmLimits } from '../../kernel/gpuSpec';
import { WARP_SIZE } from '../../kernel/warp';
import type { StateArrays } from '../core/stateArrays';
import type { KernelTable } from '../sm/kernelTable';
import type { CarveOut } from './carveOut';

/** What a block of each kernel takes from its SM, and how many of them fit an empty one. */
type BlockNeeds = Pick<KernelTable, 'blocksPerSm' | 'warpsPerBlock' | 'registersPerBlock' | 'sharedPerBlock'>;

/** Free resources of each SM. */
export class SmResources {
  private readonly blocks: Int32Array;
  private readonly warps: Int32Array;
  private readonly registers: Int32Array;

  constructor(
    sms: number,
    limits: Pick<SmLimits, 'maxBlocks' | 'maxThreads' | 'registers'>,
    private readonly kernels: BlockNeeds,
    private readonly carveOut: Pick<CarveOut, 'admits' | 'left' | 'blockCame' | 'blockLeft'>,
    state: StateArrays,
  ) {
    this.blocks = state.int32(sms).fill(limits.maxBlocks);
    this.warps = state.int32(sms).fill(Math.floor(limits.maxThreads / WARP_SIZE));
    this.registers = state.int32(sms).fill(limits.registers);
  }

  /**
   * Blocks of the kernel that fit beside what the SM holds; `resident` counts the kernel's own blocks there.
   */
  room(sm: number, kernel: number, resident: number): number {
    const { kernels } = this;
    const room = Math.min(this.blocks[sm]!, kernels.blocksPerSm[kernel]! - resident);
    if (room <= 0 || !this.carveOut.admits(sm, kernel)) return 0;
    return Math.min(
      room,
      times(this.warps[sm]!, kernels.warpsPerBlock[kernel]!),
      times(this.registers[sm]!, kernels.registersPerBlock[kernel]!),
      times(this.carveOut.left(sm), kernels.sharedPerBlock[kernel]!),
    );
  }

  take(sm: number, kernel: number): void {
    this.carveOut.blockCame(sm, kernel);
    this.change(sm, kernel, -1);
  }

  give(sm: number, kernel: number): void {
    this.carveOut.blockLeft(sm, kernel);
    this.change(sm, kernel, 1);
  }

  private change(sm: number, kernel: number, sign: number): void {
    this.blocks[sm]! += sign;
    this.warps[sm]! += sign * this.kernels.warpsPerBlock[kernel]!;
    this.registers[sm]! += sign * this.kernels.registersPerBlock[kernel]!;
  }
}

/** How often `need` fits into `free`; any number of times where nothing is needed. */
const times = (free: number, need: number): number => (need === 0 ? Infinity : Math.floor(free / need));
