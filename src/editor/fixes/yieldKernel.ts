import type { KernelResult } from '../../analysis/results/kernelResult';
import { message } from '../../kernel/message';
import type { WorkspaceAnalysis } from '../results/workspaceAnalysis';
import { showEdit } from './applyEdit';

/** Shows a kernel as one that yields SMs, with the launch in a line where one is given. */
export async function yieldKernel(
  analysis: WorkspaceAnalysis,
  { id, name }: Pick<KernelResult, 'id' | 'name'>,
  launch: number | null,
): Promise<void> {
  const title = message('editor.yieldKernel', { name });
  await showEdit(title, await analysis.questions.yieldingEdit({ kernelId: id, variant: 'pair', launch }));
}
