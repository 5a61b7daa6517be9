import { message } from '../../kernel/message';
import { occupancy } from '../../gpu/occupancy';
import type { SmLimits } from '../../kernel/gpuSpec';
import { fieldFault } from '../../kernel/result';
import { WARP_SIZE } from '../../kernel/warp';
import { LINE_BYTES } from '../core/sizes';
import type { KernelFacts } from './kernelFacts';
import type { CompiledKernel } from '../program/compile';
import type { DeviceMemory } from '../program/deviceMemory';

/** Facts of the kernels of a run, by kernel number. */
export interface KernelTable extends KernelFacts {
  readonly kernels: readonly CompiledKernel[];
  /** Blocks that fit an SM when nothing else is there. */
  readonly blocksPerSm: Int32Array;
}

/**
 * Derives the table.
 *
 * @throws InputError naming the launch when a kernel cannot fit on an SM.
 */
export function kernelTable(
  kernels: readonly CompiledKernel[],
  limits: SmLimits,
  memory: DeviceMemory,
): KernelTable {
  const column = (value: (kernel: CompiledKernel, i: number) => number) =>
    Int32Array.from(kernels, (kernel, i) => value(kernel, i));
  const fit = kernels.map((kernel) => fitOf(kernel, limits));
  return {
    kernels,
    count: kernels.length,
    app: column((kernel) => kernel.source.app),
    firstOp: column((kernel) => kernel.firstOp),
    codeLine: column((kernel) => {
      const key = `${kernel.source.app}/code of ${kernel.source.field}`;
      return memory.place(key, kernel.codeBytes + LINE_BYTES, `${kernel.source.field}.program`) / LINE_BYTES;
    }),
    codeLines: column((kernel) => Math.ceil(kernel.codeBytes / LINE_BYTES)),
    warpsPerBlock: column((kernel) => kernel.warpsPerBlock),
    threadsPerBlock: column((kernel) => kernel.threadsPerBlock),
    registersPerBlock: column(
      (kernel) =>
        roundUp(kernel.registersPerThread * WARP_SIZE, limits.registerAllocationUnit) * kernel.warpsPerBlock,
    ),
    sharedPerBlock: column((_, i) => fit[i]!.sharedBytesAllocated),
    blocksPerSm: column((_, i) => fit[i]!.blocksPerSm),
    gridX: column((kernel) => kernel.source.launch.grid[0]),
    gridY: column((kernel) => kernel.source.launch.grid[1]),
    seed: column((kernel) => kernel.source.seed),
  };
}

function fitOf(kernel: CompiledKernel, limits: SmLimits) {
  const fit = occupancy(limits, {
    threadsPerBlock: kernel.threadsPerBlock,
    registersPerThread: kernel.registersPerThread,
    staticSharedBytes: kernel.sharedBytes,
  });
  if (fit.reason !== undefined)
    throw fieldFault(
      `${kernel.source.field}.launch`,
      message('simulator.doesNotFit', { name: kernel.name, reason: fit.reason }),
    );
  return fit;
}

function roundUp(value: number, unit: number): number {
  return Math.ceil(value / unit) * unit;
}
