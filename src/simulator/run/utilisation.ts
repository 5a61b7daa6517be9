import { COMPUTE_CLASSES } from '../../kernel/instructionClasses';
import { WARP_SIZE } from '../../kernel/warp';
import { STALL_COUNTERS, warpInstructions, type Counters } from '../core/counters';
import { UNIT_TICKS } from '../core/sizes';
import { UNITS, type SimulatorSpec, type UnitName } from '../spec/simulatorSpec';

/** Share of its capacity, 0 to 1, that a kernel used of each resource of the GPU. */
export interface ResourceShares {
  /** Issue slots of all schedulers. */
  readonly issue: number;
  /** Functional units; `memory` is the load/store unit's address lanes. */
  readonly units: Readonly<Record<UnitName, number>>;
  /** Cycles of the shared-memory banks. */
  readonly shared: number;
  /** Reply ports of the network, by flits. */
  readonly network: number;
  /** Data buses of the DRAM channels. */
  readonly dram: number;
}

/** Cycles of all DRAM data buses in one core cycle. */
export function busCyclesPerCycle({ memory, coreClockMHz }: SimulatorSpec): number {
  return (memory.channels * 1e6) / (coreClockMHz * memory.timing.tCKps);
}

type StallName = (typeof STALL_COUNTERS)[number];

/** Stall reasons of warps, as shares of their waiting time; all 0 where none waited. */
export function stallShares(c: Counters): Readonly<Record<StallName, number>> {
  const total = STALL_COUNTERS.reduce((sum, name) => sum + c[name], 0);
  const shares = STALL_COUNTERS.map((name) => [name, total === 0 ? 0 : c[name] / total]);
  return Object.fromEntries(shares) as Record<StallName, number>;
}

/**
 * Shares of the whole GPU's resources that a kernel used while it was measured, from 0 to 1.
 *
 * @param cycles measured core cycles
 */
export function resourceShares(c: Counters, cycles: number, spec: SimulatorSpec): ResourceShares {
  const { sms, sm, l2 } = spec;
  const smCycles = Math.max(1, cycles * sms);
  const schedulerCycles = smCycles * sm.schedulers;
  return {
    issue: warpInstructions(c) / schedulerCycles,
    units: unitShares(c, schedulerCycles, sm),
    shared: c.sharedPasses / smCycles,
    network: c.replyFlits / Math.max(1, cycles * Math.min(sms, l2.slices)),
    dram: c.dramBusCycles / (Math.max(1, cycles) * busCyclesPerCycle(spec)),
  };
}

function unitShares(
  c: Counters,
  schedulerCycles: number,
  sm: SimulatorSpec['sm'],
): Readonly<Record<UnitName, number>> {
  const busy = new Map<UnitName, number>(UNITS.map((unit) => [unit, 0]));
  for (const name of COMPUTE_CLASSES) {
    const { unit, lanes } = sm.classes[name];
    busy.set(unit, busy.get(unit)! + (c[name] * WARP_SIZE) / lanes);
  }
  // A matrix instruction takes its unit for as long as what it computes.
  busy.set('tensor', c.tensorTicks / UNIT_TICKS);
  const accesses =
    c.globalLoad +
    c.globalStore +
    c.localLoad +
    c.localStore +
    c.textureLoad +
    c.constantLoad +
    c.sharedLoad +
    c.sharedStore +
    c.globalAtomic +
    c.sharedAtomic +
    c.asyncCopy;
  busy.set('memory', (accesses * WARP_SIZE) / sm.memoryLanes);
  return Object.fromEntries(UNITS.map((unit) => [unit, busy.get(unit)! / schedulerCycles])) as Record<
    UnitName,
    number
  >;
}
