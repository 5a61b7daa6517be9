import { COMPUTE_CLASSES } from '../../kernel/instructionClasses';
import { WARP_SIZE } from '../../kernel/warp';
import type { SimulatorSpec } from '../../simulator/spec/simulatorSpec';
import type { CountedRate, CountedRates } from './countedRates';

const ACCESSES = [
  'globalLoad',
  'globalStore',
  'globalAtomic',
  'localLoad',
  'localStore',
  'textureLoad',
  'constantLoad',
  'sharedAccesses',
] as const satisfies readonly CountedRate[];

/**
 * How much of the time, 0 to 1, the busiest part of an SM is busy with a kernel, on the mean over all SMs of the GPU:
 * issue slots, a functional unit, the address lanes of loads and stores, or the banks of shared memory. A kernel that
 * keeps it busy all the time on half of the SMs has 0.5. Fewer SMs cannot do the same work in less time than this part
 * takes. Half-precision and tensor instructions are not among the counters that training data
 * keeps: their units are left out.
 *
 * @param ipc warp instructions per core cycle, over all SMs as the other rates are
 */
export function smBusy(ipc: number, rates: CountedRates, { sms, sm }: SimulatorSpec): number {
  const rate = (name: string): number => (rates as Readonly<Record<string, number | undefined>>)[name] ?? 0;
  const units = new Map<string, number>();
  for (const name of COMPUTE_CLASSES) {
    const { unit, lanes } = sm.classes[name];
    units.set(unit, (units.get(unit) ?? 0) + (rate(name) * WARP_SIZE) / lanes);
  }
  const accesses = ACCESSES.reduce((sum, name) => sum + rate(name), 0);
  const perScheduler = Math.max(ipc, (accesses * WARP_SIZE) / sm.memoryLanes, ...units.values());
  return Math.min(1, Math.max(perScheduler / sm.schedulers, rate('sharedPasses')) / sms);
}
