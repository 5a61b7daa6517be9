import type { KernelResult } from '../../src/analysis/results/kernelResult';
import type { WorkspaceResults } from '../../src/analysis/results/workspaceResults';
import { memoizeByObject } from './memoize';

/** All kernels of the workspace in file order. */
export const allKernels = memoizeByObject((results: WorkspaceResults): readonly KernelResult[] =>
  results.files.flatMap((file) => file.kernels),
);

const kernelIndex = memoizeByObject(
  (results: WorkspaceResults): ReadonlyMap<string, KernelResult> =>
    new Map(allKernels(results).map((kernel) => [kernel.id, kernel])),
);

export function kernelById(results: WorkspaceResults, id: string): KernelResult | undefined {
  return kernelIndex(results).get(id);
}

/** The kernel that the views are about, else the first one of the file being edited, else the first of all. */
export function chosenKernel(
  kernels: readonly KernelResult[],
  kernelId: string | null,
  editorPath: string | null,
): KernelResult | undefined {
  return (
    kernels.find(({ id }) => id === kernelId) ?? kernels.find(({ path }) => path === editorPath) ?? kernels[0]
  );
}

/** Last part of a path, for places where the whole does not fit. */
export function fileName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
