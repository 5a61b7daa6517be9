import type { BlockAdviser, OrderAdviser } from '../port';
import { suggestBlockSize, type BlockSizeAdvice } from './blocksize/advice';
import type { BlockSizeFacts } from './blocksize/facts';
import { isOfKernel } from './blocksize/methods';
import { mokaModels, type MokaModels } from './mokaModels';
import { suggestStreamOrder, type OrderAdvice } from './order/suggestStreamOrder';
import { planStreams, type StreamPlan } from './plan/planStreams';
import type { ReferenceSet } from './simk/references';
import { fitLaunch } from './streams/fitLaunch';
import { fitTransfers } from './transfers/fitTransfers';

/** Moka's block sizes: timings where there are any, else the method that validated best; users see what looks at the kernel. */
export const mokaBlockSizes: BlockAdviser<BlockSizeFacts, ReferenceSet, BlockSizeAdvice> = {
  id: 'moka',
  advise: (facts, gpu, references) => {
    const advice = suggestBlockSize(facts, gpu, references);
    return { ...advice, candidates: advice.candidates.filter(isOfKernel) };
  },
};

/** Moka's stream orders and plans, on its transfer, launch and block models. */
export const mokaOrders: OrderAdviser<MokaModels, OrderAdvice, StreamPlan> = {
  id: 'moka',
  models: (gpu, trace) =>
    trace === null
      ? mokaModels(gpu)
      : mokaModels(gpu, {
          transfers: fitTransfers(trace.transfers, gpu),
          launchTimes: fitLaunch([trace.timeline]).times,
        }),
  order: (application, gpu, models) => suggestStreamOrder(application, gpu, models),
  plan: (application, gpu, models) => planStreams(application, gpu, models),
};
