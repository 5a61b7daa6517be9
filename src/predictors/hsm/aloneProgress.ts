import { normalisedProgress, usableSms } from './equations';
import { classify, type HybridModel, type KernelPlace } from './kernelProgress';
import type { KernelCounters } from './counters';

/** A kernel that was counted alone on the whole GPU, and its place in a co-run that nobody has run. */
export interface KernelAlone {
  readonly counters: KernelCounters;
  readonly place: KernelPlace;
}

/** Both factors of progress, 0 to 1. */
export interface ProgressFactors {
  readonly isMemoryBound: boolean;
  /** Alone on its SMs, over alone on the whole GPU. */
  readonly onOwnSms: number;
  /** Beside the others, over alone on its SMs. */
  readonly besideOthers: number;
}

interface Offered extends ProgressFactors {
  /** Share of DRAM's time that it takes alone on its SMs. */
  readonly dramTime: number;
}

/**
 * HSM's insights without shared-mode counters; the paper has no such form. A compute-bound kernel has its share of the
 * SMs. A memory-bound one saturates DRAM as soon as its SMs ask for more than it used alone (insight 3: demand of
 * equation 2 in proportion to its SMs). What a kernel moves takes DRAM's time in proportion to what its row-hit rate
 * lets through (insights 4 and 5), and requests are served in proportion to those that are offered (section 4.3), so
 * that all memory-bound kernels lose alike where the times add up to more than there is.
 * A kernel that leaves DRAM time alone waits for something on its SMs, latencies for one: fewer SMs cost it their share.
 */
export function progressTogether(kernels: readonly KernelAlone[], model: HybridModel): ProgressFactors[] {
  const offered = kernels.map((kernel) => offeredBy(kernel, model));
  const time = offered.reduce((sum, { dramTime }) => sum + dramTime, 0);
  return offered.map(({ isMemoryBound, onOwnSms }) => ({
    isMemoryBound,
    onOwnSms,
    besideOthers: isMemoryBound ? normalisedProgress(1, Math.max(1, time)) : 1,
  }));
}

/** DRAM is full within this factor of what the line lets expect, about the spread of programs around it. */
const FULL = 1.15;

function offeredBy({ counters, place }: KernelAlone, model: HybridModel): Offered {
  const { isMemoryBound, demand, potential } = classify(counters, model);
  const { busShare } = counters;
  const share = usableSms(place.sms, place.blocks) / usableSms(model.spec.sms, place.blocks);
  const fillsDram = isMemoryBound && busShare * FULL >= potential;
  const onOwnSms = fillsDram ? Math.min(1, (demand * share) / busShare) : share;
  const dramTime = (onOwnSms * busShare) / Math.max(busShare, potential);
  return { isMemoryBound, onOwnSms, besideOthers: 1, dramTime };
}
