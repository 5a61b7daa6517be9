import { bestLaunch } from '../../kernel/bestLaunch';
import type { InstructionMix, Kernel, Launch } from '../../kernel/kernel';
import { launchesByKernel } from '../../kernel/launchesByKernel';
import type { CudaIndex, CudaWorkspace } from '../../cuda/workspace';

/** The index with the user's numbers in launches whose host code leaves them open, and mixes that follow. */
export function sizedIndex(
  cuda: CudaWorkspace,
  index: CudaIndex,
  numbers: ReadonlyMap<string, number>,
): CudaIndex {
  if (numbers.size === 0) return index;
  const launches = cuda.launchesWith(index.launches, numbers);
  const changed = new Map(index.launches.map((launch, place) => [launch, launches[place]!]));
  const byKernel = launchesByKernel(launches);
  const kernelWith = (kernel: Kernel): Kernel => sized(cuda, kernel, byKernel.get(kernel.id) ?? []);
  const files = index.files.map((file) => ({
    ...file,
    kernels: file.kernels.map(kernelWith),
    launches: file.launches.map((launch) => changed.get(launch) ?? launch),
  }));
  return { files, kernels: files.flatMap(({ kernels }) => kernels), launches };
}

/** A kernel whose mix is that of its launch with the numbers, estimated when it is first read. */
function sized(cuda: CudaWorkspace, kernel: Kernel, launches: readonly Launch[]): Kernel {
  const best = bestLaunch(launches);
  if (best === bestLaunch(cuda.launchesOf(kernel.id))) return kernel;
  const mix = (): InstructionMix | null => cuda.mixOf(kernel.id, best);
  // A spread would read the mix that is replaced.
  const copy = Object.defineProperties({} as Kernel, Object.getOwnPropertyDescriptors(kernel));
  return Object.defineProperty(copy, 'mix', { get: mix, enumerable: true });
}
