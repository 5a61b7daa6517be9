import { sideBySide } from '../sideBySide';
import { concurrentKernels, sequentialKernels } from './execution';
import { sharedTransfers } from './transfers';

/**
 * The schedule predictor (section 6), kernels side by side: the replay's events are the ready-time table, its executors
 * the three queues.
 */
export const prophet = sideBySide('prophet', {
  kernels: (tasks, { gpu, bytesPerNs }) => concurrentKernels(tasks, { sms: gpu.sms, bytesPerNs }),
  copies: sharedTransfers,
});

/** Its rival: kernels run one behind the other (I-Torque); copies as in Prophet. */
export const sequentialKernelModel = sideBySide('sequential', {
  kernels: sequentialKernels,
  copies: sharedTransfers,
});
