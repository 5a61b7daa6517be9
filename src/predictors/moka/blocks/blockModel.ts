import { message } from '../../../kernel/message';
import type { KernelOperation } from '../../../kernel/application';
import type { GpuSpec } from '../../../kernel/gpuSpec';
import { InputError } from '../../../kernel/result';
import { volume } from '../../../kernel/symbolic';
import type { TaskModel } from '../../../timeline/models';
import type { Utilization } from '../contention/utilization';
import type { BlockShape } from './blockShape';

/** Utilization of each resource by a kernel while it runs alone, 0 to 1. */
export type KernelUse = Utilization['values'];

/** What a block model has to know of kernels beside their launch. */
export interface KernelKnowledge {
  /** Time of the launch alone on the GPU, ns; null while unknown. */
  readonly soloNs: (kernel: KernelOperation) => number | null;
  /** Null where no profile and no estimate tells; what is assumed then is up to the model. */
  readonly useOf: (kernel: KernelOperation) => KernelUse | null;
}

export interface ResourceDemand {
  /** Time for which the operation alone would fill the resource, ns. */
  readonly workNs: number;
  /** Least time of the operation after the resource has done its work, ns. */
  readonly afterNs: number;
}

/** How the blocks of kernels take turns on the SMs. */
export interface BlockModel {
  readonly name: 'waves' | 'pipelined';
  /** The model as the replay takes it. */
  taskModel(knowledge: KernelKnowledge): TaskModel;
  /** Time that a launch of `blocks` blocks takes alone when one of `kernel`'s grid takes `soloNs`. */
  scaledNs(kernel: KernelOperation, soloNs: number, blocks: number, shape: BlockShape): number;
  /** What the kernel needs of each resource of the SMs. */
  demand(
    kernel: KernelOperation,
    soloNs: number,
    shape: BlockShape,
    use: KernelUse | null,
    gpu: GpuSpec,
  ): ReadonlyMap<string, ResourceDemand>;
}

/** Knowledge from the operations themselves: the solo time that they carry, no utilization. */
export const KNOWN_FROM_OPERATION: KernelKnowledge = {
  soloNs: (kernel) => kernel.soloNs,
  useOf: () => null,
};

/** @throws InputError naming the kernel and what would tell its time. */
export function requireSoloNs(knowledge: KernelKnowledge, kernel: KernelOperation): number {
  const soloNs = knowledge.soloNs(kernel);
  if (soloNs !== null) return soloNs;
  throw new InputError(
    message('predictors.kernelTimeUnknown', { name: kernel.kernel }),
    'unknown-kernel-time',
    kernel.location?.path,
    kernel.location?.line,
  );
}

export function gridBlocks(kernel: KernelOperation): number {
  return volume(kernel.grid);
}
