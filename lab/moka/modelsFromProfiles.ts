import type { GpuSpec } from '../../src/kernel/gpuSpec';
import type { KernelProfile, TransferProfile } from '../../src/kernel/profile';
import type { Timeline } from '../../src/timeline/timeline';
import { knowledgeFromProfiles } from './knowledgeFromProfiles';
import { mokaModels, type MokaModels } from '../../src/predictors/moka/mokaModels';
import { fitLaunch } from '../../src/predictors/moka/streams/fitLaunch';
import { fitTransfers } from '../../src/predictors/moka/transfers/fitTransfers';
import { overlapThreshold } from './overlapThreshold';

/** What was measured on a machine: rows of any profiles, and timelines read from traces. */
export interface MeasuredMachine {
  readonly kernels: readonly KernelProfile[];
  readonly transfers: readonly TransferProfile[];
  readonly timelines: readonly Timeline[];
}

/**
 * Moka's models with everything that profiles of the machine tell: copy times, launch costs, the overlap
 * threshold, kernel times and utilizations. What they do not tell comes from the catalogue.
 */
export function modelsFromProfiles(gpu: GpuSpec, measured: MeasuredMachine): MokaModels {
  const { thresholdBytes } = overlapThreshold(measured.timelines);
  return mokaModels(gpu, {
    transfers: fitTransfers(measured.transfers, gpu),
    launchTimes: fitLaunch(measured.timelines).times,
    knowledge: knowledgeFromProfiles(measured.kernels, gpu),
    ...(thresholdBytes === null ? {} : { overlapThresholdBytes: thresholdBytes }),
  });
}
