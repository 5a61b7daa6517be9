import { editBlockSize } from '../../cuda/edits/blockSize';
import { refused } from '../../cuda/edits/outcome';
import type { CudaWorkspace } from '../../cuda/workspace';
import type { Launch } from '../../kernel/kernel';
import type { BlockEditor } from './advice';

/**
 * Block-size edits through the launches of a kernel: the first launch whose edit is safe; every other launch
 * that depends on the same number has then been checked with it.
 */
export function blockEditor(workspace: CudaWorkspace, launches: readonly Launch[]): BlockEditor {
  return (kernel, threads) => {
    const own = launches.filter(
      (launch) => launch.kernelIds.includes(kernel.id) && launch.inactive === undefined,
    );
    if (own.length === 0) return refused('no launch of this kernel is in the workspace');
    const outcomes = own.map((launch) => editBlockSize(workspace, launch, threads));
    return outcomes.find((outcome) => outcome.kind === 'edit') ?? outcomes[0]!;
  };
}
