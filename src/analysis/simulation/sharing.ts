import type { SharingMode } from '../../kernel/prediction';
import type { Scenario } from '../../kernel/scenario';
import type { GpuSlice } from './gpuSlice';
import { message, type Words } from '../../kernel/message';

/**
 * How two kernels are run together. Where each has a part of the GPU of its own, a window shows their pace when
 * launches are long; where blocks of one launch `wait` for those of the other, it does not.
 */
export type Sharing =
  | { readonly kind: 'divided' | 'waiting'; readonly mode: Scenario['mode'] }
  | { readonly kind: 'none'; readonly reason: Words };

const WHOLE_SLICES: Sharing = {
  kind: 'none',
  reason: message('analysis.noPairsInSlices'),
};

/** How a mode divides a GPU between two kernels, or why pairs are not simulated in it. */
export function sharingOf(mode: SharingMode, { sms, memoryChannels }: GpuSlice): Sharing {
  const half = Math.floor(sms / 2);
  switch (mode) {
    case 'streams':
      return { kind: 'waiting', mode: { kind: 'streams' } };
    case 'mps':
      return { kind: 'waiting', mode: { kind: 'mps', percentages: [100, 100] } };
    case 'spatial':
      return { kind: 'divided', mode: { kind: 'spatial', sms: [half, half] } };
    case 'intra-sm':
      return { kind: 'divided', mode: { kind: 'intra-sm', blocksPerSm: [SHARED_BLOCKS, SHARED_BLOCKS] } };
    case 'mig': {
      const instance = { sms: half, memoryChannels: Math.floor(memoryChannels / 2) };
      if (instance.memoryChannels === 0)
        return {
          kind: 'none',
          reason: message('analysis.oneChannel'),
        };
      return { kind: 'divided', mode: { kind: 'mig', instances: [instance, instance] } };
    }
    case 'time-slice':
      return WHOLE_SLICES;
  }
}

/** Blocks of each kernel on an SM when both share it. */
const SHARED_BLOCKS = 8;
