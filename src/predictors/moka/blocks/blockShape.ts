import { message } from '../../../kernel/message';
import { WARP_SIZE } from '../../../kernel/warp';
import { occupancy } from '../../../gpu/occupancy';
import type { KernelOperation } from '../../../kernel/application';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import { InputError } from '../../../kernel/result';
import { volume } from '../../../kernel/symbolic';

/** Resources of an SM that blocks take shares of. */
export const SM_RESOURCES = ['warps', 'registers', 'shared memory', 'block slots'] as const;

/** What one block of a kernel takes of an SM. */
export interface BlockShape {
  readonly warpsPerBlock: number;
  /** Equation 4.11: the most blocks of this kernel alone on one SM. */
  readonly blocksPerSm: number;
  /** Equation 4.12, KernBlksPerIter: blocks that the whole GPU holds at a time. */
  readonly blocksPerIteration: number;
  /** Shares of an SM that one block takes, in the order of `SM_RESOURCES`. */
  readonly need: readonly number[];
}

/** Shapes of the kernels of one GPU, computed once for each block size, register count and shared memory. */
export class BlockShapes {
  private readonly cache = new Map<string, BlockShape>();

  constructor(readonly gpu: GpuSpec) {}

  /** @throws InputError when not even one block fits on an SM. */
  of(kernel: KernelOperation): BlockShape {
    const key = `${volume(kernel.block)} ${kernel.registers} ${kernel.sharedBytes}`;
    let shape = this.cache.get(key);
    if (shape === undefined) this.cache.set(key, (shape = blockShape(kernel, this.gpu)));
    return shape;
  }
}

/**
 * Equation 4.11 rounds each limit down, as NVIDIA's occupancy rules do; the dissertation leaves the
 * floors out.
 */
function blockShape(kernel: KernelOperation, gpu: GpuSpec): BlockShape {
  const threadsPerBlock = volume(kernel.block);
  const fit = occupancy(gpu.limits, {
    threadsPerBlock,
    registersPerThread: kernel.registers,
    dynamicSharedBytes: kernel.sharedBytes,
  });
  if (fit.blocksPerSm === 0)
    throw new InputError(
      message('predictors.doesNotRun', {
        kernel: kernel.kernel,
        gpu: gpu.name,
        reason: fit.reason ?? message('predictors.noBlockFits'),
      }),
      'block-does-not-fit',
      kernel.location?.path,
      kernel.location?.line,
    );
  const warpsPerBlock = Math.ceil(threadsPerBlock / WARP_SIZE);
  const share = (limit: number | null): number => (limit === null ? 0 : 1 / limit);
  return {
    warpsPerBlock,
    blocksPerSm: fit.blocksPerSm,
    blocksPerIteration: fit.blocksPerSm * gpu.sms,
    need: [
      warpsPerBlock / gpu.limits.maxWarps,
      share(fit.limits.registers),
      share(fit.limits.shared),
      1 / gpu.limits.maxBlocks,
    ],
  };
}
