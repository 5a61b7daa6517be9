import { sideBySide } from '../sideBySide';
import { concurrentKernels, sequentialKernels } from './execution';
import { sharedTransfers } from './transfers';

/**
 * The schedule predictor (section 6), kernels side by side: the replay's events are the ready-time table, its executors
 * the three queues.
 */
export const prophet = sideBySide(
  'prophet',
  { slowdowns: { withCopies: 0.15, ofKernels: 0.29 }, tails: { withCopies: 0.45, ofKernels: 0.29 } },
  {
    kernels: (tasks, { gpu, bytesPerNs }) => concurrentKernels(tasks, { sms: gpu.sms, bytesPerNs }),
    copies: sharedTransfers,
  },
);

/** Its rival: kernels run one behind the other (I-Torque); copies as in Prophet. */
export const sequentialKernelModel = sideBySide(
  'sequential',
  { slowdowns: { withCopies: 0.16, ofKernels: 1.21 }, tails: { withCopies: 0.42, ofKernels: 1.21 } },
  {
    kernels: sequentialKernels,
    copies: sharedTransfers,
  },
);
