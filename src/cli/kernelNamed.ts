import type { KernelResult } from '../analysis/results/kernelResult';
import type { WorkspaceResults } from '../analysis/results/workspaceResults';
import { message } from '../kernel/message';
import { InputError } from '../kernel/result';
import { unknownKernel } from './unknownKernel';

/**
 * The kernel of that id or name.
 * @throws InputError where there is none, or several
 */
export function kernelNamed(name: string, { files }: Pick<WorkspaceResults, 'files'>): string {
  const kernels = files.flatMap((file) => file.kernels);
  const isNamed = ({ id, name: own, qualifiedName }: KernelResult): boolean =>
    [id, own, qualifiedName].includes(name);
  const [found, ...others] = kernels.filter(isNamed);
  if (found === undefined) throw unknownKernel(name, kernels);
  if (others.length > 0)
    throw new InputError(
      message('compare.severalKernels', { name, ids: [found, ...others].map(({ id }) => id) }),
    );
  return found.id;
}
