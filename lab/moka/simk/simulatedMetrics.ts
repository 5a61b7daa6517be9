import type { SimulationResult } from '../../../src/simulator/run/result';
import { resourceShares } from '../../../src/simulator/run/utilisation';
import { SECTOR_BYTES } from '../../../src/simulator/core/sizes';
import { type SimulatorSpec } from '../../../src/simulator/spec/simulatorSpec';
import { COALESCED_TRANSACTIONS } from '../../../src/predictors/moka/classification/warpCounts';

/** Bytes of one pass through the banks of shared memory. */
const SHARED_PASS_BYTES = 128;

/**
 * nvprof metrics of a simulated launch, those that classify a kernel and describe it to SimK among them, counted
 * as nvprof does on the GTX 950: a global load is at least eight transactions, single-precision units work
 * on integers, too, utilization levels go from 0 to 10 in whole steps, and issue slots are in percent.
 *
 * @param result of one application that ran one kernel alone
 */
export function simulatedMetrics(
  result: SimulationResult,
  spec: SimulatorSpec,
): Readonly<Record<string, number>> {
  const [{ counters, metrics }] = result.apps as [SimulationResult['apps'][number]];
  const { units, shared } = resourceShares(counters, result.cycles, spec);
  const perSecond = (bytes: number): number => (bytes * spec.coreClockMHz * 1e6) / Math.max(1, result.cycles);
  const sharedAccesses = counters.sharedLoad + counters.sharedStore + counters.sharedAtomic;
  const passes = (accesses: number): number =>
    sharedAccesses === 0 ? 0 : (counters.sharedPasses * accesses) / sharedAccesses;
  // Where global loads go past the L1 cache, only the L2 cache counts what they read.
  const loadSectors = spec.sm.l1.cachesGlobalLoads ? counters.l1Sectors : counters.l2ReadSectors;
  return {
    ...metrics,
    issue_slot_utilization: 100 * metrics['issue_slot_utilization']!,
    gld_transactions: Math.max(loadSectors, COALESCED_TRANSACTIONS.globalLoad * counters.globalLoad),
    gld_throughput: perSecond(loadSectors * SECTOR_BYTES),
    gst_throughput: perSecond(counters.l1StoreSectors * SECTOR_BYTES),
    shared_load_transactions: passes(counters.sharedLoad),
    shared_store_transactions: passes(counters.sharedStore),
    shared_load_throughput: perSecond(passes(counters.sharedLoad) * SHARED_PASS_BYTES),
    shared_store_throughput: perSecond(passes(counters.sharedStore) * SHARED_PASS_BYTES),
    shared_utilization: level(shared),
    single_precision_fu_utilization: level(singlePrecision(units)),
    double_precision_fu_utilization: level(units.fp64),
    special_fu_utilization: level(units.special),
  };
}

/** Where integers have units of their own in the simulator, the busier ones count. */
function singlePrecision({ fp32, integer }: Readonly<Record<'fp32' | 'integer', number>>): number {
  return Math.max(fp32, integer);
}

function level(share: number): number {
  return Math.min(10, Math.round(10 * share));
}
