import { message } from '../../kernel/message';
import type { GpuSpec } from '../../kernel/gpuSpec';
import { copyEngineModel } from '../../timeline/copyEngines';
import { deviceMemoryModel } from '../../timeline/deviceMemory';
import type { ReplayModels } from '../../timeline/models';
import { KNOWN_FROM_OPERATION, type BlockModel, type KernelKnowledge } from './blocks/blockModel';
import { pipelinedBlocks } from './blocks/pipelinedBlocks';
import { DEFAULT_LAUNCH_TIMES, measuredLaunch, type LaunchTimes } from './streams/launchModels';
import { catalogueTransfers, copyNs, type TransferTimes } from './transfers/transferTimes';

/** What is known of a machine and its kernels; whatever is left out comes from the catalogue. */
export interface MokaInputs {
  readonly transfers?: TransferTimes;
  /** Measured launch costs; without them those of `DEFAULT_LAUNCH_TIMES`. */
  readonly launchTimes?: LaunchTimes;
  /**
   * Size from which on copies in one direction overlap (H2D_Ovlp_Threshold). The dissertation gives no
   * value: none on Tesla boards, between 100 K and 10 M floats on GeForce boards; without one a copy
   * engine does one copy at a time.
   */
  readonly overlapThresholdBytes?: number;
  readonly blocks?: BlockModel;
  readonly knowledge?: KernelKnowledge;
}

/** Moka's models as the replay takes them, and what they were made of. */
export interface MokaModels extends ReplayModels {
  readonly gpu: GpuSpec;
  readonly inputs: MokaInputs;
  readonly transfers: TransferTimes;
  readonly blocks: BlockModel;
  readonly knowledge: KernelKnowledge;
}

/** Moka's transfer, launch and block models for one GPU. */
export function mokaModels(gpu: GpuSpec, inputs: MokaInputs = {}): MokaModels {
  const transfers = inputs.transfers ?? catalogueTransfers(gpu);
  const launchTimes = inputs.launchTimes ?? DEFAULT_LAUNCH_TIMES;
  const blocks = inputs.blocks ?? pipelinedBlocks;
  const knowledge = inputs.knowledge ?? KNOWN_FROM_OPERATION;
  return {
    gpu,
    inputs,
    transfers,
    blocks,
    knowledge,
    launch: measuredLaunch(launchTimes),
    copies: copyEngineModel({
      name: message('predictors.transfers.linear'),
      durationNs: (copy) => copyNs(transfers, copy),
      gapNs: launchTimes.copyGapNs,
      overlapThresholdBytes: inputs.overlapThresholdBytes ?? null,
    }),
    kernels: blocks.taskModel(knowledge),
    memory: deviceMemoryModel(gpu),
  };
}
