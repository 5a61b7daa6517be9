import type { CudaFileIndex } from '../../cuda/workspace';
import { fileDiagnostics } from './fileDiagnostics';
import { UnusedNumbers } from './unusedNumbers';
import { workspaceFacts, type WorkspaceInputs } from './workspaceFacts';

/**
 * Kernels and launches of a workspace with the diagnostics that its snapshot has. Of kernels only those are read that a
 * diagnostic needs: whose blocks would not fit with every number of registers, or which have numbers in comments.
 */
export function listing(inputs: Omit<WorkspaceInputs, 'only'>): readonly CudaFileIndex[] {
  const { cuda, settings } = inputs;
  const { index, gpu, factsOf } = workspaceFacts({ ...inputs, only: null });
  const facts = new Map(index.kernels.map((kernel) => [kernel.id, factsOf(kernel)]));
  const unused = new UnusedNumbers(cuda, settings);
  facts.forEach((known) => unused.add(known));
  return index.files.map((file) => ({
    ...file,
    diagnostics: fileDiagnostics(file, (id) => facts.get(id), gpu.spec, unused, settings.gpu !== 'auto'),
  }));
}
