/** How kernels share a GPU, as the views show it. */
export type { AllocatedApp, AllocationAdvice } from '../corun/allocateSms';
export type { AppliedAllocation } from '../corun/splitRequest';
export type { AppSlowdown } from '../corun/predictCoRun';
export type { ShareAnswer, ShareRequest } from '../corun/share';
export type { SimulatedSplit } from '../corun/simulatedSplit';
export {
  mechanismOfMode,
  MECHANISMS,
  type ApplyText,
  type Mechanism,
} from '../../gpu/partitioning/appliedSplit';
