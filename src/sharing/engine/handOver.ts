import type { RepartitionPolicy, SimulatorRun } from '../../simulator/run/simulatorRun';

/** On training workloads fairer than `switch`, with fewer bytes moved (docs/themis-engine.md). */
export const DEFAULT_PREEMPTION: RepartitionPolicy = 'drain';

/**
 * Gives every application its SMs at a decision of the engine, by either way of preemption in Tanasic et al. (Themis'
 * reference [25]): `switch` writes the contexts of blocks out at once; `drain` lets them run to their end until the
 * next decision, and writes out only what is left then. To be called at every decision, also where no SM moves.
 *
 * @param sms from here on
 */
export function handOver(run: SimulatorRun, sms: readonly number[], policy: RepartitionPolicy): void {
  run.evict();
  const { partition } = run.machine;
  if (sms.some((count, app) => partition.smCount(app) !== count)) run.repartition(sms, policy);
}
