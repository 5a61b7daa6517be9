import { gpuOfFile } from '../../gpu/gpuFile';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { specOf } from './loadSpec';

/**
 * The GPU that a file describes, as `gpuOfFile` has it, if it can be simulated: a GPU that cannot is refused when its
 * file is read, and not in the middle of an answer.
 *
 * @param file named as source
 * @throws InputError that names the field
 */
export function ownGpu(file: string, content: unknown): GpuSpec {
  const gpu = gpuOfFile(file, content);
  specOf(gpu);
  return gpu;
}
