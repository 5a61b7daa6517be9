import { message, type Words } from '../../../kernel/message';
import type { PairStarted } from '../../results/simulationResult';
import type { SimulationSet } from '../simulationSet';
import type { TogetherOutcome } from '../task';

type Ended = Extract<TogetherOutcome, { kind: 'together' }>;

/** Mean of how far the time together is from that of whole launches on the whole GPU; docs/verdicts.md, 40 and 69 pairs. */
const CUT_ERROR = 0.004;
const SLICE_ERROR = 0.013;

/** What is known of pairs that were started together. */
export function startedTogether(set: SimulationSet): readonly PairStarted[] {
  return set.together.map(({ kernelIds, outcome }) => pairStarted(kernelIds, outcome, set.wholeSms));
}

/**
 * What a run of two launches tells.
 *
 * @param wholeSms SMs of the whole GPU
 */
export function pairStarted(
  kernelIds: PairStarted['kernelIds'],
  outcome: Ended,
  wholeSms: number,
): PairStarted {
  const { serialCycles, endCycles } = outcome;
  const together = Math.max(...endCycles);
  return {
    kernelIds,
    saved: (serialCycles[0] + serialCycles[1] - together) / Math.min(...serialCycles),
    ends: [endCycles[0] / together, endCycles[1] / together],
    error: errorOf(outcome, wholeSms),
    method: methodOf(outcome, wholeSms),
  };
}

function errorOf({ sms, isCut }: Ended, wholeSms: number): number | null {
  if (sms === wholeSms) return isCut ? CUT_ERROR : null;
  return SLICE_ERROR + (isCut ? CUT_ERROR : 0);
}

function methodOf({ sms, isCut }: Ended, wholeSms: number): Words {
  if (sms === wholeSms) return message(isCut ? 'analysis.together.cut' : 'analysis.together.whole');
  return message(isCut ? 'analysis.together.cutOnSlice' : 'analysis.together.onSlice', { sms, wholeSms });
}
