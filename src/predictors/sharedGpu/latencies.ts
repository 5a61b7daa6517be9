import { concurrentKernels } from '../prophet/execution';
import { sideBySide } from '../sideBySide';
import { stagedCopies } from './stagedCopies';

/** Ours: copies as an H100 was seen to do them. */
export const sharedGpu = sideBySide(
  'shared-gpu',
  {
    slowdowns: { withCopies: 0.14, ofKernels: 0.29, ofNetworks: { asTraced: 0.19, atPace: 0.16 } },
    plans: 0.18,
    tails: { withCopies: 0.32, ofKernels: 0.29, ofNetworks: { asTraced: 0.2, atPace: 0.2 } },
  },
  {
    kernels: (tasks, { gpu, bytesPerNs }) => concurrentKernels(tasks, { sms: gpu.sms, bytesPerNs }),
    copies: stagedCopies,
  },
);
