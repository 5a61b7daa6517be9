import { type EditOutcome } from '../../../cuda/edits/outcome';
import type { CudaWorkspace } from '../../../cuda/workspace';
import type { Kernel } from '../../../kernel/kernel';
import { message } from '../../../kernel/message';
import type { YieldingTransformer, YieldRequest } from '../../yieldingPort';
import { kernelEdits, yieldingName } from './kernelEdit';
import { handleName, launchEdit } from './launchEdit';
import { RUNTIME_SPACE } from './runtime';

/**
 * Puts a kernel beside another whose blocks run the grid of the first as tasks, and leave when the host asks for their
 * place (section 4.3, algorithms 1 and 2).
 */
export const yieldingTransformer: YieldingTransformer = { id: 'gspace', edit };

function edit(workspace: CudaWorkspace, kernel: Kernel, { variant, launch }: YieldRequest): EditOutcome {
  const edits = kernelEdits(workspace, kernel, variant);
  if ('kind' in edits) return edits;
  const note = message('yielding.made', { name: kernel.name, yielding: yieldingName(kernel.name) });
  if (launch === null) return { kind: 'edit', edits, note };
  const change = launchEdit(workspace, kernel, launch);
  if ('kind' in change) return change;
  const handle = `\n\nstatic ${RUNTIME_SPACE[variant]}::Launcher ${handleName(kernel.name)};`;
  const last = edits.at(-1)!;
  const withHandle = { ...last, newText: last.newText + handle };
  return { kind: 'edit', edits: [...edits.slice(0, -1), withHandle, change], note };
}
