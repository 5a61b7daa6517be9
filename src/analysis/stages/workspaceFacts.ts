import type { CudaIndex, CudaWorkspace } from '../../cuda/workspace';
import { bestLaunch } from '../../kernel/bestLaunch';
import type { Kernel, Launch } from '../../kernel/kernel';
import { launchesByKernel } from '../../kernel/launchesByKernel';
import type { ProfileFile } from '../../kernel/profile';
import type { AnalysisSettings } from '../workspaceState';
import { chooseGpu } from './chooseGpu';
import { joinProfiles, type ProfileJoins } from './joinProfiles';
import { gatherFacts, type KernelFacts, type ReadKernel } from './kernelFacts';
import { projectNumbers } from './numbersSet';
import { readingOptions } from './readingOptions';
import type { EstimatedShape } from './registerCount';
import { rowOrigins } from './rowOrigin';
import { sizedIndex } from './sizedIndex';

export interface WorkspaceInputs {
  readonly cuda: CudaWorkspace;
  readonly profiles: readonly ProfileFile[];
  readonly settings: AnalysisSettings;
  /** Kernels of these files alone, without what the others say about them; null for all. */
  readonly only: readonly string[] | null;
}

/** What a workspace says of its kernels before any model runs. */
export interface WorkspaceFacts {
  readonly index: CudaIndex;
  readonly gpu: ReturnType<typeof chooseGpu>;
  readonly joins: ProfileJoins;
  /** Facts of a kernel of the index, gathered anew. */
  readonly factsOf: (kernel: Kernel) => KernelFacts;
}

/** @param readsFew whether kernels are better not read for what their declarations tell as well */
export function workspaceFacts(
  { cuda, profiles, settings, only }: WorkspaceInputs,
  readsFew = false,
): WorkspaceFacts {
  if (only === null) cuda.readAll();
  const index = sizedIndex(cuda, cuda.index(only), projectNumbers(settings));
  const gpu = chooseGpu(settings.gpu, profiles);
  const joins = joinProfiles(index.kernels, profiles, index.launches);
  const rowOrigin = rowOrigins(profiles);
  const launchesOf = launchesByKernel(index.launches);
  const factsOf = (kernel: Kernel): KernelFacts => {
    const launches = launchesOf.get(kernel.id) ?? [];
    return gatherFacts({
      kernel,
      launches,
      profileRows: joins.rowsOf.get(kernel.id) ?? [],
      compiled: joins.compiledOf.get(kernel.id) ?? [],
      gpu: gpu.spec,
      settings,
      rowOrigin,
      at: (shape) => {
        const read = readKernel(cuda, kernel, launches, settings, shape);
        return readsFew ? read : { ...read, mostSharedBytes: () => null };
      },
    });
  };
  return { index, gpu, joins, factsOf };
}

/** The kernel at its launch, from one reading, which is made when it is first asked for. */
function readKernel(
  cuda: CudaWorkspace,
  kernel: Kernel,
  launches: readonly Launch[],
  settings: AnalysisSettings,
  shape: EstimatedShape,
): ReadKernel {
  const launch = bestLaunch(launches);
  const options = readingOptions({ kernel, launch }, settings, shape);
  const lowering = () => cuda.lower(kernel.id, launch, options);
  return {
    program: () => {
      const lowered = lowering();
      return lowered?.kind === 'lowered' ? lowered.program : null;
    },
    mix: () => cuda.mixOf(kernel.id, launch, options),
    unread: () => {
      const lowered = lowering();
      return kernel.unread ?? (lowered?.kind === 'refused' ? lowered.reason : undefined);
    },
    mostSharedBytes: () => cuda.mostSharedBytes(kernel.id, launch, options),
  };
}
