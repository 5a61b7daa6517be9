import type { SimulatorSpec } from '../../simulator/spec/simulatorSpec';
import type { CounterRates } from '../counting/rates';
import { bandwidthDemand } from './equations';

/** What HSM counts of one kernel, per core cycle (section 4.1). */
export interface KernelCounters {
  /** Warp instructions of all its SMs. */
  readonly instructions: number;
  /** Requests to row buffers. */
  readonly accesses: number;
  /** Mean bytes of one: a line, or sectors where the L2 cache has such; 0 without a request. */
  readonly requestBytes: number;
  /** Row hits over requests to row buffers, 0 to 1; 0 without a request. */
  readonly rowHitRate: number;
  /** Share of the DRAM data bus over all channels, 0 to 1. */
  readonly busShare: number;
  /** How busy the busiest part of the SMs is, 0 to 1 of all SMs of the GPU. */
  readonly smBusy: number;
}

/** Null where the rates are a profile's, which have no row hits. */
export function kernelCounters({
  ipc,
  memoryBandwidth,
  counted,
  smBusy,
}: CounterRates): KernelCounters | null {
  if (counted === undefined || smBusy === undefined) return null;
  const accesses = counted.dramReads + counted.dramWrites;
  const perAccess = (count: number): number => (accesses === 0 ? 0 : count / accesses);
  return {
    instructions: ipc,
    accesses,
    requestBytes: perAccess(counted.dramReadBytes + counted.dramWriteBytes),
    rowHitRate: perAccess(counted.dramRowHits),
    busShare: memoryBandwidth,
    smBusy,
  };
}

/**
 * What bounds the instructions that a kernel could execute (I_max of equation 2): the issue slots, as printed, or the
 * part of the SMs that its own mix keeps busiest, so that a kernel which waits for a slow functional unit does not
 * seem to ask for more memory than it can.
 */
export const ISSUE_BOUNDS = ['issue', 'mix'] as const;
export type IssueBound = (typeof ISSUE_BOUNDS)[number];

/** Bytes per second of DRAM at its peak (B_max). */
export function peakBytes({ memory }: SimulatorSpec): number {
  const { nBL, tCKps } = memory.timing;
  return (memory.channels * memory.burstBytes) / (nBL * tCKps * 1e-12);
}

/** Equation 2 for counters per cycle; 0 for a kernel that executed nothing. */
export function demandOf(counters: KernelCounters, spec: SimulatorSpec, bound: IssueBound): number {
  const { instructions, accesses, requestBytes, smBusy } = counters;
  if (instructions === 0) return 0;
  const { schedulers, issuePerWarp } = spec.sm;
  const slots = spec.sms * schedulers * issuePerWarp;
  return bandwidthDemand({
    mostInstructions: bound === 'issue' ? slots : instructions / Math.max(smBusy, LEAST_BUSY),
    instructions,
    accesses,
    requestBytes,
    clockHz: spec.coreClockMHz * 1e6,
    cycles: 1,
  });
}

/** Keeps the demand of a kernel that hardly executes anything finite. */
const LEAST_BUSY = 1e-9;
