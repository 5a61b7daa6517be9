import { smArchitecture } from '../../gpu/smArchitecture';
import type { GpuSpec } from '../../kernel/gpuSpec';
import type { CompiledKernel, KernelProfile } from '../../kernel/profile';

/** Compiler facts for the chosen GPU's architecture first, then those of logs that do not tell theirs. */
export function compiledFor(compiled: readonly CompiledKernel[], gpu: GpuSpec): readonly CompiledKernel[] {
  const own = smArchitecture(gpu.computeCapability);
  const of = (architecture: string | null): readonly CompiledKernel[] =>
    compiled.filter((candidate) => candidate.architecture === architecture);
  return [...of(own), ...of(null), ...compiled];
}

/** File and line of a row. */
export function placeOf({ location }: Pick<KernelProfile, 'location'>): string {
  return `${location.path}:${location.line}`;
}
