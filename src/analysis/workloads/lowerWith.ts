import type { CudaWorkspace } from '../../cuda/workspace';
import type { Launch } from '../../kernel/kernel';
import { InputError } from '../../kernel/result';
import type { Dim3 } from '../../kernel/symbolic';
import type { LowerKernel, LowerRequest } from './application';

/**
 * Lowers kernels of the sources that a workspace holds. A kernel is named as a launch names it
 * (`sum<float, 256>`); it stands in the file that is asked for or in one that this includes. Arguments that the
 * request leaves out are taken from a launch of it in the sources, where there is one.
 */
export function lowererOf(workspace: CudaWorkspace): LowerKernel {
  return (request) => {
    const { path, kernel, launch, arguments: values } = request;
    const { id, written } = findKernel(workspace, request);
    const { grid, block, sharedBytes } = launch;
    const lowering = workspace.lower(id, written, {
      arguments: values,
      grid: dimensions(grid),
      block: dimensions(block),
      ...(sharedBytes === undefined ? {} : { sharedBytes }),
    });
    if (lowering === null) throw new InputError(`there is no kernel '${kernel}'`, 'no-such-kernel', path);
    if (lowering.kind === 'refused')
      throw new InputError(lowering.reason, 'not-lowered', path, lowering.range.startLine);
    return lowering.program;
  };
}

/** The kernel that a request names, and the launch of it in the sources that fits the name best. */
function findKernel(
  workspace: CudaWorkspace,
  { path, kernel }: LowerRequest,
): { readonly id: string; readonly written: Launch | null } {
  const [name = kernel, list] = kernel.split('<', 2);
  const units = workspace.functionsNamed(name.split('::').at(-1)!.trim(), path);
  const id = units.find(({ kernelId }) => kernelId !== null)?.kernelId ?? null;
  if (id === null) {
    const reason = workspace.text(path) === null ? 'no such source' : `there is no kernel '${kernel}'`;
    throw new InputError(reason, 'no-such-kernel', path);
  }
  const launches = workspace.launchesOf(id);
  const [first = null] = launches;
  if (list === undefined) return { id, written: first };
  const wanted = templateArguments(list);
  const fitting = launches.find((launch) => launch.templateArguments.join() === wanted.join());
  const written = fitting ?? (first && { ...first, templateArguments: wanted });
  return { id, written };
}

/** `float, 256>` as a list. */
function templateArguments(text: string): string[] {
  return text
    .slice(0, text.lastIndexOf('>'))
    .split(',')
    .map((argument) => argument.trim());
}

function dimensions(extent: number | readonly number[]): Dim3 {
  const [x = 1, y = 1, z = 1] = typeof extent === 'number' ? [extent] : extent;
  return [x, y, z];
}
