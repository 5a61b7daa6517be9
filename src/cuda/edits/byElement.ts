import type { HostCall } from '../host/hostCall';
import type { CudaWorkspace } from '../workspace';
import { worksByElement } from './block/pointwise';

/**
 * Whether a launch that reaches memory through its arguments alone may be made in parts, each with its part of the
 * data: each thread works on the element of its own global number in every buffer.
 */
export function isLaunchByElement(
  workspace: CudaWorkspace,
  call: Extract<HostCall, { kind: 'kernel' }>,
): boolean {
  const [id] = call.kernelIds;
  const kernel = id === undefined || call.kernelIds.length !== 1 ? null : workspace.kernel(id);
  const unit = kernel && workspace.functions(kernel.path).find(({ kernelId }) => kernelId === id);
  if (!unit) return false;
  if (call.grid.slice(1).some(({ value }) => value !== 1)) return false;
  const pointers = kernel.parameters.filter(({ type }) => /[*[]/.test(type)).map(({ name }) => name);
  return worksByElement(workspace, unit, pointers);
}
