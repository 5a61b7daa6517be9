import type { CudaIndex, CudaWorkspace } from '../../cuda/workspace';

/** The index with the user's numbers in launches whose host code leaves them open. */
export function sizedIndex(
  cuda: CudaWorkspace,
  index: CudaIndex,
  numbers: ReadonlyMap<string, number>,
): CudaIndex {
  if (numbers.size === 0) return index;
  const launches = cuda.launchesWith(index.launches, numbers);
  const changed = new Map(index.launches.map((launch, place) => [launch, launches[place]!]));
  const files = index.files.map((file) => ({
    ...file,
    launches: file.launches.map((launch) => changed.get(launch) ?? launch),
  }));
  return { files, kernels: index.kernels, launches };
}
