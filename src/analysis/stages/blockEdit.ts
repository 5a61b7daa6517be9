import { message } from '../../kernel/message';
import { editBlockSize } from '../../cuda/edits/block/blockSize';
import { refused, type Refusal } from '../../cuda/edits/outcome';
import type { CudaWorkspace } from '../../cuda/workspace';
import type { AdviceEdit } from '../results/workspaceResults';

/**
 * The edit that gives a kernel another block size: at the first launch where it is safe; every other launch
 * that depends on the same number has then been checked with it.
 */
export function blockEdit(workspace: CudaWorkspace, kernelId: string, threads: number): AdviceEdit {
  let first: Refusal | null = null;
  for (const launch of workspace.launchesOf(kernelId)) {
    if (launch.inactive !== undefined) continue;
    const outcome = editBlockSize(workspace, launch, threads);
    if (outcome.kind === 'edit') return outcome;
    first ??= outcome;
  }
  return first ?? refused(message('analysis.noLaunch'));
}
