/** The launches that may start a kernel, by the kernel's id; in the order in which they are given. */
export function launchesByKernel<T extends { readonly kernelIds: readonly string[] }>(
  launches: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  const byKernel = new Map<string, T[]>();
  for (const launch of launches)
    for (const id of launch.kernelIds) {
      const list = byKernel.get(id);
      if (list === undefined) byKernel.set(id, [launch]);
      else list.push(launch);
    }
  return byKernel;
}
