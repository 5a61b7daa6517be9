import { concurrentKernels } from '../prophet/execution';
import { sideBySide } from '../sideBySide';
import { stagedCopies } from './stagedCopies';

/** Ours: copies as an H100 was seen to do them. */
export const sharedGpu = sideBySide(
  'shared-gpu',
  { withCopies: 0.14, ofKernels: 0.29, ofNetworks: 0.19 },
  {
    kernels: (tasks, { gpu, bytesPerNs }) => concurrentKernels(tasks, { sms: gpu.sms, bytesPerNs }),
    copies: stagedCopies,
  },
);
