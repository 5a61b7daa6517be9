import { sideBySide } from '../../../src/predictors/sideBySide';
import { engineCopies } from './engineCopies';
import { spreadKernels } from './spreadKernels';

/**
 * Ours, by how the simulator works: blocks of several kernels share SMs, and copies pass engines piece by piece. Nothing
 * is fitted. Its error on an H100 was measured of kernels only, where it is larger than that of what Corun uses there.
 */
export const spread = sideBySide(
  'ours',
  { slowdowns: { withCopies: NaN, ofKernels: 0.51 }, tails: { withCopies: NaN, ofKernels: NaN } },
  {
    kernels: (tasks, { gpu, bytesPerNs }) => spreadKernels(tasks, { sms: gpu.sms, bytesPerNs }),
    copies: engineCopies,
  },
);
