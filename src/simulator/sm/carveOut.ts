import type { SmLimits } from '../../kernel/gpuSpec';
import type { StateArrays } from '../core/stateArrays';
import { LINE_BYTES, type SimulatorSpec } from '../spec/simulatorSpec';
import type { KernelTable } from './kernelTable';
import type { ReadCache } from './readCache';

/**
 * Division of an SM's unified memory into shared memory and L1 cache. A kernel wants the smallest carve-out that holds
 * as many of its blocks as fit the SM otherwise, as the driver chooses without a preference (CUDA C++ Programming Guide,
 * shared memory of 7.x); kernels that are on one SM share what the one that wants most gets. It is chosen anew when the
 * SM was empty.
 */
export class CarveOut {
  private readonly unifiedBytes: number;
  /** Bytes that each kernel wants carved out. */
  private readonly wanted: Int32Array;
  /** Per SM its blocks, the shared memory that they have, and the bytes carved out, -1 before the first block. */
  private readonly blocks: Int32Array;
  private readonly used: Int32Array;
  private readonly carved: Int32Array;
  private readonly sizes: readonly number[];

  constructor(
    spec: SimulatorSpec,
    limits: SmLimits,
    private readonly kernels: KernelTable,
    private readonly l1: ReadCache,
    state: StateArrays,
  ) {
    this.unifiedBytes = spec.sm.l1.unifiedBytes ?? 0;
    this.sizes = limits.sharedCarveoutsKiB.map((kib) => kib * 1024);
    this.wanted = Int32Array.from(kernels.sharedPerBlock, (bytes, kernel) =>
      this.atLeast(bytes * kernels.blocksPerSm[kernel]!),
    );
    this.blocks = state.int32(spec.sms);
    this.used = state.int32(spec.sms);
    this.carved = state.int32(spec.sms).fill(-1);
  }

  blockCame(sm: number, kernel: number): void {
    if (this.unifiedBytes === 0) return;
    this.used[sm]! += this.kernels.sharedPerBlock[kernel]!;
    const wanted = this.wanted[kernel]!;
    if (this.blocks[sm]!++ === 0) this.carve(sm, wanted);
    else if (wanted > this.carved[sm]!) this.carve(sm, wanted);
    if (this.used[sm]! > this.carved[sm]!) this.carve(sm, this.atLeast(this.used[sm]!));
  }

  blockLeft(sm: number, kernel: number): void {
    if (this.unifiedBytes === 0) return;
    this.used[sm]! -= this.kernels.sharedPerBlock[kernel]!;
    this.blocks[sm]!--;
  }

  private carve(sm: number, bytes: number): void {
    if (bytes === this.carved[sm]) return;
    this.carved[sm] = bytes;
    this.l1.resize(sm, (this.unifiedBytes - bytes) / LINE_BYTES);
  }

  private atLeast(bytes: number): number {
    return this.sizes.find((size) => size >= bytes) ?? this.sizes.at(-1)!;
  }
}
