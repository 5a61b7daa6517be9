import { editBlockSize } from '../../cuda/edits/blockSize';
import { refused } from '../../cuda/edits/outcome';
import type { CudaWorkspace } from '../../cuda/workspace';
import type { AdviceEdit } from '../results/workspaceResults';

/**
 * The edit that gives a kernel another block size: at the first launch where it is safe; every other launch
 * that depends on the same number has then been checked with it.
 */
export function blockEdit(workspace: CudaWorkspace, kernelId: string, threads: number): AdviceEdit {
  const launches = workspace
    .index()
    .launches.filter((launch) => launch.kernelIds.includes(kernelId) && launch.inactive === undefined);
  if (launches.length === 0) return refused('no launch of this kernel is in the workspace');
  const outcomes = launches.map((launch) => editBlockSize(workspace, launch, threads));
  return outcomes.find((outcome) => outcome.kind === 'edit') ?? outcomes[0]!;
}
