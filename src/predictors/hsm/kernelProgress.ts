import type { SimulatorSpec } from '../../simulator/spec/simulatorSpec';
import { demandOf, peakBytes, type IssueBound, type KernelCounters } from './counters';
import {
  bandwidthPotential,
  computeBoundProgress,
  isMemoryBound,
  memoryBoundProgress,
  usableSms,
  type BandwidthLine,
} from './equations';

/** HSM for one GPU. */
export interface HybridModel {
  readonly line: BandwidthLine;
  readonly bound: IssueBound;
  readonly spec: SimulatorSpec;
}

/** The SMs of a kernel: how many it had, and blocks of its grid where that is known. */
export interface KernelPlace {
  readonly sms: number;
  readonly blocks: number | null;
}

/** What HSM makes of a kernel in one epoch (figure 1). */
export interface KernelProgress {
  readonly isMemoryBound: boolean;
  /** Normalised progress; as it comes out, also above 1. */
  readonly progress: number;
  /** Bandwidth demand and potential as shares of the data bus. */
  readonly demand: number;
  readonly potential: number;
}

/** Demand, potential and what they say of the kernel (equations 2 and 3). */
export function classify(
  counters: KernelCounters,
  { line, bound, spec }: HybridModel,
): Omit<KernelProgress, 'progress'> {
  const peak = peakBytes(spec);
  const demand = demandOf(counters, spec, bound);
  const potential = bandwidthPotential(line, counters.rowHitRate, peak);
  return {
    isMemoryBound: isMemoryBound(demand, potential),
    demand: demand / peak,
    potential: potential / peak,
  };
}

/** Normalised progress of a kernel from what was counted of it in a co-run (equations 2 to 5). */
export function kernelProgress(
  counters: KernelCounters,
  { sms, blocks }: KernelPlace,
  model: HybridModel,
): KernelProgress {
  const kind = classify(counters, model);
  const progress = kind.isMemoryBound
    ? memoryBoundProgress(counters.busShare, model.line, counters.rowHitRate)
    : computeBoundProgress(sms, model.spec.sms, blocks);
  return { ...kind, progress };
}

/**
 * Progress under another number of SMs: a line through the origin and what the last epoch told (section 4.2, figure 9),
 * never more than alone.
 */
export function progressElsewhere(progress: number, place: KernelPlace, sms: number): number {
  return Math.min(1, (progress * usableSms(sms, place.blocks)) / usableSms(place.sms, place.blocks));
}
