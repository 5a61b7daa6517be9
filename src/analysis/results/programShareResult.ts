import type { Words } from '../../kernel/message';
import type { ApplicationSplit, ApplicationSplitRequest } from '../../sharing/applications/applicationSplit';

/** Programs, and kernels beside them, that are to share the SMs of a GPU; the goal has theirs in this order. */
export interface ProgramShareRequest extends ApplicationSplitRequest {
  /** By `applicationKey`; the same one may come several times. */
  readonly programs: readonly string[];
  readonly kernelIds: readonly string[];
}

/** The split that suits the goal, and what was taken for granted of the programs. */
export interface ProgramShareAnswer {
  readonly split: ApplicationSplit;
  readonly assumptions: readonly Words[];
}
