import { CudaWorkspace, type CudaWorkspaceOptions } from '../../src/cuda/workspace';

/** A workspace of the sources among the texts of a suite. */
export function suiteWorkspace(
  texts: ReadonlyMap<string, string>,
  options: CudaWorkspaceOptions = {},
): CudaWorkspace {
  const workspace = new CudaWorkspace(options);
  for (const [file, text] of texts) if (!file.endsWith('.json')) workspace.setFile(file, text);
  return workspace;
}
