import { type EditOutcome } from '../../../cuda/edits/outcome';
import type { CudaWorkspace } from '../../../cuda/workspace';
import type { Kernel } from '../../../kernel/kernel';
import { message } from '../../../kernel/message';
import type { YieldingTransformer, YieldRequest } from '../../yieldingPort';
import { kernelEdits, yieldingName } from './kernelEdit';
import { forwardEdit, isInFront } from './forward';
import { handleText, launchEdit } from './launchEdit';

/**
 * Puts a kernel beside another whose blocks run the grid of the first as tasks, and leave when the host asks for their
 * place (section 4.3, algorithms 1 and 2).
 */
export const yieldingTransformer: YieldingTransformer = { id: 'gspace', edit };

function edit(workspace: CudaWorkspace, kernel: Kernel, { variant, launch }: YieldRequest): EditOutcome {
  const isForward = launch !== null && isInFront(workspace, kernel, launch);
  const edits = kernelEdits(workspace, kernel, variant, isForward);
  if ('kind' in edits) return edits;
  const note = message('yielding.made', { name: kernel.name, yielding: yieldingName(kernel.name) });
  if (launch === null) return { kind: 'edit', edits, note };
  const change = launchEdit(workspace, kernel, launch);
  if ('kind' in change) return change;
  if (isForward) {
    const forward = forwardEdit(workspace, kernel, launch, variant);
    return 'kind' in forward ? forward : { kind: 'edit', edits: [forward, ...edits, change], note };
  }
  const last = edits.at(-1)!;
  const withHandle = { ...last, newText: `${last.newText}\n\n${handleText(kernel, variant)}` };
  return { kind: 'edit', edits: [...edits.slice(0, -1), withHandle, change], note };
}
