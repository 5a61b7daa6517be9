import { USUAL_CO_RUN } from '../../../src/analysis/applications/traceCoRun';
import { requireGpu } from '../../../src/gpu/findGpu';
import { tracedSlowdowns, type TracedSetting } from '../../hardware/applications/together';
import type { ToldPairs } from './cardQueues';

/** What traces tell of every two applications on a GPU. */
export const toldPairs = (gpu: string, { traces }: TracedSetting, names: readonly string[]): ToldPairs =>
  names.flatMap((a, at) =>
    names.slice(at + 1).flatMap((b) => {
      const [ofA, ofB] = tracedSlowdowns(traces, requireGpu(gpu), USUAL_CO_RUN.predictor, [a, b]);
      return [
        { of: a, beside: b, slowdown: ofA ?? null },
        { of: b, beside: a, slowdown: ofB ?? null },
      ];
    }),
  );
