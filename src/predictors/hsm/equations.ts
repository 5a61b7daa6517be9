/**
 * HSM's equations (Zhao, Jahre and Eeckhout, "HSM: A Hybrid Slowdown Model for Multitasking GPUs", ASPLOS 2020).
 * Shares are 0 to 1; what they are shares of is in their names.
 */

/** The black-box part: which share of the DRAM data bus a memory-bound kernel uses alone, over its row-hit rate. */
export interface BandwidthLine {
  /** Gain from no row hits to row hits only. */
  readonly c1: number;
  /** Share at no row hits. */
  readonly c2: number;
}

/** Equation 1: normalised progress, from paces in the same unit. */
export const normalisedProgress = (shared: number, alone: number): number => shared / alone;

/** What equation 2 reads of one kernel in one epoch, and of the GPU. */
export interface Demand {
  /** Instructions that all SMs can issue in the epoch (I_max), in the unit of `instructions`. */
  readonly mostInstructions: number;
  /** Those that the kernel executed (I_k). */
  readonly instructions: number;
  /** Requests to row buffers (MemAccesses). */
  readonly accesses: number;
  /** Bytes of one (ReqSize). */
  readonly requestBytes: number;
  /** Core clock (f). */
  readonly clockHz: number;
  /** Core cycles of the epoch (E). */
  readonly cycles: number;
}

/** Equation 2: bytes per second that the kernel would ask for if nothing but the SMs held it up. */
export function bandwidthDemand(k: Demand): number {
  const seconds = k.cycles / k.clockHz;
  return ((k.mostInstructions / k.instructions) * k.accesses * k.requestBytes) / seconds;
}

/** β̂: share of the data bus that a memory-bound kernel uses alone (the denominator of equation 5). */
const busShareAlone = ({ c1, c2 }: BandwidthLine, rowHitRate: number): number => c1 * rowHitRate + c2;

/** Equation 3: bytes per second that DRAM can deliver to requests with such a row-hit rate. */
export function bandwidthPotential(line: BandwidthLine, rowHitRate: number, peakBytes: number): number {
  return peakBytes * busShareAlone(line, rowHitRate);
}

/** The classifier: the lower of demand and potential is the bottleneck (section 2.2). */
export const isMemoryBound = (demand: number, potential: number): boolean => demand > potential;

/**
 * Equation 4: progress of a compute-bound kernel is the share of the SMs that it has. With fewer blocks than SMs, blocks
 * stand for SMs (the text after the equation).
 *
 * @param blocks of the kernel's grid; null where that is not known
 */
export function computeBoundProgress(sms: number, total: number, blocks: number | null): number {
  return usableSms(sms, blocks) / usableSms(total, blocks);
}

/** SMs that a grid can use of those that it is given. */
export const usableSms = (sms: number, blocks: number | null): number => Math.min(sms, blocks ?? Infinity);

/** Equation 5: progress of a memory-bound kernel from its share of the data bus in the co-run (B_k). */
export function memoryBoundProgress(busShare: number, line: BandwidthLine, rowHitRate: number): number {
  return normalisedProgress(busShare, busShareAlone(line, rowHitRate));
}
