import type { CudaWorkspace } from '../../src/cuda/workspace';
import { lowerRequested } from '../../src/analysis/lowering/lowerRequest';
import type { LowerKernel } from './application';

/** Lowers kernels of the sources that a workspace holds, by the paths of the suite. */
export function lowererOf(workspace: CudaWorkspace): LowerKernel {
  return (request) => lowerRequested(workspace, request).program;
}
