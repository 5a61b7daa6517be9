/** How kernels share a GPU, as the views show it. */
export type { AllocatedApp, AllocationAdvice } from '../../sharing/allocate/allocateSms';
export type { AppliedAllocation } from '../../sharing/allocate/splitRequest';
export type { AppSlowdown } from '../corun/predictCoRun';
export type { ApplicationPart, ApplicationSplit } from '../../sharing/applications/applicationSplit';
export type { ProgramShareAnswer } from './programShareResult';
export type { ShareAnswer, ShareRequest } from '../corun/share';
export type { SimulatedSplit } from '../../sharing/allocate/simulatedSplit';
export {
  mechanismOfMode,
  MECHANISMS,
  type ApplyText,
  type Mechanism,
} from '../../sharing/applied/appliedSplit';
